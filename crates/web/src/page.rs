//! The page: the files of `page/`, which are part of the program.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// The files by their names within the folder.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file of that name, or only that it is still the same.
pub fn file(name: &str, asked: &HeaderMap) -> Result<Response, Refusal> {
    let (name, bytes) = FILES
        .iter()
        .find(|(file, _)| *file == name)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is nothing here"))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let headers = [(header::CONTENT_TYPE, media_type(name).to_owned()), (header::ETAG, tag.clone())];
    // Asked for again each time: the program may be a newer one.
    let revalidate = [(header::CACHE_CONTROL, "no-cache")];
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    if known.is_some_and(|tags| tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)) {
        return Ok((StatusCode::NOT_MODIFIED, headers, revalidate).into_response());
    }
    Ok((headers, revalidate, *bytes).into_response())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_with_types_that_browsers_run() {
        assert!(FILES.iter().any(|(name, _)| *name == "index.html"));
        for (name, _) in FILES {
            assert_ne!(media_type(name), "text/plain; charset=utf-8", "{name}");
        }
    }
}
