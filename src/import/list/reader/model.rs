//! The weights as a file.

use std::sync::{Arc, OnceLock};

use super::{
    crf::Crf,
    fields::WORD_LABELS,
    lines::LABELS,
    table::{PLACES, Table},
};

/// All weights of the reader.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Labels rows by themselves and their neighbours.
    pub(super) first: Crf,
    /// Labels rows, with the votes of the first.
    pub(super) second: Crf,
    /// Labels the words of an entry.
    pub(super) fields: Arc<Crf>,
    /// Judges whole readings.
    pub(super) whole: Crf,
    /// Judges entries.
    pub(super) choice: Crf,
    /// Rates the fields of entries.
    pub(super) certainty: Crf,
}

/// The number of labels of each part.
const PARTS: [usize; 6] = [LABELS, LABELS, WORD_LABELS, 2, 2, 2];

/// Places whose weights are all smaller are left out.
const SMALLEST: f32 = 0.005;

/// The largest size in bytes of the weights when unpacked.
const LARGEST: usize = 64 << 20;

/// The weights that come with the program, if they can be read.
pub(super) fn shipped() -> Option<&'static Model> {
    static MODEL: OnceLock<Option<Model>> = OnceLock::new();
    MODEL
        .get_or_init(|| Model::read(include_bytes!("reader.model")))
        .as_ref()
}

impl Model {
    /// The weights as bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if they can't be packed.
    pub fn write(&self) -> std::io::Result<Vec<u8>> {
        pack(&[
            &self.first,
            &self.second,
            &self.fields,
            &self.whole,
            &self.choice,
            &self.certainty,
        ])
    }

    /// Reads weights; `None` if the bytes are none.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let [first, second, fields, whole, choice, certainty] = unpack(bytes, PARTS)?;
        Some(Self {
            first,
            second,
            fields: Arc::new(fields),
            whole,
            choice,
            certainty,
        })
    }
}

