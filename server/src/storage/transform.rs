//! How a picture is asked for, and what is made of it. Whatever is asked, the answer comes from a small fixed set: a
//! stranger must not be able to cause more work or fill more disk than so many results of each file. Never enlarges.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use super::error::{FileError, Result};
use crate::schema::Bucket;

pub const DEFAULT_QUALITY: u8 = 80;
const QUALITIES: &[u8] = &[40, 60, DEFAULT_QUALITY, 90];
/// Of what is cropped or stretched, which comes in many more sizes.
const QUALITIES_OF_SHAPES: &[u8] = &[60, DEFAULT_QUALITY];
/// As many pixels across as what is cropped or stretched may have.
const WIDTHS_OF_SHAPES: &[u32] = &[160, 320, 640, 1280];

const PARAMETERS: [&str; 5] = ["width", "height", "resize", "quality", "format"];

/// What was asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Transform {
    width: Option<f64>,
    height: Option<f64>,
    resize: Resize,
    quality: Option<f64>,
    keep_format: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Resize {
    #[default]
    Cover,
    Contain,
    Fill,
}

/// One of the results that can be made of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    pub width: u32,
    /// To be cropped or stretched into a shape, width by height.
    pub shape: Option<(Fit, (u32, u32))>,
    pub quality: u8,
    pub form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fit {
    Crop,
    Stretch,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    Webp,
    /// For those who cannot show WebP: JPEG, or PNG where it is see-through.
    Plain,
    /// For those who want a PNG to stay one.
    Png,
}

impl Form {
    const ALL: [Form; 3] = [Form::Webp, Form::Plain, Form::Png];

    pub fn name(self) -> &'static str {
        match self {
            Form::Webp => "webp",
            Form::Plain => "plain",
            Form::Png => "png",
        }
    }
}

impl Transform {
    pub fn read(value: impl Fn(&str) -> Option<String>) -> Result<Transform> {
        let resize = match value("resize").as_deref() {
            None | Some("" | "cover") => Resize::Cover,
            Some("contain") => Resize::Contain,
            Some("fill") => Resize::Fill,
            Some(_) => return Err(FileError::invalid("resize must be cover, contain or fill.")),
        };
        let keep_format = match value("format").as_deref() {
            None | Some("") => false,
            Some("origin") => true,
            Some(_) => return Err(FileError::invalid("format must be origin.")),
        };
        let quality = number("quality", value("quality"))?;
        if quality.is_some_and(|quality| !(20.0..=100.0).contains(&quality)) {
            return Err(FileError::invalid("quality must be a number from 20 to 100."));
        }
        // None is the way to say that a side does not matter; some clients send it as 0.
        let side = |name: &str| Ok::<_, FileError>(number(name, value(name))?.filter(|pixels| *pixels > 0.0));
        Ok(Transform { width: side("width")?, height: side("height")?, resize, quality, keep_format })
    }

