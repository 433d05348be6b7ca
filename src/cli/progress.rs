use std::{sync::Arc, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{
    http::{self, HttpEvent},
    sync::{self, Event},
};

/// Shows on a terminal what is going on; elsewhere it only writes the log.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar on standard error, or a hidden one.
    pub(super) fn new(visible: bool) -> Arc<Self> {
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix} [{pos}/{len}] {msg}") {
            bar.set_style(style);
        }
        if visible {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Arc::new(Self { bar })
    }

    /// Takes the bar off the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl sync::Watch for Progress {
    fn saw(&self, event: &Event) {
        match event {
            Event::Began {
                phase,
                settled,
                listed,
            } => {
                self.bar.set_length(*listed as u64);
                self.bar.set_position(*settled as u64);
                self.bar.set_prefix(phase.describe());
                self.bar.set_message("");
                tracing::info!("{}: {settled} of {listed} settled", phase.describe());
            }
            Event::Failed { source, message } => tracing::info!("{source}: {message}"),
            Event::Finished => self.bar.set_message(""),
        }
    }
}

impl http::Watch for Progress {
    fn saw(&self, event: &HttpEvent) {
        match event {
            HttpEvent::Waiting {
                service,
                pause,
                why,
            } => {
                self.bar.set_message(format!(
                    "{}: waiting {:.0} s ({why})",
                    service.host_label(),
                    pause.as_secs_f64().ceil()
                ));
            }
            HttpEvent::Sent {
                service,
                url,
                attempt,
            } => {
                self.bar
                    .set_message(format!("asking {}", service.host_label()));
                tracing::info!("{} asked (try {attempt}): {url}", service.host_label());
            }
            HttpEvent::Answered {
                service,
                url,
                status,
            } => {
                tracing::debug!("{} answered {status}: {url}", service.host_label());
            }
            HttpEvent::Refused {
                service,
                cause,
                pause,
            } => {
                tracing::info!(
                    "{} refused: {cause}; left alone for {pause:?}",
                    service.host_label()
                );
            }
            HttpEvent::FromCache { service, url } => {
                tracing::debug!("{} answered by the cache: {url}", service.host_label());
            }
        }
    }
}
