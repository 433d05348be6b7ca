//! The commands that classes of astronomy define for journals.

/// What a command prints, as the AAS macros (`aas_macros.sty` of the American Astronomical Society's journals) have it.
#[rustfmt::skip]
pub(super) fn journal(name: &str) -> Option<&'static str> {
    Some(match name {
        "aj" => "AJ", "actaa" => "Acta Astron.", "araa" => "ARA&A", "apj" | "apjl" | "apjlett" => "ApJ",
        "apjs" | "apjsupp" => "ApJS", "ao" | "applopt" => "Appl. Opt.", "apss" => "Ap&SS", "aap" | "astap" => "A&A",
        "aapr" => "A&A Rev.", "aaps" => "A&AS", "azh" => "AZh", "baas" => "BAAS", "caa" => "Chinese Astron. Astrophys.",
        "cjaa" => "Chinese J. Astron. Astrophys.", "icarus" => "Icarus", "jcap" => "J. Cosmology Astropart. Phys.",
        "jrasc" => "JRASC", "mnras" => "MNRAS", "memras" => "MmRAS", "na" => "New A", "nar" => "New A Rev.",
        "pasa" => "PASA", "pra" => "Phys. Rev. A", "prb" => "Phys. Rev. B", "prc" => "Phys. Rev. C",
        "prd" => "Phys. Rev. D", "pre" => "Phys. Rev. E", "prl" => "Phys. Rev. Lett.", "pasp" => "PASP", "pasj" => "PASJ",
        "qjras" => "QJRAS", "rmxaa" => "Rev. Mexicana Astron. Astrofis.", "skytel" => "S&T", "solphys" => "Sol. Phys.",
        "sovast" => "Soviet Ast.", "ssr" => "Space Sci. Rev.", "zap" => "ZAp", "nat" => "Nature", "iaucirc" => "IAU Circ.",
        "aplett" => "Astrophys. Lett.", "apspr" => "Astrophys. Space Phys. Res.", "bain" => "Bull. Astron. Inst. Netherlands",
        "fcp" => "Fund. Cosmic Phys.", "gca" => "Geochim. Cosmochim. Acta", "grl" => "Geophys. Res. Lett.",
        "jcp" => "J. Chem. Phys.", "jgr" => "J. Geophys. Res.", "jqsrt" => "J. Quant. Spectr. Rad. Transf.",
        "memsai" => "Mem. Soc. Astron. Italiana", "nphysa" => "Nucl. Phys. A", "physrep" => "Phys. Rep.",
        "physscr" => "Phys. Scr", "planss" => "Planet. Space Sci.", "procspie" => "Proc. SPIE",
        _ => return None,
    })
}
