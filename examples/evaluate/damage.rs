//! Kinds of damage to titles on their way into a list, each applied separately.

/// A kind of damage: its name, and a function from a title and a case number to the damaged title,
/// or to `None` if it does not apply.
pub(crate) type Damage = (&'static str, fn(&str, usize) -> Option<String>);

/// All kinds of damage.
pub(crate) const DAMAGES: [Damage; 21] = [
    ("a letter wrong", |title, _| on_longest(title, wrong)),
    ("a letter missing", |title, _| {
        on_longest(title, |word| without(word, word.chars().count() / 2))
    }),
    ("first letter missing", |title, _| {
        on_longest(title, |word| without(word, 0))
    }),
    ("a letter wrong in each word", |title, _| {
        Some(each(title, wrong))
    }),
    ("two letters wrong in each word", |title, _| {
        Some(each(title, |word| wrong(&without(word, 1))))
    }),
    ("a word missing", |title, n| words_less(title, &[n])),
    ("a letter wrong, a word missing", |title, n| {
        on_longest(&words_less(title, &[n])?, wrong)
    }),
    ("two words missing", |title, n| {
        words_less(title, &[n, n + 2])
    }),
    ("two words exchanged", |title, n| {
        let mut words = words(title);
        let at = n % words.len().max(2);
        (at + 1 < words.len()).then(|| words.swap(at, at + 1));
        Some(words.join(" "))
    }),
    ("cut in half", |title, _| {
        let words = words(title);
        (words.len() > 3).then(|| words[..=words.len() / 2].join(" "))
    }),
    ("cut within a word", |title, _| {
        let kept: String = title.chars().take(40).collect();
        (kept.len() < title.len()).then_some(kept)
    }),
    ("subtitle dropped", |title, _| {
        Some(title.split_once(": ")?.0.to_owned())
    }),
    ("head dropped", |title, _| {
        Some(title.split_once(": ")?.1.to_owned())
    }),
    ("another subtitle", |title, _| {
        let head = title.split_once(": ")?.0;
        Some(format!("{head}: An Approach and Its Evaluation"))
    }),
    ("two words glued", |title, n| {
        let words = words(title);
        let at = n % words.len().checked_sub(1).filter(|gaps| *gaps > 0)?;
        Some(
            [
                &words[..at],
                &[words[at..at + 2].concat()],
                &words[at + 2..],
            ]
            .concat()
            .join(" "),
        )
    }),
    ("words glued in pairs, a word missing", |title, n| {
        let less = words_less(title, &[n])?;
        let pairs: Vec<String> = words(&less).chunks(2).map(<[String]>::concat).collect();
        Some(pairs.join(" "))
    }),
    ("words broken in two", |title, _| {
        Some(each(title, |word| {
            let half = word.chars().count() / 2;
            let head: String = word.chars().take(half).collect();
            format!("{head} {}", word.chars().skip(half).collect::<String>())
        }))
    }),
    ("umlauts written out", |title, _| {
        let out = [
            "ä ae", "ö oe", "ü ue", "Ä Ae", "Ö Oe", "Ü Ue", "ø oe", "å aa",
        ]
        .iter()
        .filter_map(|pair| pair.split_once(' '))
        .fold(title.to_owned(), |text, (from, to)| text.replace(from, to));
        (out != title).then_some(out)
    }),
    ("accented letters lost", |title, _| {
        (!title.is_ascii()).then(|| title.replace(|c: char| !c.is_ascii(), " "))
    }),
    ("misread by a scanner", |title, _| {
        Some(
            [("m", "rn"), ("cl", "d"), ("l", "1"), ("h", "b"), ("O", "0")]
                .iter()
                .fold(title.to_owned(), |text, (from, to)| {
                    text.replacen(from, to, 2)
                }),
        )
    }),
    ("rests of markup", |title, _| {
        Some(format!(
            "<i>{}</i> &amp;nbsp; {{\\em",
            title.replace("and", "&amp;").replacen(' ', " \\textbf ", 1)
        ))
    }),
];

fn words(title: &str) -> Vec<String> {
    title.split(' ').map(str::to_owned).collect()
}

fn without(word: &str, at: usize) -> String {
    let kept = word.chars().enumerate().filter(|(n, _)| *n != at);
    kept.map(|(_, c)| c).collect()
}

fn wrong(word: &str) -> String {
    let middle = word.chars().count() / 2;
    let letter = |(n, c)| if n == middle { 'x' } else { c };
    word.chars().enumerate().map(letter).collect()
}

fn on_longest(title: &str, damage: impl Fn(&str) -> String) -> Option<String> {
    let mut words = words(title);
    let longest = words.iter_mut().max_by_key(|word| word.len())?;
    *longest = damage(longest);
    Some(words.join(" "))
}

/// Applies damage to each word of four letters or more.
fn each(title: &str, damage: impl Fn(&str) -> String) -> String {
    let long = |word: &&String| word.chars().count() > 3;
    let words = words(title);
    let words = words.iter().map(|word| {
        Some(word)
            .filter(long)
            .map_or_else(|| word.clone(), |word| damage(word))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn words_less(title: &str, at: &[usize]) -> Option<String> {
    let words = words(title);
    let gone: Vec<usize> = at.iter().map(|at| at % words.len()).collect();
    let kept = words.iter().enumerate().filter(|(n, _)| !gone.contains(n));
    let kept: Vec<&str> = kept.map(|(_, word)| word.as_str()).collect();
    (words.len() > 3).then(|| kept.join(" "))
}