    /// From the body of a request, where numbers may come as text.
    pub fn read_json(asked: &Map<String, Value>) -> Result<Transform> {
        Transform::read(|name| match asked.get(name)? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        })
    }

    /// As one word, for a token.
    pub fn word(asked: &Map<String, Value>) -> String {
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        for name in PARAMETERS {
            match asked.get(name) {
                None | Some(Value::Null) => {}
                Some(Value::String(text)) => drop(pairs.append_pair(name, text)),
                Some(other) => drop(pairs.append_pair(name, &other.to_string())),
            }
        }
        URL_SAFE_NO_PAD.encode(pairs.finish())
    }

    pub fn read_word(word: &str) -> Result<Transform> {
        let pairs = URL_SAFE_NO_PAD.decode(word).map_err(|_| FileError::BadSignature)?;
        Transform::read(|name| {
            form_urlencoded::parse(&pairs).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        })
    }

    /// What to make of a picture of this size and type, in a bucket that has widths.
    pub fn plan(
        &self,
        bucket: &Bucket,
        (across, down): (Option<i64>, Option<i64>),
        mimetype: &str,
        webp: bool,
    ) -> Plan {
        let form = match mimetype {
            "image/png" if self.keep_format => Form::Png,
            "image/webp" if self.keep_format => Form::Webp,
            _ if self.keep_format || !webp => Form::Plain,
            _ => Form::Webp,
        };
        let longest = across.max(down).unwrap_or(i64::MAX) as f64;
        let ratio = match (across, down) {
            (Some(across), Some(down)) if across > 0 && down > 0 => across as f64 / down as f64,
            _ => 1.0,
        };
        let is_shaped = self.resize != Resize::Contain && !bucket.shapes.is_empty();
        if let (Some(width), Some(height), true) = (self.width, self.height, is_shaped) {
            let fit = if self.resize == Resize::Fill { Fit::Stretch } else { Fit::Crop };
            let shape = nearest(bucket.shapes, width / height);
            let width = step(WIDTHS_OF_SHAPES, width.min(longest));
            return Plan { width, shape: Some((fit, shape)), quality: self.quality(QUALITIES_OF_SHAPES), form };
        }
        // To be as high as asked for, it has to be this wide.
        let by_height = self.height.map(|height| height * ratio);
        let wanted = self.width.unwrap_or(f64::INFINITY).min(by_height.unwrap_or(f64::INFINITY)).min(longest);
        Plan { width: step(bucket.widths, wanted), shape: None, quality: self.quality(QUALITIES), form }
    }

    fn quality(&self, steps: &[u8]) -> u8 {
        let wanted = self.quality.unwrap_or(DEFAULT_QUALITY.into());
        let enough = steps.iter().find(|step| f64::from(**step) >= wanted);
        enough.or(steps.last()).copied().unwrap_or(DEFAULT_QUALITY)
    }
}

impl Plan {
    /// Every result that can come of one picture in this bucket.
    pub fn all(bucket: &Bucket) -> impl Iterator<Item = Plan> {
        let plain =
            bucket.widths.iter().flat_map(|width| QUALITIES.iter().map(move |quality| (*width, None, *quality)));
        let fits = [Fit::Crop, Fit::Stretch];
        let shapes = bucket.shapes.iter().flat_map(move |shape| fits.map(|fit| Some((fit, *shape))));
        let shaped = shapes.flat_map(|shape| {
            let sizes = WIDTHS_OF_SHAPES.iter();
            sizes.flat_map(move |width| QUALITIES_OF_SHAPES.iter().map(move |quality| (*width, shape, *quality)))
        });
        let of_form = |(width, shape, quality)| Form::ALL.map(|form| Plan { width, shape, quality, form });
        plain.chain(shaped).flat_map(of_form)
    }

    /// What tells it from the others, but for its form.
    pub fn name(&self) -> String {
        let mut name = self.width.to_string();
        if let Some((fit, (across, down))) = self.shape {
            let fit = if fit == Fit::Crop { "cover" } else { "fill" };
            name.push_str(&format!("-{fit}{across}x{down}"));
        }
        if self.quality != DEFAULT_QUALITY {
            name.push_str(&format!("-q{}", self.quality));
        }
        name
    }
}

fn number(name: &str, text: Option<String>) -> Result<Option<f64>> {
    let Some(text) = text.as_deref().map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(Some(number)),
        _ => Err(FileError::invalid(format!("{name} must be a number, and not below zero."))),
    }
}

/// The first that is enough, or the largest.
fn step(steps: &[u32], wanted: f64) -> u32 {
    let enough = steps.iter().find(|step| f64::from(**step) >= wanted);
    enough.or(steps.last()).copied().expect("a bucket without widths has no renditions")
}

