//! What was found, as lines for a person or as JSON for a program.

use std::fmt::Write;

use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Good,
    /// The site runs, and something should be seen to.
    Warning,
    /// The site does not run as it should, or data is in danger.
    Broken,
}

impl State {
    /// A mark and a word: neither colour nor a sign alone tells anything.
    fn shown(self) -> &'static str {
        match self {
            State::Good => "✓ good   ",
            State::Warning => "! warning",
            State::Broken => "✗ broken ",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// What was looked at, such as "data folder".
    pub subject: &'static str,
    pub state: State,
    /// What was found, in a sentence without its full stop.
    pub text: String,
    /// What to do: commands to type, settings to make, or a sentence where there is nothing to type.
    pub fix: Vec<String>,
}

impl Check {
    pub fn good(subject: &'static str, text: impl Into<String>) -> Check {
        Check { subject, state: State::Good, text: text.into(), fix: Vec::new() }
    }

    pub fn warning(subject: &'static str, text: impl Into<String>, fix: impl Into<String>) -> Check {
        Check { subject, state: State::Warning, text: text.into(), fix: vec![fix.into()] }
    }

    pub fn broken(subject: &'static str, text: impl Into<String>, fix: impl Into<String>) -> Check {
        Check { subject, state: State::Broken, text: text.into(), fix: vec![fix.into()] }
    }

    /// One more thing to do, or another way.
    pub fn or(mut self, fix: impl Into<String>) -> Check {
        self.fix.push(fix.into());
        self
    }
}

#[derive(Debug, Serialize)]
pub struct Report {
    pub checks: Vec<Check>,
}

impl Report {
    /// The worst that was found.
    pub fn state(&self) -> State {
        self.checks.iter().map(|check| check.state).max().unwrap_or(State::Good)
    }

    pub fn count(&self, state: State) -> usize {
        self.checks.iter().filter(|check| check.state == state).count()
    }

    pub fn json(&self) -> String {
        let report = serde_json::json!({
            "version": env!("CARGO_PKG_VERSION"), "state": self.state(), "checks": self.checks,
        });
        format!("{report:#}\n")
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for check in &self.checks {
            let _ = writeln!(text, "{} {}: {}", check.state.shown(), check.subject, one_line(&check.text));
            for fix in &check.fix {
                let _ = writeln!(text, "            → {}", one_line(fix));
            }
        }
        let _ = match (self.count(State::Broken), self.count(State::Warning)) {
            (0, 0) => writeln!(text, "\nEverything that was looked at is in order."),
            (0, warnings) => writeln!(text, "\nNothing is broken; warnings: {warnings}."),
            (broken, warnings) => writeln!(text, "\nBroken: {broken}; warnings: {warnings}."),
        };
        text
    }
}

/// What other servers said may hold anything.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_is_a_line_with_its_state_and_what_to_do_below() {
        let checks = vec![
            Check::good("clock", "it is right"),
            Check::warning("disk", "little is left", "df -h").or("or a larger disk"),
            Check::broken("mail", "it said:\x1b[31m no\n", "try again"),
        ];
        let report = Report { checks };
        assert_eq!(
            report.text(),
            "✓ good    clock: it is right\n\
             ! warning disk: little is left\n            → df -h\n            → or a larger disk\n\
             ✗ broken  mail: it said: [31m no \n            → try again\n\nBroken: 1; warnings: 1.\n"
        );
        let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
        assert_eq!((&json["state"], &json["checks"][1]["state"]), (&"broken".into(), &"warning".into()));
        assert_eq!(json["checks"][1]["fix"], serde_json::json!(["df -h", "or a larger disk"]));
    }
}
