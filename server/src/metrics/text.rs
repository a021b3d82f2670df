//! Prometheus' text form (version 0.0.4): for each name what it is about and of which kind, then its values.

use std::fmt::{Display, Write};

use super::Histogram;

#[derive(Clone, Copy)]
pub enum Kind {
    Counter,
    Gauge,
    Histogram,
}

/// A whole answer, in the making.
#[derive(Default)]
pub struct Text(String);

/// The values of one name.
pub struct Family<'a> {
    text: &'a mut String,
    name: &'static str,
}

type Labels<'a> = &'a [(&'a str, &'a str)];

impl Text {
    pub fn family(&mut self, name: &'static str, kind: Kind, help: &str) -> Family<'_> {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
        Family { text: &mut self.0, name }
    }

    pub fn counter(&mut self, name: &'static str, help: &str, value: u64) {
        self.family(name, Kind::Counter, help).sample(&[], value);
    }

    pub fn gauge(&mut self, name: &'static str, help: &str, value: impl Display) {
        self.family(name, Kind::Gauge, help).sample(&[], value);
    }

    /// One that may be unknown: then only its name is told.
    pub fn gauge_if_known(&mut self, name: &'static str, help: &str, value: Option<impl Display>) {
        let mut family = self.family(name, Kind::Gauge, help);
        if let Some(value) = value {
            family.sample(&[], value);
        }
    }

    pub fn histogram<const N: usize>(&mut self, name: &'static str, help: &str, histogram: &Histogram<N>) {
        self.family(name, Kind::Histogram, help).histogram(&[], histogram);
    }

    pub fn finish(self) -> String {
        self.0
    }
}

impl Family<'_> {
    pub fn sample(&mut self, labels: Labels, value: impl Display) {
        self.line("", labels, None, &value);
    }

    pub fn histogram<const N: usize>(&mut self, labels: Labels, histogram: &Histogram<N>) {
        let buckets = histogram.cumulative();
        for (end, count) in &buckets {
            self.line("_bucket", labels, Some(("le", end)), count);
        }
        self.line("_sum", labels, None, &histogram.sum());
        self.line("_count", labels, None, &buckets.last().map_or(0, |(_, count)| *count));
    }

    fn line(&mut self, suffix: &str, labels: Labels, last: Option<(&str, &str)>, value: &dyn Display) {
        let labels: Vec<String> =
            labels.iter().copied().chain(last).map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect();
        let _ = match labels.is_empty() {
            true => writeln!(self.text, "{}{suffix} {value}", self.name),
            false => writeln!(self.text, "{}{suffix}{{{}}} {value}", self.name, labels.join(",")),
        };
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_under_their_name_and_labels_are_escaped() {
        let mut text = Text::default();
        text.gauge("a_bytes", "How large.", 1.5);
        text.gauge_if_known("b_seconds", "Not known.", None::<u64>);
        text.family("c_total", Kind::Counter, "Odd.").sample(&[("x", "a\"b\\c\nd"), ("y", "z")], 3);
        assert_eq!(
            text.finish(),
            "# HELP a_bytes How large.\n# TYPE a_bytes gauge\na_bytes 1.5\n\
             # HELP b_seconds Not known.\n# TYPE b_seconds gauge\n\
             # HELP c_total Odd.\n# TYPE c_total counter\nc_total{x=\"a\\\"b\\\\c\\nd\",y=\"z\"} 3\n"
        );
    }
}
