//! What a visitor may ask of the database at once. Nothing the site or a usual client asks comes near it; without it one
//! short address could keep a core busy for seconds. Pure.

use super::plan::{Condition, Read, Term};
use crate::error::{Error, Result};

/// Comparisons in one question.
const MAX_TERMS: usize = 24;
/// Patterns in one question, and wildcards in one pattern: what comparing them costs grows with each.
const MAX_PATTERNS: usize = 4;
const MAX_WILDCARDS: usize = 4;
/// Of one column, or of one place in a document: under its own name and another one.
const MAX_USES: usize = 2;

pub fn check(plan: &Read) -> Result<()> {
    let mut terms = 0;
    let mut patterns = 0;
    for condition in &plan.conditions {
        count(condition, &mut terms, &mut patterns)?;
    }
    if terms > MAX_TERMS {
        return Err(too_dear(format!("there are more than {MAX_TERMS} filters")));
    }
    if patterns > MAX_PATTERNS {
        return Err(too_dear(format!("there are more than {MAX_PATTERNS} patterns")));
    }
    for (place, output) in plan.outputs.iter().enumerate() {
        let before = plan.outputs[..place].iter().filter(|before| is_same(&before.term, &output.term));
        if before.count() >= MAX_USES {
            let column = output.term.column.name;
            return Err(too_dear(format!("the column {column} is asked for more than {MAX_USES} times")));
        }
    }
    Ok(())
}

fn count(condition: &Condition, terms: &mut usize, patterns: &mut usize) -> Result<()> {
    match condition {
        Condition::All { of, .. } | Condition::Any { of, .. } => {
            return of.iter().try_for_each(|condition| count(condition, terms, patterns));
        }
        Condition::Like { pattern, .. } => {
            *patterns += 1;
            // PostgREST takes `*` for `%`.
            if pattern.matches(['%', '*']).count() > MAX_WILDCARDS {
                return Err(too_dear(format!("a pattern has more than {MAX_WILDCARDS} wildcards")));
            }
        }
        Condition::Match { .. } | Condition::Contains { .. } => *patterns += 1,
        Condition::Is { .. }
        | Condition::Compare { .. }
        | Condition::MadeAfter(_)
        | Condition::MadeAt(_)
        | Condition::Rule(_)
        | Condition::NamesOneOf { .. } => {}
    }
    *terms += 1;
    Ok(())
}

/// A whole document beside places in it is one use each; the same place twice is not.
fn is_same(one: &Term, other: &Term) -> bool {
    one.column.name == other.column.name
        && match (&one.path, &other.path) {
            (None, None) => true,
            (Some(one), Some(other)) => one.steps == other.steps,
            _ => false,
        }
}

fn too_dear(details: String) -> Error {
    Error::refused(400, "54000", "This asks for more than a visitor may ask at once").with_details(details)
}
