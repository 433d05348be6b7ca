//! What one list does again and again: the order of its fields, what stands between them, how each
//! is set.

use std::sync::OnceLock;

use super::{
    atom::Atom,
    cut::{Cut, Sign},
    segment::{Field, Segment},
    token::{Gap, Token},
};

const SIGNS: usize = 13;
const CUTS: usize = SIGNS * 4;

/// Counts over the entries read so far, and what they make likely.
#[derive(Debug, Clone)]
pub(super) struct Habits {
    /// How often a field follows another; the first row is for what an entry begins with.
    order: [[f64; 6]; 6],
    /// How often a cut stands before a field that follows another.
    cuts: Vec<[f64; CUTS]>,
    /// How often a cut stands within a field, and how often at its end.
    inner: [[[f64; 2]; CUTS]; 3],
    /// How often a field is set in each style, and how often it was met.
    styles: [[f64; 5]; 3],
    met: [f64; 3],
    entries: f64,
    /// What [`Habits::follows`] says of each cut, once it was asked.
    likely: OnceLock<Vec<[f64; CUTS + 1]>>,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            order: [[0.0; 6]; 6],
            cuts: vec![[0.0; CUTS]; 36],
            inner: [[[0.0; 2]; CUTS]; 3],
            styles: [[0.0; 5]; 3],
            met: [0.0; 3],
            entries: 0.0,
            likely: OnceLock::new(),
        }
    }
}

impl Habits {
    /// Learns from an entry read with some sureness, 0 to 1.
    pub(super) fn learn(
        &mut self,
        tokens: &[Token],
        atoms: &[Atom],
        segments: &[Segment],
        weight: f64,
    ) {
        self.entries += weight;
        self.likely = OnceLock::new();
        let mut last = 0;
        for segment in segments {
            if segment.field == Field::Other {
                continue;
            }
            let field = segment.field as usize + 1;
            self.order[last][field] += weight;
            self.cuts[last * 6 + field][key(atoms[segment.first].before)] += weight;
            last = field;
            if segment.field as usize <= Field::Venue as usize {
                self.met[segment.field as usize] += weight;
                let inner = &mut self.inner[segment.field as usize];
                for atom in &atoms[segment.first + 1..segment.end] {
                    inner[key(atom.before)][0] += weight;
                }
                if let Some(next) = atoms.get(segment.end) {
                    inner[key(next.before)][1] += weight;
                }
                for (style, share) in styles(tokens, atoms, segment.first, segment.end)
                    .into_iter()
                    .enumerate()
                {
                    self.styles[segment.field as usize][style] += weight * share;
                }
            }
        }
        self.order[last][0] += weight;
    }

    /// How likely the list makes it that a field follows another behind this cut. 0 while nothing
    /// is known; `from` and `to` are fields, `None` the ends of an entry.
    pub(super) fn follows(&self, from: Option<Field>, to: Option<Field>, cut: Option<Cut>) -> f64 {
        if self.entries < 2.0 {
            return 0.0;
        }
        let index = |field: Option<Field>| field.map_or(0, |field| field as usize + 1);
        let cut = cut.map_or(CUTS, key);
        self.likely.get_or_init(|| self.table())[index(from) * 6 + index(to)][cut]
    }

    /// For each two fields and each cut between them, and for no cut, how likely the list makes it.
    fn table(&self) -> Vec<[f64; CUTS + 1]> {
        let mut out = Vec::with_capacity(36);
        for (at, counts) in self.cuts.iter().enumerate() {
            let (from, to) = (at / 6, at % 6);
            let row: f64 = self.order[from].iter().sum();
            // What a long list never does counts more than what a short one has not done yet.
            let order = ratio(self.order[from][to], row, 5.0)
                - if row >= 8.0 && self.order[from][to] < 0.02 * row {
                    1.5
                } else {
                    0.0
                };
            let all: f64 = counts.iter().sum();
            let mut likely = [order; CUTS + 1];
            for (cut, likely) in likely.iter_mut().take(CUTS).enumerate() {
                let sign = cut % SIGNS;
                // A question mark stands where a period would, and so does the period of the last initial of authors.
                let is_period = sign == Sign::Question as usize
                    || sign == Sign::Dot as usize && from == Field::Authors as usize + 1;
                let own = if is_period {
                    let period = cut - sign + Sign::Period as usize;
                    f64::max(counts[cut], counts[period])
                } else {
                    counts[cut]
                };
                *likely += 0.8 * ratio(own, all, 6.0);
            }
            out.push(likely);
        }
        out
    }

    /// Whether a field was met often enough to know how it is set.
    pub(super) fn knows(&self, field: Field) -> bool {
        self.met[field as usize] >= 2.0
    }

    /// How likely the list makes it that a field goes on over a cut rather than end there.
    pub(super) fn crosses(&self, field: Field, cut: Cut) -> f64 {
        let [inner, end] = self.inner[field as usize][key(cut)];
        if inner + end < 3.0 {
            return 0.0;
        }
        0.7 * libm::log((inner + 0.5) / (end + 0.5)).clamp(-3.0, 1.0)
    }

    /// How likely the list makes it that a stretch set so is this field.
    pub(super) fn set_as(&self, field: Field, styles: [f64; 5]) -> f64 {
        let field = field as usize;
        if field > Field::Venue as usize || self.met[field] < 2.0 {
            return 0.0;
        }
        styles
            .into_iter()
            .zip(self.styles[field])
            .map(|(share, count)| {
                let usual = (count + 0.5) / (self.met[field] + 1.0);
                // What is usual speaks for, what is unusual against; half and half says nothing.
                let odds = libm::log(usual / (1.0 - usual)).clamp(-2.5, 2.5);
                0.5 * odds * (2.0 * share - 1.0) * (2.0 * usual - 1.0).abs()
            })
            .sum()
    }
}

/// How far a count lies above what chance would give, as log-odds of at most about two and a half.
fn ratio(count: f64, total: f64, ways: f64) -> f64 {
    libm::log(((count + 0.4) / (total + 0.4 * ways)) * ways * 0.6).clamp(-2.2, 1.6)
}

fn key(cut: Cut) -> usize {
    let gap = match cut.gap {
        Gap::Block => 3,
        Gap::Break | Gap::Wide => 2,
        Gap::Wrap => 1,
        _ => 0,
    };
    gap * SIGNS + (cut.sign.min(Sign::Slashes) as usize)
}

/// The shares of a stretch that are bold, italic, linked, quoted and underlined.
pub(super) fn styles(tokens: &[Token], atoms: &[Atom], first: usize, end: usize) -> [f64; 5] {
    let range = &tokens[atoms[first].first..atoms[end - 1].end.max(atoms[first].first)];
    if range.is_empty() {
        return [0.0; 5];
    }
    let share = |is: &dyn Fn(&Token) -> bool| {
        range.iter().filter(|token| is(token)).count() as f64 / range.len() as f64
    };
    [
        share(&|token| token.style.bold),
        share(&|token| token.style.italic),
        share(&|token| token.link.is_some()),
        f64::from(u8::from(atoms[first].quoted)),
        share(&|token| token.style.underlined),
    ]
}
