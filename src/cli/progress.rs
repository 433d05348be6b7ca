use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::waits::Waits;
use crate::{
    http::{self, HttpEvent},
    sync::{self, Event},
};

/// Shows progress on a terminal, and writes it to the log.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    bar: ProgressBar,
    waits: Arc<Mutex<Waits>>,
}

impl Progress {
    /// Makes a progress bar on standard error, or a hidden one.
    pub(super) fn new(visible: bool) -> Arc<Self> {
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let waits: Arc<Mutex<Waits>> = Arc::default();
        let template = "{spinner} {prefix} [{pos}/{len}] {waits}{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let waits = Arc::clone(&waits);
            // Drawn at every tick, so that remaining times are counted down.
            let line = move |state: &ProgressState, out: &mut dyn fmt::Write| {
                let line = lock(&waits).line(state.elapsed());
                let after = if line.is_empty() { "" } else { "; " };
                _ = write!(out, "{line}{after}");
            };
            bar.set_style(style.with_key("waits", line));
        }
        if visible {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Arc::new(Self { bar, waits })
    }

    /// Removes the bar from the terminal.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl sync::Observer for Progress {
    fn on_event(&self, event: &Event) {
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

impl http::HttpObserver for Progress {
    fn on_event(&self, event: &HttpEvent) {
        match event {
            HttpEvent::Waiting {
                service,
                pause,
                why,
            } => {
                let service = service.host_label();
                // The elapsed time is read before `waits` is locked: drawing locks the bar first,
                // then `waits`.
                let now = self.bar.elapsed();
                lock(&self.waits).begin(service, now, *pause, why);
                if *pause >= Duration::from_secs(1) {
                    let seconds = pause.as_secs_f64().ceil();
                    tracing::info!("{service}: waiting {seconds:.0} s ({why})");
                }
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
                lock(&self.waits).end(service.host_label());
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

fn lock(waits: &Mutex<Waits>) -> MutexGuard<'_, Waits> {
    waits.lock().unwrap_or_else(PoisonError::into_inner)
}
