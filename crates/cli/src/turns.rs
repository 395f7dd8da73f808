//! Standard output shared by many jobs, in their order: the job whose turn it is prints at once, a later one onto a page
//! that waits for its turn.
//!
//! ```text
//!   turn ─▶ job 7: prints           job 8: page, ended      job 9: page      job 10: page, ended
//!           job 7 ends ──▶ pages 8 and 9 are printed, and it is the turn of job 9
//! ```
//!
//! Pages are bounded all together: who comes with too much waits. What was printed is gathered into large writes, and is
//! seen before the command waits for input, and soon in any case.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Stdout, Write};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use crate::progress::Progress;
use crate::report;
use crate::status::Status;

/// So many bytes may wait on pages, and so many pages.
const MOST_BYTES: usize = 4 << 20;
const MOST_PAGES: usize = 1 << 15;

/// A page with more room than this is not used again.
const LARGEST_SPARE: usize = 1 << 12;

/// What was printed is seen after this time at the latest.
const SEEN_AFTER: Duration = Duration::from_millis(5);

/// Where a job's output goes.
pub trait Output {
    /// To standard output.
    fn print(&mut self, text: &str) -> io::Result<()>;
    /// A blank line before what is printed next, unless nothing was printed yet, by this job or another.
    fn separate(&mut self) -> io::Result<()>;
    /// To standard error, lines with their ends.
    fn message(&mut self, text: &str);
}

/// How a job ended.
pub enum Ended {
    /// With this status; the next one may be done.
    Done(Status),
    /// With this status, and nothing comes after it.
    Last(Status),
}

/// The output of all jobs.
pub struct Turns {
    state: Mutex<State>,
    progress: Progress,
    /// It is the turn of another job.
    turned: Condvar,
    /// There is room on the pages again.
    room: Condvar,
    /// Something was printed that nobody has seen yet.
    unseen: Condvar,
}

struct State {
    out: BufWriter<Stdout>,
    /// Whether something was printed.
    printed: bool,
    /// How often something was printed since it could last be seen.
    unseen: u64,
    flusher: Flusher,
    /// The worst status of the jobs whose turn is over.
    worst: Status,
    /// Jobs behind those are not wanted.
    over: bool,
    /// The number of the job whose turn it is.
    turn: u64,
    /// The pages of that job and of those behind it, as far as they were needed.
    pages: VecDeque<Page>,
    /// Empty pages, to be used again.
    spare: Vec<Page>,
    /// The bytes on all pages.
    bytes: usize,
    /// How many wait for their turn, and for room.
    wait_for_turn: usize,
    wait_for_room: usize,
}

/// The thread that shows what was printed while a job goes on.
#[derive(PartialEq, Eq)]
enum Flusher {
    /// Most runs print once and end.
    NotStarted,
    Asleep,
    Awake,
}

