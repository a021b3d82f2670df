//! A strict reader of Prometheus' text form: it refuses what Prometheus itself would take with a sigh.

use std::collections::{BTreeMap, BTreeSet};

pub struct Family {
    pub kind: String,
    pub help: String,
    /// By what stands before the value: the name with its labels.
    pub samples: Vec<(String, f64)>,
}

type Labels = Vec<(String, String)>;

/// The families by name, or what is wrong.
pub fn read(text: &str) -> Result<BTreeMap<String, Family>, String> {
    if !text.ends_with('\n') {
        return Err("the last line does not end".into());
    }
    let mut families = BTreeMap::<String, Family>::new();
    let mut series = BTreeSet::new();
    let mut current = String::new();
    let mut helped: Option<(String, String)> = None;
    for line in text.lines() {
        let wrong = |why: &str| Err(format!("{why}: {line}"));
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let Some((name, help)) = rest.split_once(' ').filter(|(_, help)| !help.trim().is_empty()) else {
                return wrong("no help");
            };
            helped = Some((name.to_owned(), help.to_owned()));
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let Some((name, kind)) = rest.split_once(' ') else { return wrong("no type") };
            let Some((_, help)) = helped.take().filter(|(helped, _)| helped == name) else {
                return wrong("a type without its help");
            };
            check_name(name, kind)?;
            let family = Family { kind: kind.to_owned(), help, samples: Vec::new() };
            if families.insert(name.to_owned(), family).is_some() {
                return wrong("a name twice");
            }
            current = name.to_owned();
        } else {
            let (name, labels, value) = sample(line).ok_or_else(|| format!("no sample: {line}"))?;
            let Some(family) = families.get_mut(&current) else { return wrong("a sample of no family") };
            let suffixes: &[&str] = if family.kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
            if !suffixes.iter().any(|suffix| name == format!("{current}{suffix}")) {
                return wrong("a sample of another family");
            }
            if family.kind != "gauge" && (value.is_nan() || value < 0.0) {
                return wrong("below zero");
            }
            if !series.insert((name.clone(), labels)) {
                return wrong("a series twice");
            }
            family.samples.push((line.rsplit_once(' ').unwrap().0.to_owned(), value));
        }
    }
    for (name, family) in families.iter().filter(|(_, family)| family.kind == "histogram") {
        check_histogram(name, family)?;
    }
    Ok(families)
}

/// Base units, and suffixes that say what a name is.
fn check_name(name: &str, kind: &str) -> Result<(), String> {
    let plain = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    let odd = name.split('_').find(|word| {
        ["ms", "milliseconds", "microseconds", "minutes", "hours", "kb", "mb", "megabytes", "percent"].contains(word)
    });
    let reserved = ["_count", "_sum", "_bucket"].iter().any(|suffix| name.ends_with(suffix));
    match kind {
        _ if !plain || odd.is_some() || reserved => Err(format!("not a good name: {name}")),
        "counter" if !name.ends_with("_total") => Err(format!("a counter without _total: {name}")),
        "gauge" | "histogram" if name.ends_with("_total") => Err(format!("{name} is no counter")),
        "counter" | "gauge" | "histogram" => Ok(()),
        _ => Err(format!("{name} is of no kind: {kind}")),
    }
}

fn sample(line: &str) -> Option<(String, Labels, f64)> {
    let end = line.find(['{', ' '])?;
    let (name, mut rest) = line.split_at(end);
    let mut labels = Labels::new();
    if let Some(inner) = rest.strip_prefix('{') {
        let mut left = inner;
        loop {
            let (label, after) = left.split_once("=\"")?;
            let mut value = String::new();
            let mut letters = after.char_indices();
            let end = loop {
                match letters.next()? {
                    (at, '"') => break at,
                    (_, '\\') => value.push(match letters.next()?.1 {
                        'n' => '\n',
                        letter @ ('"' | '\\') => letter,
                        _ => return None,
                    }),
                    (_, letter) => value.push(letter),
                }
            };
            if label.is_empty() || !label.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
                return None;
            }
            labels.push((label.to_owned(), value));
            left = &after[end + 1..];
            match left.strip_prefix(',') {
                Some(more) => left = more,
                None => break,
            }
        }
        rest = left.strip_prefix('}')?;
    }
    let value = rest.strip_prefix(' ')?;
    (!value.contains(' ')).then_some((name.to_owned(), labels, value.parse().ok()?))
}

/// For each set of labels: rising ends, rising counts, and the last of them is all.
fn check_histogram(name: &str, family: &Family) -> Result<(), String> {
    let mut last: Option<(f64, f64)> = None;
    let mut counted = 0;
    for (series, value) in &family.samples {
        let (sample, labels, _) = sample(&format!("{series} 0")).ok_or("not a series")?;
        if sample == format!("{name}_bucket") {
            let end = labels.iter().find(|(label, _)| label == "le").ok_or(format!("no end: {series}"))?;
            let end: f64 = end.1.parse().map_err(|_| format!("no number: {series}"))?;
            if last.is_some_and(|(before, count)| end <= before || *value < count) {
                return Err(format!("buckets out of order: {series}"));
            }
            last = Some((end, *value));
        } else if sample == format!("{name}_count") {
            let (end, count) = last.take().ok_or(format!("no buckets: {series}"))?;
            if end.is_finite() || count != *value {
                return Err(format!("the last bucket is not all: {series}"));
            }
            counted += 1;
        }
    }
    if last.is_some() || (counted == 0 && !family.samples.is_empty()) {
        return Err(format!("{name} is not complete"));
    }
    Ok(())
}

#[test]
fn what_is_wrong_is_found() {
    let head = "# HELP a_total x\n# TYPE a_total counter\n";
    assert!(read(&format!("{head}a_total{{b=\"c\\\"\"}} 1\n")).is_ok());
    for text in [
        "a_total 1\n",
        "# TYPE a_total counter\na_total 1\n",
        "# HELP a x\n# TYPE a counter\na 1\n",
        "# HELP a_total x\n# TYPE a_total gauge\na_total 1\n",
        "# HELP a_ms x\n# TYPE a_ms gauge\n",
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
        &format!("{head}a_total 1"),
        &format!("{head}a_total 1\na_total 2\n"),
        &format!("{head}b_total 1\n"),
        &format!("{head}a_total -1\n"),
        &format!("{head}a_total{{b=c}} 1\n"),
        &format!("{head}a_total one\n"),
        &format!("{head}{head}a_total 1\n"),
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}