/// The parts as bytes: of each its step weights, then the places that have weights as distances, and each of
/// their weights as a number from -32767 to 32767 of the part's unit.
fn pack(parts: &[&Crf]) -> std::io::Result<Vec<u8>> {
    let mut raw = Vec::new();
    for part in parts {
        let unit = (part.weights.largest() / 32_767.0).max(1e-9);
        for value in part.steps.iter().chain([&unit]) {
            raw.extend(value.to_le_bytes());
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 32767")]
        let small = |weight: &f32| (weight / unit).round() as i16;
        let of = |place: usize| part.weights.of(place).unwrap_or_default();
        let places: Vec<usize> = (0..PLACES)
            .filter(|place| of(*place).iter().any(|weight| weight.abs() > SMALLEST))
            .collect();
        raw.extend(
            u32::try_from(places.len())
                .unwrap_or(u32::MAX)
                .to_le_bytes(),
        );
        let mut before = 0;
        for place in &places {
            let mut distance = place - before;
            before = *place;
            while distance >= 0x80 {
                raw.push(u8::try_from(distance % 0x80).unwrap_or(0) | 0x80);
                distance /= 0x80;
            }
            raw.push(u8::try_from(distance).unwrap_or(0));
        }
        for label in 0..part.labels {
            let weights = || {
                places
                    .iter()
                    .map(|place| small(&of(*place)[label]).to_le_bytes())
            };
            raw.extend(weights().map(|bytes| bytes[0]));
            raw.extend(weights().map(|bytes| bytes[1]));
        }
    }
    zstd::bulk::compress(&raw, 19)
}

/// The parts of these bytes, with so many labels each; `None` if the bytes are none.
fn unpack<const N: usize>(bytes: &[u8], labels: [usize; N]) -> Option<[Crf; N]> {
    let raw = zstd::bulk::decompress(bytes, LARGEST).ok()?;
    let mut rest = raw.as_slice();
    let parts: Vec<Crf> = labels
        .into_iter()
        .map(|labels| part(&mut rest, labels))
        .collect::<Option<_>>()?;
    let parts = parts.try_into().ok()?;
    rest.is_empty().then_some(parts)
}

impl Crf {
    /// The weights as bytes.
    pub(super) fn write(&self) -> std::io::Result<Vec<u8>> {
        pack(&[self])
    }

    /// Reads weights of so many labels; `None` if the bytes are none.
    pub(super) fn read(bytes: &[u8], labels: usize) -> Option<Self> {
        let [only] = unpack(bytes, [labels])?;
        Some(only)
    }

    /// The same weights, to learn on.
    pub(super) fn spread(&self) -> Self {
        Self {
            labels: self.labels,
            weights: self.weights.spread(),
            steps: self.steps.clone(),
        }
    }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (head, tail) = rest.split_at_checked(count)?;
    *rest = tail;
    Some(head)
}

fn four(rest: &mut &[u8]) -> Option<[u8; 4]> {
    take(rest, 4)?.try_into().ok()
}

fn number(rest: &mut &[u8]) -> Option<f32> {
    Some(f32::from_le_bytes(four(rest)?)).filter(|number| number.is_finite())
}

fn part(rest: &mut &[u8], labels: usize) -> Option<Crf> {
    let steps: Vec<f32> = (0..(labels + 1) * labels)
        .map(|_| number(rest))
        .collect::<Option<_>>()?;
    let unit = number(rest)?;
    let count = usize::try_from(u32::from_le_bytes(four(rest)?)).ok()?;
    if count > PLACES {
        return None;
    }
    let mut places = Vec::with_capacity(count);
    let mut place = 0_usize;
    for _ in 0..count {
        let mut shift = 0;
        loop {
            let byte = *take(rest, 1)?.first()?;
            place = place.checked_add(usize::from(byte & 0x7f).checked_shl(shift)?)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
            if shift > 28 {
                return None;
            }
        }
        if place >= PLACES || places.last().is_some_and(|last| *last >= place) {
            return None;
        }
        places.push(place);
    }
    let mut weights = Table::at(labels, &places);
    for label in 0..labels {
        let (low, high) = (take(rest, count)?, take(rest, count)?);
        for (place, bytes) in places.iter().zip(low.iter().zip(high)) {
            let weight = i16::from_le_bytes([*bytes.0, *bytes.1]);
            weights.of_mut(*place)?[label] = f32::from(weight) * unit;
        }
    }
    Some(Crf {
        labels,
        weights,
        steps,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let mut first = Crf::new(LABELS);
        first.weights.of_mut(300).unwrap()[1] = 1.27;
        first.weights.of_mut(PLACES - 1).unwrap()[0] = -0.5;
        first.steps[2] = 0.3;
        let model = Model {
            second: Crf::new(LABELS),
            fields: Arc::new(Crf::new(WORD_LABELS)),
            whole: Crf::new(2),
            choice: Crf::new(2),
            certainty: Crf::new(2),
            first,
        };
        let again = Model::read(&model.write().unwrap()).unwrap();
        let weight = |place, label: usize| again.first.weights.of(place).unwrap()[label];
        assert!((weight(300, 1) - 1.27).abs() < 0.01);
        assert!((weight(PLACES - 1, 0) + 0.5).abs() < 0.01);
        assert_eq!(again.first.steps, model.first.steps);
        assert_eq!(again.choice, model.choice);
    }

    #[test]
    fn the_weights_of_the_program_can_be_read() {
        assert!(shipped().is_some());
    }

    #[test]
    fn other_bytes_are_no_weights() {
        assert_eq!(Model::read(b""), None);
        assert_eq!(Model::read(b"no weights at all"), None);
        let packed = |raw: &[u8]| zstd::bulk::compress(raw, 1).unwrap();
        assert_eq!(Model::read(&packed(&[0xff; 90])), None);
        // No weights: for each part its steps and unit as numbers, and no places.
        let size: usize = PARTS
            .iter()
            .map(|labels| (labels + 1) * labels * 4 + 8)
            .sum();
        let mut raw = vec![0; size];
        assert!(Model::read(&packed(&raw)).is_some());
        raw.push(0);
        assert_eq!(Model::read(&packed(&raw)), None);
        raw.pop();
        raw[..4].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Model::read(&packed(&raw)), None);
    }
}