/// A piece of output.
#[derive(Clone, Copy)]
enum Piece<'a> {
    Print(&'a str),
    Separate,
    Message(&'a str),
}

/// Output that waits for its turn.
#[derive(Default)]
struct Page {
    text: String,
    /// What comes before the text from this byte on: a message, or else a separation.
    marks: Vec<(usize, Option<String>)>,
    /// The length of everything on it.
    bytes: usize,
    ended: Option<io::Result<Ended>>,
}

const NO_PANIC: &str = "nobody panics with it";

impl Turns {
    /// Before the first job; jobs are called `what` in the plural and have numbers from 0.
    pub fn new(what: &'static str) -> Self {
        let state = State {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            printed: false,
            unseen: 0,
            flusher: Flusher::NotStarted,
            worst: Status::Answered,
            over: false,
            turn: 0,
            pages: VecDeque::new(),
            spare: Vec::new(),
            bytes: 0,
            wait_for_turn: 0,
            wait_for_room: 0,
        };
        let (turned, room, unseen) = (Condvar::new(), Condvar::new(), Condvar::new());
        Self { state: Mutex::new(state), progress: Progress::start(what), turned, room, unseen }
    }

    /// Where a job prints.
    pub fn job(self: &Arc<Self>, number: u64) -> Job<'_> {
        Job { turns: self, number }
    }

    /// Shows everything that was printed.
    pub fn flush(&self) -> io::Result<()> {
        self.show(&mut self.lock())
    }

    /// Shows everything that was printed, and the worst status of the jobs whose turn is over. Nothing is printed after.
    pub fn close(&self) -> Status {
        let mut state = self.lock();
        let shown = self.show(&mut state);
        if !state.over {
            note(shown.map(|()| Ended::Done(Status::Answered)), &mut state.worst);
        }
        self.progress.end();
        state.worst
    }

    /// Notes how a job ended; whether jobs behind it are wanted.
    pub fn end(self: &Arc<Self>, number: u64, ended: io::Result<Ended>) -> bool {
        let mut state = self.lock();
        if state.turn != number {
            state.page(number).ended = Some(ended);
            while state.crowded(1) {
                // Woken when half of it is gone, so as not to be woken for each.
                state.wait_for_room += 1;
                state = self.room.wait(state).expect(NO_PANIC);
                state.wait_for_room -= 1;
            }
            return true;
        }
        let mut ended = ended;
        loop {
            self.progress.step();
            if !note(ended, &mut state.worst) {
                state.over = true;
                return false;
            }
            state.turn += 1;
            if let Some(page) = state.pages.pop_front()
                && page.text.capacity() <= LARGEST_SPARE
            {
                state.spare.push(page);
            }
            let Some(mut page) = state.pages.front_mut().map(mem::take) else { break };
            let printed = self.print_page(&mut state, &mut page);
            let next = page.ended.take();
            state.pages[0] = page;
            match next {
                Some(next) => ended = printed.and(next),
                // A failure to print shows when the job prints again or ends.
                None => break,
            }
        }
        self.show_soon(&mut state);
        if state.wait_for_turn > 0 {
            self.turned.notify_all();
        }
        if state.wait_for_room > 0 && !state.crowded(2) {
            self.room.notify_all();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect(NO_PANIC)
    }

    /// Prints a piece of a job's output, or puts it on the job's page.
    fn put(self: &Arc<Self>, number: u64, piece: Piece<'_>) -> io::Result<()> {
        let mut state = self.lock();
        if state.turn == number {
            self.print(&mut state, piece)?;
            self.show_soon(&mut state);
            return Ok(());
        }
        state.bytes += piece.bytes();
        state.page(number).put(piece);
        while state.turn != number && state.crowded(1) {
            state.wait_for_turn += 1;
            state = self.turned.wait(state).expect(NO_PANIC);
            state.wait_for_turn -= 1;
        }
        Ok(())
    }

    fn print(&self, state: &mut State, piece: Piece<'_>) -> io::Result<()> {
        let text = match piece {
            Piece::Print("") => return Ok(()),
            Piece::Print(text) => text,
            Piece::Separate if state.printed => "\n",
            Piece::Separate => return Ok(()),
            Piece::Message(text) => {
                // What was printed before it comes first, also where both go to one place. A failure shows at the next
                // print.
                let _ = self.show(state);
                self.progress.aside(|| report::raw(text));
                return Ok(());
            }
        };
        state.printed = true;
        state.unseen += 1;
        state.out.write_all(text.as_bytes())
    }

    /// Prints what is on a page, and leaves it empty.
    fn print_page(&self, state: &mut State, page: &mut Page) -> io::Result<()> {
        let Page { text, marks, bytes, .. } = page;
        state.bytes -= mem::take(bytes);
        let mut from = 0;
        let mut printed = Ok(());
        for (to, message) in marks.drain(..) {
            let mark = message.as_deref().map_or(Piece::Separate, Piece::Message);
            for piece in [Piece::Print(&text[from..to]), mark] {
                printed = printed.and_then(|()| self.print(state, piece));
            }
            from = to;
        }
        printed = printed.and_then(|()| self.print(state, Piece::Print(&text[from..])));
        text.clear();
        printed
    }

    fn show(&self, state: &mut State) -> io::Result<()> {
        state.unseen = 0;
        self.progress.aside(|| state.out.flush())
    }

    /// Sees to it that what was printed is seen soon. Who prints once and ends need not start a thread for that.
    fn show_soon(self: &Arc<Self>, state: &mut State) {
        match state.flusher {
            Flusher::NotStarted if state.unseen > 1 => {
                state.flusher = Flusher::Awake;
                let turns = self.clone();
                thread::spawn(move || turns.keep_flushing());
            }
            Flusher::Asleep if state.unseen > 0 => {
                state.flusher = Flusher::Awake;
                self.unseen.notify_one();
            }
            _ => {}
        }
    }

    /// Shows now and then what was printed, for ever.
    fn keep_flushing(&self) {
        loop {
            thread::sleep(SEEN_AFTER);
            let mut state = self.lock();
            // A failure shows at the next print.
            let _ = self.show(&mut state);
            while state.unseen == 0 {
                state.flusher = Flusher::Asleep;
                state = self.unseen.wait(state).expect(NO_PANIC);
            }
        }
    }
}

impl State {
    /// The page of a job whose turn comes later.
    fn page(&mut self, number: u64) -> &mut Page {
        let at = (number - self.turn) as usize;
        while self.pages.len() <= at {
            self.pages.push_back(self.spare.pop().unwrap_or_default());
        }
        &mut self.pages[at]
    }

    /// Whether more than this part of the room is taken: 1 for all, 2 for a half.
    fn crowded(&self, part: usize) -> bool {
        self.bytes > MOST_BYTES / part || self.pages.len() > MOST_PAGES / part
    }
}

impl Page {
    fn put(&mut self, piece: Piece<'_>) {
        self.bytes += piece.bytes();
        match piece {
            Piece::Print(text) => self.text.push_str(text),
            Piece::Separate => self.marks.push((self.text.len(), None)),
            Piece::Message(text) => self.marks.push((self.text.len(), Some(text.to_owned()))),
        }
    }
}

impl Piece<'_> {
    /// About how much memory it takes on a page.
    fn bytes(self) -> usize {
        match self {
            Self::Print(text) => text.len(),
            Self::Separate => size_of::<(usize, Option<String>)>(),
            Self::Message(text) => size_of::<(usize, Option<String>)>() + text.len(),
        }
    }
}

/// The output of one job.
pub struct Job<'a> {
    turns: &'a Arc<Turns>,
    number: u64,
}

impl Output for Job<'_> {
    fn print(&mut self, text: &str) -> io::Result<()> {
        self.turns.put(self.number, Piece::Print(text))
    }

    fn separate(&mut self) -> io::Result<()> {
        self.turns.put(self.number, Piece::Separate)
    }

    fn message(&mut self, text: &str) {
        // A failure to print what stands before it shows at the next print.
        let _ = self.turns.put(self.number, Piece::Message(text));
    }
}

/// Notes how a job ended; whether the next one may follow.
fn note(ended: io::Result<Ended>, worst: &mut Status) -> bool {
    match ended {
        Ok(Ended::Done(status)) => {
            *worst = (*worst).max(status);
            true
        }
        Ok(Ended::Last(status)) => {
            *worst = (*worst).max(status);
            false
        }
        // Nobody reads any more: not our mistake, and nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => false,
        Err(error) => {
            report::message(&format!("cannot write: {error}"));
            *worst = Status::Malformed;
            false
        }
    }
}
