//! What may be in a drawing: elements, attributes and styles known to draw and to do nothing else.

use super::kind::Size;

pub const SVG: &str = "http://www.w3.org/2000/svg";
pub const XLINK: &str = "http://www.w3.org/1999/xlink";
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";

#[rustfmt::skip]
static ELEMENTS: &[&str] = &[
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    "text", "tspan", "textPath", "title", "desc", "style", "image",
    "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "filter",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting",
    "feSpotLight", "feTile", "feTurbulence",
];

#[rustfmt::skip]
static ATTRIBUTES: &[&str] = &[
    "id", "class", "style", "href", "role", "aria-label", "aria-labelledby", "aria-hidden", "lang", "version",
    "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "dx", "dy", "d", "points",
    "width", "height", "viewBox", "preserveAspectRatio", "transform", "transform-origin", "pathLength", "offset",
    "gradientUnits", "gradientTransform", "spreadMethod", "patternUnits", "patternContentUnits", "patternTransform",
    "clipPathUnits", "maskUnits", "maskContentUnits", "markerUnits", "markerWidth", "markerHeight", "orient", "refX",
    "refY", "filterUnits", "primitiveUnits", "rotate", "textLength", "lengthAdjust", "startOffset", "method",
    "spacing", "side",
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "opacity", "color", "display",
    "visibility", "overflow", "clip", "clip-path", "clip-rule", "mask", "mask-type", "filter", "marker", "marker-start",
    "marker-mid", "marker-end", "stop-color", "stop-opacity", "flood-color", "flood-opacity", "lighting-color",
    "color-interpolation", "color-interpolation-filters", "color-rendering", "image-rendering", "shape-rendering",
    "text-rendering", "vector-effect", "paint-order", "mix-blend-mode", "isolation", "enable-background",
    "font-family", "font-size", "font-size-adjust", "font-stretch", "font-style", "font-variant", "font-weight",
    "letter-spacing", "word-spacing", "text-anchor", "text-decoration", "dominant-baseline", "alignment-baseline",
    "baseline-shift", "direction", "unicode-bidi", "writing-mode",
    "in", "in2", "result", "mode", "type", "values", "tableValues", "slope", "intercept", "amplitude", "exponent",
    "operator", "k1", "k2", "k3", "k4", "order", "kernelMatrix", "divisor", "bias", "targetX", "targetY", "edgeMode",
    "preserveAlpha", "surfaceScale", "diffuseConstant", "specularConstant", "specularExponent", "kernelUnitLength",
    "scale", "xChannelSelector", "yChannelSelector", "azimuth", "elevation", "stdDeviation", "radius", "z",
    "pointsAtX", "pointsAtY", "pointsAtZ", "limitingConeAngle", "baseFrequency", "numOctaves", "seed", "stitchTiles",
];

/// The element, when it may be in a drawing.
pub fn element(name: &str) -> Option<&'static str> {
    ELEMENTS.iter().find(|known| **known == name).copied()
}

pub fn attribute(name: &str) -> Option<&'static str> {
    ATTRIBUTES.iter().find(|known| **known == name).copied()
}

pub fn holds_text(element: &str) -> bool {
    matches!(element, "text" | "tspan" | "textPath" | "title" | "desc")
}

/// Without the characters that XML does not have. Done before anything is judged, so that none can hide a word.
pub fn printable(text: &str) -> String {
    let allowed = |letter: &char| match letter {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        letter => !letter.is_control(),
    };
    text.chars().filter(allowed).collect()
}

pub fn value_is_harmless(element: &str, attribute: &str, value: &str) -> bool {
    match (attribute, element) {
        ("href", "image") => is_embedded_picture(value),
        ("href", "use" | "textPath" | "linearGradient" | "radialGradient" | "pattern" | "filter") => is_local(value),
        ("href", _) => false,
        ("aria-label", _) => true,
        _ => style_is_harmless(value) && !value.contains('@'),
    }
}

/// A reference inside the drawing: `#name`.
fn is_local(reference: &str) -> bool {
    let reference = reference.trim();
    reference.len() > 1
        && reference.starts_with('#')
        && !reference.contains(|letter: char| letter.is_whitespace() || "\"'()<>\\".contains(letter))
}

fn is_embedded_picture(address: &str) -> bool {
    let Some((kind, data)) = address.trim().split_once(";base64,") else { return false };
    matches!(kind, "data:image/png" | "data:image/jpeg" | "data:image/webp" | "data:image/gif")
        && data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/= ".contains(&byte))
}

/// Style text that fetches nothing: no escapes that could hide a word, no address outside the drawing.
fn style_is_harmless(style: &str) -> bool {
    let style = style.to_lowercase();
    let words = ["\\", "<", "expression", "javascript:", "-moz-binding", "behavior", "image(", "image-set(", "src("];
    if words.iter().any(|word| style.contains(word)) {
        return false;
    }
    style.split("url").skip(1).all(|after| match after.trim_start().strip_prefix('(') {
        None => true,
        Some(inside) => inside
            .split_once(')')
            .is_some_and(|(address, _)| is_local(address.trim().trim_matches(|quote| quote == '"' || quote == '\''))),
    })
}

/// At-rules that fetch something, and what ends them.
const FETCHING: [(&str, char); 4] = [("@import", ';'), ("@charset", ';'), ("@namespace", ';'), ("@font-face", '}')];
const AT_RULES: [&str; 4] = ["media", "supports", "keyframes", "-webkit-keyframes"];

/// A style sheet without imports and fonts from elsewhere, or nothing when something doubtful is left.
pub fn stylesheet(style: &str) -> Option<String> {
    let lower = style.to_ascii_lowercase();
    let mut left = String::with_capacity(style.len());
    let mut place = 0;
    while let Some(at) = lower[place..].find('@').map(|distance| place + distance) {
        left.push_str(&style[place..at]);
        match FETCHING.iter().find(|(rule, _)| lower[at..].starts_with(rule)) {
            Some((_, end)) => place = lower[at..].find(*end).map_or(style.len(), |length| at + length + 1),
            None => {
                left.push('@');
                place = at + 1;
            }
        }
    }
    left.push_str(&style[place..]);

    // Judged after the cutting, since that may have joined two halves of a word.
    let lower = left.to_ascii_lowercase();
    let at_rules_known = lower.split('@').skip(1).all(|rule| AT_RULES.iter().any(|known| rule.starts_with(known)));
    (at_rules_known && style_is_harmless(&left) && !left.trim().is_empty()).then_some(left)
}

/// The size a drawing gives itself, gathered from the attributes of its root.
#[derive(Default)]
pub struct Shape {
    width: Option<f64>,
    height: Option<f64>,
    view: Option<(f64, f64)>,
}

impl Shape {
    pub fn note(&mut self, attribute: &str, value: &str) {
        let pixels = || value.trim().trim_end_matches("px").trim().parse().ok();
        match attribute {
            "width" => self.width = pixels(),
            "height" => self.height = pixels(),
            "viewBox" => {
                let numbers: Vec<f64> = value
                    .split(|letter: char| letter == ',' || letter.is_whitespace())
                    .filter_map(|number| number.parse().ok())
                    .collect();
                self.view = (numbers.len() == 4).then(|| (numbers[2], numbers[3]));
            }
            _ => {}
        }
    }

    pub fn size(&self) -> Option<Size> {
        let (width, height) = self.width.zip(self.height).or(self.view)?;
        let sensible = |length: f64| (0.5..100_000.0).contains(&length).then_some(length.round() as u32);
        Some(Size { width: sensible(width)?, height: sensible(height)? })
    }
}
