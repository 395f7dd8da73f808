//! Who made the entries of the trail: for a trace, which names the constraint behind every removal.
//!
//! An entry is signed after it was made, with the constraint whose turn it was; entries and signatures are undone together. An
//! engine without authors signs nothing and pays a look at a null pointer.

use entail_model::Domain;

use crate::clause::ClauseRef;
use crate::engine::Engine;

/// The constraint behind an entry; none where a choice or its refutation is.
pub(crate) type Author = Option<usize>;

/// Signatures.
#[derive(Default)]
pub(crate) struct Authors {
    /// Of each entry of the trail.
    entries: Vec<Author>,
    /// Of the clauses: from which reference on they are not of this constraint any more, ascending.
    clauses: Vec<(ClauseRef, usize)>,
    /// Whose turn it was last: after a conflict, who failed.
    pub last: Author,
    /// The first domain of each variable.
    pub first: Vec<Domain>,
}

impl Authors {
    /// The author of an entry.
    pub fn of(&self, entry: usize) -> Author {
        self.entries.get(entry).copied().flatten()
    }
}

impl Engine {
    /// An engine whose entries are signed.
    pub fn signing() -> Engine {
        let mut engine = Engine::new();
        engine.authors = Some(Box::default());
        // The variable that every engine has.
        engine.note_variable(&[(1, 1)]);
        engine
    }

    /// Signs the entries that were made since the last signature.
    #[inline]
    pub fn sign(&mut self, author: Author) {
        if let Some(authors) = &mut self.authors {
            authors.entries.resize(self.trail.entries.len(), author);
            authors.last = author;
        }
    }

    /// Signs what a clause asserted.
    #[inline]
    pub fn sign_clause(&mut self, clause: ClauseRef) {
        if let Some(authors) = &self.authors {
            let at = authors.clauses.partition_point(|(end, _)| *end <= clause);
            let author = authors.clauses.get(at).map(|(_, constraint)| *constraint);
            self.sign(author);
        }
    }

    /// Signs what compiling a constraint asserted at the root, and its clauses. Once there is a contradiction, who made it
    /// stays the last author.
    pub fn sign_compiled(&mut self, constraint: usize, was_dead: bool) {
        let Some(authors) = &mut self.authors else { return };
        authors.clauses.push((self.clauses.end(), constraint));
        let last = authors.last;
        self.sign(Some(constraint));
        if was_dead && let Some(authors) = &mut self.authors {
            authors.last = last;
        }
    }

    /// Signatures of entries that were undone go.
    pub fn unsign(&mut self) {
        if let Some(authors) = &mut self.authors {
            authors.entries.truncate(self.trail.entries.len());
        }
    }

    /// Notes the first domain of a new variable.
    pub fn note_variable(&mut self, intervals: &[(i32, i32)]) {
        if let Some(authors) = &mut self.authors {
            let wide = intervals.iter().map(|&(a, b)| (i64::from(a), i64::from(b)));
            authors.first.push(Domain::from_intervals(wide));
        }
    }
}
