//! What a request is told when it is not answered: a status and a message that says what was expected.
//!
//! Nothing of the inside is in it: a bug is reported as one, and its details go to standard error.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use entail_model::place::Malformed;
use entail_puzzles::ReadError;
use serde_json::{Value, json};

/// Why a request is not answered.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    error: Value,
}

impl Refusal {
    /// A status with a message.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, error: json!({ "message": message.into() }) }
    }

    /// A request that is JSON and not what is asked for.
    pub fn unfit(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// More at once than the server takes.
    pub fn busy() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "there is too much to do at the moment; try again in a few seconds")
    }

    /// A limit came before the end.
    pub fn stopped(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// A bug of ours.
    pub fn bug() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "a bug in entail, please report it with what was asked")
    }

    /// A body that is no JSON.
    pub fn not_json(error: &serde_json::Error) -> Self {
        let message = if error.is_eof() { "the JSON ends too early" } else { "this is not JSON" };
        let error = json!({ "message": message, "line": error.line(), "column": error.column() });
        Self { status: StatusCode::BAD_REQUEST, error }
    }

    /// A mistake in the text of a problem.
    pub fn malformed(malformed: &Malformed) -> Self {
        let error = json!({
            "message": malformed.to_string(),
            "line": malformed.place.line,
            "column": malformed.place.column,
            "excerpt": malformed.excerpt.text,
        });
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, error }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Malformed(malformed) => Self::malformed(&malformed),
            ReadError::Usage(message) => Self::unfit(message),
            // The text is in memory: there is no way in which reading it fails but this.
            ReadError::Io(_) => Self::unfit("the text cannot be read"),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, json_type(), json!({ "error": self.error }).to_string()).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS || self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

/// The media type of all answers but pictures and the page.
pub fn json_type() -> [(header::HeaderName, &'static str); 1] {
    [(header::CONTENT_TYPE, "application/json")]
}