fn nearest(shapes: &[(u32, u32)], ratio: f64) -> (u32, u32) {
    let distance = |shape: &(u32, u32)| (f64::from(shape.0) / f64::from(shape.1) / ratio).ln().abs();
    let nearest = shapes.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
    nearest.copied().unwrap_or((1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::bucket::WEBSITE_IMAGES;
    use proptest::prelude::*;
    use serde_json::json;

    fn read(query: &str) -> Result<Transform> {
        Transform::read(|name| {
            form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        })
    }

    fn planned(query: &str, across: i64, down: i64) -> Plan {
        read(query).unwrap().plan(&WEBSITE_IMAGES, (Some(across), Some(down)), "image/jpeg", true)
    }

    #[test]
    fn widths_come_from_the_set() {
        for (asked, longest, width) in [
            ("width=160", 4000, 160),
            ("width=1", 4000, 160),
            ("width=161", 4000, 320),
            ("width=332", 4000, 360),
            ("width=640.5", 4000, 768),
            ("width=99999999999999", 4000, 1920),
            ("width=0", 4000, 1920),
            ("width=", 4000, 1920),
            ("", 4000, 1920),
            ("width=1920", 500, 640),
            ("width=320", 500, 320),
            ("height=200&resize=contain", 4000, 480),
            ("height=200", 4000, 480),
            ("width=900&height=100&resize=contain", 4000, 320),
            ("width=100&height=900&resize=contain", 4000, 160),
        ] {
            let plan = planned(asked, longest, longest / 2);
            assert_eq!((plan.name(), plan.form), (width.to_string(), Form::Webp), "{asked}");
        }
    }

    #[test]
    fn shapes_and_qualities_come_from_small_sets() {
        for (asked, name) in [
            ("width=300&height=300", "320-cover1x1"),
            ("width=300&height=200", "320-cover4x3"),
            ("width=900&height=500&resize=cover&quality=100", "1280-cover16x9"),
            ("width=100&height=200&resize=fill&quality=20", "160-fill9x16-q60"),
            ("width=1&height=999999", "160-cover9x16"),
            ("width=5000&height=5000", "1280-cover1x1"),
            ("width=300&quality=20", "320-q40"),
            ("width=300&quality=55", "320-q60"),
            ("width=300&quality=80", "320"),
            ("width=300&quality=81", "320-q90"),
        ] {
            assert_eq!(planned(asked, 4000, 3000).name(), name, "{asked}");
        }
        assert_eq!(Plan::all(&WEBSITE_IMAGES).count(), 3 * (9 * 4 + 5 * 2 * 4 * 2));
    }

    #[test]
    fn a_picture_may_keep_its_format() {
        let form = |mimetype, query| read(query).unwrap().plan(&WEBSITE_IMAGES, (None, None), mimetype, true).form;
        assert_eq!(form("image/png", "format=origin"), Form::Png);
        assert_eq!(form("image/jpeg", "format=origin"), Form::Plain);
        assert_eq!(form("image/webp", "format=origin"), Form::Webp);
        assert_eq!(form("image/png", ""), Form::Webp);
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_a_reason() {
        for (query, word) in [
            ("width=abc", "width"),
            ("width=-5", "width"),
            ("height=NaN", "height"),
            ("height=inf", "height"),
            ("quality=19", "quality"),
            ("quality=101", "quality"),
            ("quality=0", "quality"),
            ("resize=stretch", "resize"),
            ("format=avif", "format"),
        ] {
            let refused = read(query).unwrap_err().to_string();
            assert!(refused.starts_with(word), "{query}: {refused}");
        }
    }

    #[test]
    fn a_token_carries_what_was_asked() {
        let asked =
            json!({ "width": 300, "height": "200", "resize": "fill", "quality": 50, "format": "origin", "x": 1 });
        let asked = asked.as_object().unwrap();
        assert_eq!(Transform::read_word(&Transform::word(asked)).unwrap(), Transform::read_json(asked).unwrap());
        assert!(!Transform::word(asked).contains('.'));
        assert!(Transform::read_json(json!({ "width": [] }).as_object().unwrap()).is_err());
    }

    proptest! {
        /// Whatever is asked, and of whatever picture, the result is one of the set.
        #[test]
        fn no_question_leaves_the_set(
            width in "[0-9.e-]{0,8}", height in "[0-9.e-]{0,8}", quality in "[0-9]{0,3}",
            resize in prop::sample::select(vec!["", "cover", "contain", "fill", "x"]),
            across in prop::option::of(-1..60_000_i64), down in prop::option::of(-1..60_000_i64), webp in any::<bool>(),
        ) {
            if let Ok(asked) = read(&format!("width={width}&height={height}&resize={resize}&quality={quality}")) {
                let plan = asked.plan(&WEBSITE_IMAGES, (across, down), "image/png", webp);
                prop_assert!(Plan::all(&WEBSITE_IMAGES).any(|one| one == plan), "{plan:?}");
            }
        }

        #[test]
        fn no_word_breaks_it(word in "\\PC{0,40}") {
            let _ = Transform::read_word(&word);
        }
    }
}
