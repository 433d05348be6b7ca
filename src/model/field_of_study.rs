use std::fmt;

/// A field of study, as far as it decides which sources know its works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldOfStudy {
    /// Medicine and health.
    Medicine,
    /// Biology, ecology, neuroscience.
    LifeSciences,
    /// Particle and nuclear physics, and gravity.
    ParticlePhysics,
    /// Other physics, astronomy, and the sciences of the earth.
    Physics,
    /// Chemistry and materials.
    Chemistry,
    /// Mathematics.
    Mathematics,
    /// History, philosophy, literature, the arts.
    Humanities,
    /// Economics, law, psychology, linguistics.
    SocialSciences,
    /// Computing.
    Computing,
}

impl FieldOfStudy {
    /// All fields.
    pub const ALL: [Self; 9] = [
        Self::Medicine,
        Self::LifeSciences,
        Self::ParticlePhysics,
        Self::Physics,
        Self::Chemistry,
        Self::Mathematics,
        Self::Humanities,
        Self::SocialSciences,
        Self::Computing,
    ];

    /// All fields but computing.
    pub const BEYOND_COMPUTING: &'static [Self] = Self::ALL.split_at(8).0;

    /// Returns the field of arXiv papers in an archive: `hep-th`, `math`.
    #[must_use]
    pub fn of_archive(archive: &str) -> Option<Self> {
        let archive = archive.split('.').next().unwrap_or_default();
        Some(match archive.to_ascii_lowercase().as_str() {
            "hep-th" | "hep-ph" | "hep-ex" | "hep-lat" | "gr-qc" | "nucl-th" | "nucl-ex" => {
                Self::ParticlePhysics
            }
            "astro-ph" | "cond-mat" | "physics" | "quant-ph" | "nlin" => Self::Physics,
            "math" | "math-ph" => Self::Mathematics,
            "q-bio" => Self::LifeSciences,
            "econ" | "q-fin" => Self::SocialSciences,
            "cs" | "cmp-lg" => Self::Computing,
            _ => return None,
        })
    }
}

impl fmt::Display for FieldOfStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Medicine => "medicine",
            Self::LifeSciences => "life sciences",
            Self::ParticlePhysics => "particle physics",
            Self::Physics => "physics",
            Self::Chemistry => "chemistry",
            Self::Mathematics => "mathematics",
            Self::Humanities => "humanities",
            Self::SocialSciences => "social sciences",
            Self::Computing => "computing",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archive_tells_the_field() {
        let of = FieldOfStudy::of_archive;
        assert_eq!(of("hep-ph"), Some(FieldOfStudy::ParticlePhysics));
        assert_eq!(of("math.gt"), Some(FieldOfStudy::Mathematics));
        assert_eq!(of("cs"), Some(FieldOfStudy::Computing));
        assert_eq!(of("loom"), None);
        assert!(!FieldOfStudy::BEYOND_COMPUTING.contains(&FieldOfStudy::Computing));
        assert_eq!(FieldOfStudy::BEYOND_COMPUTING.len(), 8);
    }
}
