//! The exit status of the command.

use std::process::ExitCode;

/// How a case ended, from the best to the worst: with many cases the worst is the status of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Answered.
    Answered,
    /// Proved to have no answer.
    NoAnswer,
    /// There is a second answer, and `--unique` asked.
    NotUnique,
    /// Stopped by a limit or by Ctrl-C.
    Stopped,
    /// Malformed input.
    Malformed,
}

impl Status {
    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::NoAnswer => 1,
            Self::Malformed => 2,
            Self::NotUnique => 3,
            Self::Stopped => 4,
        }
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::NoAnswer => "no answer",
            Self::Malformed => "malformed",
            Self::NotUnique => "not unique",
            Self::Stopped => "stopped",
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}
