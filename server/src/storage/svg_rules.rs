//! What may be in a drawing: elements and attributes known to draw and to do nothing else. What attributes may say is in
//! `svg_values`. Titles and descriptions are not among them: nobody sees them where a drawing is shown as a picture.

use super::kind::Size;

pub const SVG: &str = "http://www.w3.org/2000/svg";
pub const XLINK: &str = "http://www.w3.org/1999/xlink";
pub const XML: &str = "http://www.w3.org/XML/1998/namespace";

#[rustfmt::skip]
static ELEMENTS: &[&str] = &[
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    "text", "tspan", "textPath", "style", "image",
    "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "filter",
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR",
    "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting",
    "feSpotLight", "feTile", "feTurbulence",
];

#[rustfmt::skip]
static ATTRIBUTES: &[&str] = &[
    "id", "class", "style", "href", "lang",
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
    matches!(element, "text" | "tspan" | "textPath")
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

/// What a style may set: what an attribute may that describes how something looks, and a little more.
pub fn property(name: &str) -> Option<&'static str> {
    const OTHERS: [&str; 5] = ["transform-box", "line-height", "text-align", "text-transform", "white-space"];
    let name = name.to_ascii_lowercase();
    let not_a_property = ["id", "class", "style", "href", "lang", "in", "in2", "result"].contains(&name.as_str());
    let other = || OTHERS.iter().find(|known| **known == name).copied();
    attribute(&name).filter(|_| !not_a_property).or_else(other)
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
