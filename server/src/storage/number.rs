//! A whole number in a body. Some clients (Python's among them) send it as text, which the official service takes too.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number(pub i64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
        Ok(Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
        i64::try_from(number).map(Number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
        // Above 2^53 a float no longer tells whole numbers apart.
        match number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0 {
            true => Ok(Number(number as i64)),
            false => Err(E::invalid_value(Unexpected::Float(number), &self)),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        text.trim().parse().map(Number).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_come_as_text() {
        for (json, number) in [("60", 60), ("\"60\"", 60), ("\" -5 \"", -5), ("60.0", 60), ("\"0\"", 0)] {
            assert_eq!(serde_json::from_str::<Number>(json).unwrap(), Number(number), "{json}");
        }
        for json in ["\"\"", "\"x\"", "\"1.5\"", "1.5", "1e99", "18446744073709551615", "true", "null", "[1]", "{}"] {
            assert!(serde_json::from_str::<Number>(json).is_err(), "{json}");
        }
    }
}
