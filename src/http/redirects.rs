use reqwest::redirect::Policy;
use url::{Host, Url};

use super::{WireError, WireRequest, WireResponse};

/// The number of redirects followed in a row.
const MAX_HOPS: usize = 5;

/// Returns the policy for downloads, whose transport follows redirects itself: those that stay on
/// the same site and encrypted. Nobody else learns who we are, and a stranger's response is none.
pub(super) fn same_site() -> Policy {
    Policy::custom(|attempt| {
        let within = attempt
            .previous()
            .last()
            .is_some_and(|from| stays_on_site(from, attempt.url()));
        if attempt.previous().len() > MAX_HOPS {
            attempt.error("it leads around in circles")
        } else if within {
            attempt.follow()
        } else {
            let message = other_site(attempt.url());
            attempt.error(message)
        }
    })
}

/// Returns the next request if the response is a redirect, or an error if it must not be followed.
/// A redirect status without a location is a response like any other.
pub(super) fn next_hop(
    request: &WireRequest,
    response: &WireResponse,
    hops: usize,
) -> Option<Result<WireRequest, WireError>> {
    if !matches!(response.status, 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = response.header("location")?;
    let Ok(url) = request.url.join(location) else {
        let message = format!("it leads nowhere: `{location}`");
        return Some(Err(WireError::Astray(message)));
    };
    if hops >= MAX_HOPS {
        let message = "it leads around in circles".to_owned();
        return Some(Err(WireError::Astray(message)));
    }
    if !stays_on_site(&request.url, &url) {
        return Some(Err(WireError::Astray(other_site(&url))));
    }
    // As browsers do (RFC 9110, 15.4): only 307 and 308 keep the form.
    let form = request.form.clone().filter(|_| response.status >= 307);
    Some(Ok(WireRequest {
        url,
        form,
        ..request.clone()
    }))
}

fn other_site(url: &Url) -> String {
    match url.host_str() {
        Some(host) => format!("it leads to another site, {host}"),
        None => format!("it leads out of the web, to a `{}:` address", url.scheme()),
    }
}

/// Reports whether a redirect stays on the same site and encrypted. Addresses on this machine need
/// no encryption.
fn stays_on_site(from: &Url, to: &Url) -> bool {
    let (Some(from_host), Some(to_host)) = (from.host_str(), to.host_str()) else {
        return false;
    };
    if is_loopback(from) || is_loopback(to) {
        return from_host == to_host
            && from.scheme() == to.scheme()
            && from.port_or_known_default() == to.port_or_known_default();
    }
    let under = |host: &str, site: &str| {
        host.strip_suffix(site)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    to.scheme() == "https" && (under(from_host, to_host) || under(to_host, from_host))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirect_without_a_host_is_named_by_its_scheme() {
        let url: Url = "file:///etc/passwd".parse().unwrap();
        assert_eq!(
            other_site(&url),
            "it leads out of the web, to a `file:` address"
        );
    }

    #[test]
    fn redirects_stay_on_the_site() {
        for (from, to, want) in [
            ("https://dblp.org/a", "https://dblp.org/b", true),
            ("https://dblp.org/a", "https://www.dblp.org/a", true),
            ("https://www.dblp.org/a", "https://dblp.org/a", true),
            ("http://dblp.org/a", "https://dblp.org/a", true),
            ("https://dblp.org/a", "http://dblp.org/a", false),
            ("https://dblp.org/a", "https://example.org/a", false),
            ("https://dblp.org/a", "https://evildblp.org/a", false),
            ("https://dblp.org/a", "ftp://dblp.org/a", false),
            ("http://dblp.org/a", "http://dblp.org/b", false),
            ("http://127.0.0.1:80/a", "http://127.0.0.1/b", true),
            ("http://127.0.0.1:80/a", "http://127.0.0.1:81/a", false),
            ("https://dblp.org/a", "https://localhost/a", false),
        ] {
            let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
            assert_eq!(stays_on_site(&from, &to), want, "{from} -> {to}");
        }
    }
}
