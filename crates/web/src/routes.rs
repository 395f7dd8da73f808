//! What can be asked: every path with its method, and how the body of a request comes in.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn;
use axum::response::Response;
use axum::routing::{get, post};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::refusal::{Refusal, json_type};
use crate::work::{Job, Work};
use crate::{guard, kinds, page, solve, verbs};

/// The description of all this for programs.
const DESCRIPTION: &str = include_str!("openapi.json");

/// The largest body.
const LARGEST: usize = 4 << 20;
/// Bodies beyond this size share what is below.
const SMALL: usize = 64 << 10;
/// Kilobytes of larger bodies at once.
const LARGE_AT_ONCE: usize = 64 << 10;
/// How much of a body that is too large is thrown away, so that its sender gets to read why.
const THROWN_AWAY: usize = 256 << 20;

/// A verb whose answer is one piece: the body of the request, and how long it may take.
type Verb = fn(&Bytes, Duration, &Job) -> Result<Response, Refusal>;

/// What a path leads to.
#[derive(Clone, Copy)]
enum To {
    Page,
    File,
    Description,
    Kinds,
    Solve,
    Verb(Verb),
}

const ROUTES: [(&str, To); 11] = [
    ("/", To::Page),
    ("/assets/{*name}", To::File),
    ("/api", To::Description),
    ("/api/kinds", To::Kinds),
    ("/api/parse", To::Verb(verbs::parse)),
    ("/api/solve", To::Solve),
    ("/api/check", To::Verb(verbs::check)),
    ("/api/generate", To::Verb(verbs::generate)),
    ("/api/convert", To::Verb(verbs::convert)),
    ("/api/draw", To::Verb(verbs::draw)),
    ("/api/watch", To::Verb(verbs::watch)),
];

/// All routes, behind the guard.
pub fn router(work: Arc<Work>, address: SocketAddr, patience: Duration) -> Router {
    let bodies = Arc::new(Bodies { large: Arc::new(Semaphore::new(LARGE_AT_ONCE)), patience });
    let mut router = Router::new();
    for (path, to) in ROUTES {
        let (work, bodies) = (work.clone(), bodies.clone());
        router = router.route(
            path,
            match to {
                To::Page => get(async |headers: HeaderMap| page::file("index.html", &headers)),
                To::File => get(async |Path(name): Path<String>, headers: HeaderMap| page::file(&name, &headers)),
                To::Description => get(async || (json_type(), DESCRIPTION)),
                To::Kinds => get(async || kinds::kinds()),
                To::Solve => post(async move |request: Request| solve::solve(work, bodies.read(request).await?).await),
                To::Verb(verb) => post(async move |request: Request| {
                    let body = bodies.read(request).await?;
                    let time = work.time_limit;
                    work.run(move |job| verb(&body.bytes, time, job)).await
                }),
            },
        );
    }
    router
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, "there is nothing here"))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this cannot be asked for by this method")
        })
        .layer(from_fn(move |request, next| guard::guard(address, request, next)))
}

/// The body of a request. While it is there, so is its share of the memory for large ones.
pub struct Taken {
    pub bytes: Bytes,
    _share: Option<OwnedSemaphorePermit>,
}

/// Reads bodies, each within a time.
struct Bodies {
    large: Arc<Semaphore>,
    patience: Duration,
}

impl Bodies {
    async fn read(&self, request: Request) -> Result<Taken, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected Content-Type: application/json"));
        }
        let body = request.into_body();
        // Without a length a body may be as large as any.
        let length = body.size_hint().upper().map_or(LARGEST, |length| usize::try_from(length).unwrap_or(usize::MAX));
        let reading = async {
            if length > LARGEST {
                return Err(throw_away(body).await);
            }
            let share = match length {
                ..=SMALL => None,
                length => self.large.clone().acquire_many_owned(length.div_ceil(1024) as u32).await.ok(),
            };
            Ok(Taken { bytes: take(body).await?, _share: share })
        };
        timeout(self.patience, reading)
            .await
            .unwrap_or_else(|_| Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")))
    }
}

/// A body up to the largest.
async fn take(mut body: Body) -> Result<Bytes, Refusal> {
    let mut bytes = Vec::new();
    while let Some(piece) = next(&mut body).await? {
        if bytes.len() + piece.len() > LARGEST {
            return Err(throw_away(body).await);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.into())
}

async fn throw_away(mut body: Body) -> Refusal {
    let mut thrown = 0;
    while let Ok(Some(piece)) = next(&mut body).await {
        thrown += piece.len();
        if thrown > THROWN_AWAY {
            break;
        }
    }
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "a request may have 4 MiB at most")
}

/// The next piece of a body.
async fn next(body: &mut Body) -> Result<Option<Bytes>, Refusal> {
    let mut body = std::pin::Pin::new(body);
    loop {
        match std::future::poll_fn(|context| body.as_mut().poll_frame(context)).await {
            None => return Ok(None),
            Some(Ok(frame)) => match frame.into_data() {
                Ok(piece) => return Ok(Some(piece)),
                Err(_trailers) => {}
            },
            Some(Err(_)) => return Err(Refusal::new(StatusCode::BAD_REQUEST, "the body is broken off")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_description_has_every_route_and_no_other() {
        let routes: BTreeSet<(String, &str)> = ROUTES
            .iter()
            .map(|(path, to)| {
                (path.replace('*', ""), if matches!(to, To::Solve | To::Verb(_)) { "post" } else { "get" })
            })
            .collect();
        let description: Value = serde_json::from_str(DESCRIPTION).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let described = paths.iter().flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (path.clone(), method.as_str()))
        });
        assert_eq!(routes, described.collect());
    }
}
