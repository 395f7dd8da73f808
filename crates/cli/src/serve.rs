//! `entail serve`: the page on this machine, until Ctrl-C.

use std::io::{self, Write};
use std::net::IpAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::ArgMatches;
use entail_web::{Options, Server};

use crate::report;
use crate::status::Status;

/// `entail serve`.
pub fn run(matches: &ArgMatches) -> Status {
    let default = Options::default();
    let options = Options {
        host: matches.get_one::<IpAddr>("host").copied().unwrap_or(default.host),
        port: matches.get_one::<u16>("port").copied().unwrap_or(default.port),
        time_limit: matches.get_one::<Duration>("time-limit").copied().unwrap_or(default.time_limit),
        solves: matches.get_one::<u64>("solves").map_or(default.solves, |solves| *solves as usize),
        ..default
    };
    let server = match Server::bind(&options) {
        Ok(server) => server,
        Err(error) => {
            return report::usage(&format!("cannot listen on {}, port {}: {error}", options.host, options.port));
        }
    };
    let stopper = server.stopper();
    let mut asked = false;
    let installed = ctrlc::set_handler(move || {
        if std::mem::replace(&mut asked, true) {
            std::process::exit(i32::from(Status::Stopped.code()));
        }
        stopper.stop();
    });
    if let Err(error) = installed {
        report::message(&format!("Ctrl-C will not stop in good order: {error}"));
    }
    let address = format!("http://{}/", server.address());
    let mut out = io::stdout();
    let _ = writeln!(out, "entail: {address} (Ctrl-C ends it)").and_then(|()| out.flush());
    if matches.get_flag("open") {
        open(&address);
    }
    server.run();
    Status::Answered
}

/// Shows the page in the browser that the system prefers.
fn open(address: &str) {
    let (opener, arguments) = match std::env::consts::OS {
        "macos" => ("open", &[][..]),
        "windows" => ("cmd", &["/C", "start", ""][..]),
        _ => ("xdg-open", &[][..]),
    };
    let mut command = Command::new(opener);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Some openers stay as long as the browser: nobody waits for them but a thread.
    match command.spawn() {
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => report::message(&format!("cannot open a browser ({opener}: {error}); the address is {address}")),
    }
}
