//! What a search did, in numbers.

/// Counts since the solver was made.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// Choices of the search.
    pub decisions: u64,
    /// Contradictions found.
    pub conflicts: u64,
    /// Conflicts that led back over more than the last choice.
    pub backjumps: u64,
    /// Returns to the root to start afresh.
    pub restarts: u64,
    /// Calls of propagators.
    pub propagations: u64,
    /// Clauses learnt.
    pub learnt: u64,
    /// Times that a clause learnt earlier led to a conflict.
    pub reused: u64,
    /// Literals of the clauses learnt.
    pub learnt_literals: u64,
    /// Literals that minimisation took out of clauses before they were stored.
    pub minimized_literals: u64,
    /// Learnt clauses stored now.
    pub clauses_kept: u64,
    /// Literals of the learnt clauses stored now.
    pub literals_kept: u64,
    /// Bytes of the learnt clauses stored now, with their watches.
    pub clause_bytes: u64,
    /// Answers found.
    pub answers: u64,
    /// The deepest level of choices.
    pub depth: u64,
    /// Variables of the engine, compilation's own among them.
    pub variables: u64,
    /// Propagators posted.
    pub propagators: u64,
}
