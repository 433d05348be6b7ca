//! Charts as SVG, each with a title, a description, and a table with the same numbers.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, Render as _, html};

use super::{
    content::{Chart, ChartForm, Table},
    markup::table,
};

/// The width of every chart, in units of the drawing. On a screen a unit is about a pixel.
const WIDTH: usize = 400;
/// The height of the columns.
const HEIGHT: usize = 150;
/// The height of a lying bar with its name.
const ROW: usize = 36;
/// The number of colours; further parts have the last one.
const COLOURS: usize = 6;

impl Chart {
    /// Draws it. `nth` makes its ids unique on the page.
    pub(super) fn draw(&self, nth: usize) -> Markup {
        let (title, desc) = (format!("c{nth}t"), format!("c{nth}d"));
        let (height, drawing) = match self.form {
            ChartForm::Columns => (HEIGHT + 40, self.columns()),
            ChartForm::Ranking => (self.bars.len() * ROW + 4, self.ranking()),
        };
        html! {
            figure {
                h3 { (self.title) }
                svg viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-labelledby={ (title) " " (desc) } {
                    title id=(title) { (self.title) }
                    desc id=(desc) { (self.say) }
                    (drawing)
                }
                @if self.parts.len() > 1 {
                    ul.legend { @for (at, part) in self.parts.iter().enumerate() {
                        li { i class={ "f" (at.min(COLOURS - 1)) } {} (part) }
                    } }
                }
                figcaption { (self.say) }
                details { summary { "The numbers" } (table(&self.numbers())) }
            }
        }
    }

    /// Returns the numbers that it is drawn from.
    fn numbers(&self) -> Table {
        let head = std::iter::once(self.unit.clone()).chain(self.parts.iter().cloned());
        let rows = self.bars.iter().map(|(name, sizes)| {
            let sizes = sizes.iter().map(ToString::to_string);
            std::iter::once(name.clone()).chain(sizes).collect()
        });
        Table {
            caption: String::new(),
            head: head.collect(),
            rows: rows.collect(),
        }
    }

    fn columns(&self) -> Markup {
        const LEFT: usize = 26;
        let most = self.bars.iter().map(|(_, sizes)| sizes.iter().sum());
        let most: usize = most.max().unwrap_or(0).max(1);
        let step = step(most);
        let top = most.div_ceil(step) * step;
        // All lengths are in tenths of a unit, so that they are whole numbers.
        let tall = |size: usize| size * HEIGHT * 10 / top;
        let base = HEIGHT * 10 + 100;
        let slot = (WIDTH - LEFT) * 10 / self.bars.len().max(1);
        let slot = slot.min(420);
        let wide = (slot * 8 / 10).max(10);
        let mut out = String::new();
        for line in (0..=top).step_by(step) {
            let y = Tenths(base - tall(line));
            _ = write!(
                out,
                "<path class=g d=\"M{LEFT} {y}H{WIDTH}\"/><text class=a x={} y={} text-anchor=end>{line}</text>",
                LEFT - 5,
                Tenths(base - tall(line) + 40)
            );
        }
        // A name takes about 34 units.
        let every = (340 / slot.max(1) + 1).max(1);
        for (nth, (name, sizes)) in self.bars.iter().enumerate() {
            let x = LEFT * 10 + nth * slot + (slot - wide) / 2;
            let mut y = base;
            let all: usize = sizes.iter().sum();
            let told = Escaped(format!("{name}: {all}"));
            _ = write!(out, "<g><title>{told}</title>");
            for (part, size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
                let h = tall(*size);
                y = y.saturating_sub(h);
                _ = write!(
                    out,
                    "<rect class=f{} x={} y={} width={} height={} />",
                    part.min(COLOURS - 1),
                    Tenths(x),
                    Tenths(y),
                    Tenths(wide),
                    // A line of the background parts two colours.
                    Tenths(h.saturating_sub(if y + h < base { 10 } else { 0 }).max(5))
                );
            }
            out.push_str("</g>");
            // Counted from the last, which is the one that is looked for.
            if (self.bars.len() - 1 - nth).is_multiple_of(every) {
                _ = write!(
                    out,
                    "<text class=a x={} y={} text-anchor=middle>{}</text>",
                    Tenths(LEFT * 10 + nth * slot + slot / 2),
                    Tenths(base + 170),
                    Escaped(name.clone())
                );
            }
        }
        PreEscaped(out)
    }

    fn ranking(&self) -> Markup {
        const LETTERS: usize = 46;
        let most = self.bars.iter().map(|(_, sizes)| sizes.iter().sum());
        let most: usize = most.max().unwrap_or(0).max(1);
        let mut out = String::new();
        for (nth, (name, sizes)) in self.bars.iter().enumerate() {
            let top = nth * ROW;
            let all: usize = sizes.iter().sum();
            let shown: String = if name.chars().count() > LETTERS {
                let head: String = name.chars().take(LETTERS - 1).collect();
                format!("{}…", head.trim_end())
            } else {
                name.clone()
            };
            _ = write!(
                out,
                "<g><title>{}</title><text class=b x=0 y={}>{}</text><text class=b x={WIDTH} y={} text-anchor=end>{all}</text>",
                Escaped(format!("{name}: {all}")),
                top + 14,
                Escaped(shown),
                top + 14,
            );
            _ = write!(
                out,
                "<rect class=t x=0 y={} width={WIDTH} height=7 rx=3.5 />",
                top + 20
            );
            let mut x = 0;
            for (part, size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
                let w = (size * WIDTH * 10 / most).max(30);
                _ = write!(
                    out,
                    "<rect class=f{} x={} y={} width={} height=7 rx=3.5 />",
                    part.min(COLOURS - 1),
                    Tenths(x),
                    top + 20,
                    Tenths(w)
                );
                x += w;
            }
            out.push_str("</g>");
        }
        PreEscaped(out)
    }
}

/// Returns the distance of the lines of an axis: 1, 2 or 5 times a power of ten, about four lines.
fn step(most: usize) -> usize {
    let mut unit = 1;
    loop {
        for factor in [1, 2, 5] {
            if factor * unit * 4 >= most {
                return factor * unit;
            }
        }
        unit *= 10;
    }
}

/// A length in tenths of a unit.
struct Tenths(usize);

impl std::fmt::Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            tenth => write!(f, "{}.{tenth}", self.0 / 10),
        }
    }
}

/// A text that is escaped where it is written.
struct Escaped(String);

impl std::fmt::Display for Escaped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.render().into_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axis_has_few_round_lines() {
        for (most, want) in [
            (1, 1),
            (4, 1),
            (5, 2),
            (8, 2),
            (17, 5),
            (40, 10),
            (900, 500),
        ] {
            assert_eq!(step(most), want, "{most}");
        }
    }

    #[test]
    fn names_in_drawings_are_escaped() {
        for form in [ChartForm::Columns, ChartForm::Ranking] {
            let chart = Chart {
                title: "<b>".into(),
                say: "a & b".into(),
                unit: "venue".into(),
                parts: vec!["works".into()],
                bars: vec![("<script>alert(1)</script>".into(), vec![3])],
                form,
            };
            let drawn = chart.draw(0).into_string();
            assert!(
                !drawn.contains("<script") && !drawn.contains("<b>"),
                "{drawn}"
            );
            assert!(drawn.contains("&lt;script&gt;"), "{drawn}");
        }
    }
}
