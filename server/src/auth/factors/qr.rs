//! A QR code as SVG. Clients put it behind `data:image/svg+xml;utf-8,` as it is, so it holds none of the characters that mean
//! something there.

use qrcode::{Color, EcLevel, QrCode};

use crate::error::Result;

/// The empty edge that readers need, in modules.
const EDGE: usize = 4;

/// With the least correction: nothing is damaged on a screen, and fewer modules are easier for a cheap camera.
pub fn svg(text: &str) -> Result<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L)
        .map_err(|cause| anyhow::anyhow!("no QR code holds this: {cause}"))?;
    let (width, size) = (code.width(), code.width() + 2 * EDGE);
    let mut dark = String::new();
    for (y, row) in code.to_colors().chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, next| one == next) {
            if run[0] == Color::Dark {
                dark += &format!("M{} {}h{length}v1h-{length}z", x + EDGE, y + EDGE, length = run.len());
            }
            x += run.len();
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"white\" d=\"M0 0h{size}v{size}h-{size}z\"/><path fill=\"black\" d=\"{dark}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_square_has_an_edge_and_can_stand_in_an_address() {
        let svg = svg("otpauth://totp/umeed.org:a%40umeed.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ").unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>") && !svg.contains(['#', '%', '&', '\n']));
        assert!(svg.contains("M4 4h7v1h-7z"), "the corner of the pattern stands behind the edge");
        assert!(!svg.contains("M0 0h7"));
    }

    #[test]
    fn the_longest_names_fit() {
        let longest = super::super::totp::uri(&"🌙".repeat(50), &"🌙".repeat(300), &[255; 20]);
        assert!(svg(&longest).is_ok(), "{} bytes", longest.len());
    }
}
