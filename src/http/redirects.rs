use reqwest::redirect::Policy;
use url::{Host, Url};

use super::{WireError, WireReply, WireRequest};

/// How often a redirect is followed.
const MOST: usize = 5;

/// For files, which are asked for one at a time: follows redirects that stay with the same site and are encrypted: who we are is told to nobody
/// else, and what a stranger says is no answer.
pub(super) fn same_site() -> Policy {
    Policy::custom(|attempt| {
        let within = attempt
            .previous()
            .last()
            .is_some_and(|from| stays(from, attempt.url()));
        if attempt.previous().len() > MOST {
            attempt.error("it leads around in circles")
        } else if within {
            attempt.follow()
        } else {
            let elsewhere = elsewhere(attempt.url());
            attempt.error(elsewhere)
        }
    })
}

/// The next request, where a reply says that the answer is elsewhere; an error where that is no place
/// to go. Only then: a status of redirection without a place is a reply as any other.
pub(super) fn hop(
    request: &WireRequest,
    reply: &WireReply,
    hops: usize,
) -> Option<Result<WireRequest, WireError>> {
    if !matches!(reply.status, 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let place = reply.header("location")?;
    let Ok(url) = request.url.join(place) else {
        let said = format!("it leads nowhere: `{place}`");
        return Some(Err(WireError::Astray(said)));
    };
    if hops >= MOST {
        let said = "it leads around in circles".to_owned();
        return Some(Err(WireError::Astray(said)));
    }
    if !stays(&request.url, &url) {
        return Some(Err(WireError::Astray(elsewhere(&url))));
    }
    // As browsers do it (RFC 9110, 15.4): only 307 and 308 say that the form goes along.
    let form = request.form.clone().filter(|_| reply.status >= 307);
    Some(Ok(WireRequest {
        url,
        form,
        ..request.clone()
    }))
}

fn elsewhere(url: &Url) -> String {
    match url.host_str() {
        Some(host) => format!("it leads to another site, {host}"),
        None => format!("it leads out of the web, to a `{}:` address", url.scheme()),
    }
}

/// Whether a redirect stays with the same site and is encrypted. On this machine nobody listens in.
fn stays(from: &Url, to: &Url) -> bool {
    let (Some(from_host), Some(to_host)) = (from.host_str(), to.host_str()) else {
        return false;
    };
    if is_here(from) || is_here(to) {
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

fn is_here(url: &Url) -> bool {
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
    fn a_redirect_without_a_host_is_named_by_its_scheme() {
        let url: Url = "file:///etc/passwd".parse().unwrap();
        assert_eq!(
            elsewhere(&url),
            "it leads out of the web, to a `file:` address"
        );
    }

    #[test]
    fn redirects_stay_with_the_site() {
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
            assert_eq!(stays(&from, &to), want, "{from} -> {to}");
        }
    }
}
