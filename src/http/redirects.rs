use reqwest::redirect::Policy;
use url::{Host, Url};

/// How often a redirect is followed.
const MOST: usize = 5;

/// Follows redirects that stay with the same site and are encrypted: who we are is told to nobody
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
            let host = attempt.url().host_str().unwrap_or_default();
            let elsewhere = format!("it leads to another site, {host}");
            attempt.error(elsewhere)
        }
    })
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
