//! Who may ask, and what every answer carries.
//!
//! A page of another site must not reach this server through the browser of its user: neither by a name that resolves to this
//! machine (the `Host` is checked) nor by a request of its own (the `Origin` is).

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

const HEADERS: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; object-src 'none'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Lets a request through that was meant for this address and comes from its page or from no page.
pub async fn guard(address: SocketAddr, request: Request, next: Next) -> Response {
    let mut response = match refused(address, &request) {
        Some(message) => Refusal::new(StatusCode::FORBIDDEN, message).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let fresh = response.headers().contains_key(header::CACHE_CONTROL);
    if !fresh {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn refused(address: SocketAddr, request: &Request) -> Option<&'static str> {
    let headers = request.headers();
    let authority = request.uri().authority().map(Authority::as_str);
    if !only(headers, header::HOST).is_some_and(|host| is_ours(address, host))
        || authority.is_some_and(|host| !is_ours(address, host))
    {
        return Some("this address is not served here");
    }
    let foreign = match headers.contains_key(header::ORIGIN) {
        false => false,
        true => !only(headers, header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(|host| is_ours(address, host)),
    };
    foreign.then_some("only the page of this server may ask")
}

/// The one value of a header.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Whether `host:port` names this server: this machine by its usual names, or the address it listens on. Where it listens
/// on all addresses any of them will do: a foreign page has a name.
fn is_ours(address: SocketAddr, host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    if port != Some(address.port()) {
        return false;
    }
    if ["127.0.0.1", "[::1]"].contains(&name) || name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.parse::<IpAddr>().is_ok_and(|ip| ip == address.ip() || address.ip().is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_ours_by_address_and_port() {
        let here = SocketAddr::from(([127, 0, 0, 1], 8420));
        for ours in ["127.0.0.1:8420", "localhost:8420", "LOCALHOST:8420", "[::1]:8420"] {
            assert!(is_ours(here, ours), "{ours}");
        }
        for other in [
            "",
            ":8420",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:8420",
            "localhost.evil.example:8420",
            "127.0.0.1.nip.io:8420",
            "[::1]",
            "127.0.0.1:8420:8420",
            "a@127.0.0.1:8420",
            "192.168.0.1:8420",
        ] {
            assert!(!is_ours(here, other), "{other}");
        }
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 80));
        assert!(is_ours(everywhere, "192.168.0.1") && is_ours(everywhere, "[fe80::1]:80"));
        assert!(!is_ours(everywhere, "evil.example") && !is_ours(everywhere, "192.168.0.1:81"));
    }
}
