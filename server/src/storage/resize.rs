//! Makes a smaller picture of a picture: decodes it within limits, scales it down, turns it upright, brings its colours
//! to sRGB and encodes it. Never enlarges. Pure, and slow: for threads that may block.

use std::io::Cursor;

use fast_image_resize::{MulDiv, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};
use moxcms::{ColorProfile, Layout, TransformOptions};

use super::kind::MAX_PIXELS;
use super::reduce::reduced;
use super::transform::{Fit, Form, Plan};

/// The pixels of the largest picture that is taken, with four bytes each. What needs more, such as one with 16 bits a
/// colour, is shown as it is.
const MAX_DECODED: u64 = 4 * MAX_PIXELS;

#[derive(Debug, PartialEq)]
pub enum Resized {
    Picture(Vec<u8>),
    /// The original serves better: it moves, it is smaller than what we made of it, or it cannot be decoded.
    Original,
}

/// The picture as planned, or smaller where it is itself smaller.
pub fn resize(bytes: &[u8], plan: &Plan) -> Resized {
    let Ok(format) = image::guess_format(bytes) else { return Resized::Original };
    let shown_as_it_is = plan.form == Form::Webp || format != ImageFormat::WebP;
    if shown_as_it_is && moves(bytes, format) {
        return Resized::Original;
    }
    match remake(bytes, format, plan) {
        Some(picture) if plan.shape.is_some() => Resized::Picture(picture),
        // A little smaller is not worth the loss that every encoding brings.
        Some(picture) if picture.len() * 10 < bytes.len() * 9 || !shown_as_it_is => Resized::Picture(picture),
        _ => Resized::Original,
    }
}

/// The orientation that the picture's Exif states.
pub fn orientation(picture: &[u8]) -> Orientation {
    let Ok(format) = image::guess_format(picture) else { return Orientation::NoTransforms };
    // Of a JPEG the head is enough, and keeps the reader from copying the whole file.
    let max = if format == ImageFormat::Jpeg { 512 * 1024 } else { usize::MAX };
    let read = &picture[..picture.len().min(max)];
    let decoder = ImageReader::with_format(Cursor::new(read), format).into_decoder();
    decoder.and_then(|mut decoder| decoder.orientation()).unwrap_or(Orientation::NoTransforms)
}

fn remake(bytes: &[u8], format: ImageFormat, plan: &Plan) -> Option<Vec<u8>> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let on_its_side = swaps_sides(orientation);
    let (across, down) = decoder.dimensions();
    let shown = if on_its_side { (down, across) } else { (across, down) };
    let frame = plan.shape.map(|(fit, shape)| (fit, frame(plan.width, shape, shown)));
    let width = frame.map_or(plan.width, |(_, frame)| width_to_cover(frame, shown));
    let decoded = match format {
        ImageFormat::Png => reduced(bytes, width, on_its_side, MAX_DECODED),
        _ => None,
    };
    let decoded = decoded.map_or_else(|| decoded_whole(decoder), |reduced| Some(reduced.into_rgba8()))?;

    let mut picture = scale(decoded, width, on_its_side)?;
    picture.apply_orientation(orientation);
    if let Some(profile) = profile {
        to_srgb(&mut picture, &profile);
    }
    if let Some((fit, frame)) = frame {
        picture = fitted(&picture, fit, frame)?;
    }
    encode(&without_needless_alpha(picture), format, plan)
}

/// The size of this shape that is `width` wide, or as large as fits into the picture.
fn frame(width: u32, shape: (u32, u32), shown: (u32, u32)) -> (u32, u32) {
    let (across, down) = (f64::from(width), f64::from(width) * f64::from(shape.1) / f64::from(shape.0));
    let part = (f64::from(shown.0) / across).min(f64::from(shown.1) / down).min(1.0);
    let pixels = |length: f64, most: u32| ((length * part).round() as u32).clamp(1, most.max(1));
    (pixels(across, shown.0), pixels(down, shown.1))
}

/// How wide the whole picture is when it just covers the frame.
fn width_to_cover(frame: (u32, u32), shown: (u32, u32)) -> u32 {
    let by_height = (u64::from(shown.0) * u64::from(frame.1)).div_ceil(u64::from(shown.1).max(1));
    frame.0.max(u32::try_from(by_height).unwrap_or(shown.0)).min(shown.0)
}

fn fitted(picture: &DynamicImage, fit: Fit, frame: (u32, u32)) -> Option<DynamicImage> {
    let (across, down) = (frame.0.min(picture.width()), frame.1.min(picture.height()));
    match fit {
        // From the middle.
        Fit::Crop => {
            let (left, top) = ((picture.width() - across) / 2, (picture.height() - down) / 2);
            Some(picture.crop_imm(left, top, across, down))
        }
        Fit::Stretch => {
            let mut stretched = DynamicImage::new(across, down, picture.color());
            Resizer::new().resize(picture, &mut stretched, &ResizeOptions::new()).ok()?;
            Some(stretched)
        }
    }
}

/// All pictures have four bytes a pixel from here on: resizing every other kind as well would make the binary 2.4 MB larger. What has
/// fewer is decoded into the beginning of its buffer and spread out there, so that it is never in memory twice.
fn decoded_whole(decoder: impl ImageDecoder) -> Option<RgbaImage> {
    let (across, down) = decoder.dimensions();
    let kind = decoder.color_type();
    if !matches!(kind, ColorType::L8 | ColorType::La8 | ColorType::Rgb8 | ColorType::Rgba8) {
        return Some(DynamicImage::from_decoder(decoder).ok()?.into_rgba8());
    }
    let pixels = u64::from(across) * u64::from(down);
    let bytes = pixels.checked_mul(4).filter(|bytes| *bytes <= MAX_DECODED)?;
    let mut buffer = vec![0; usize::try_from(bytes).ok()?];
    let few = usize::from(kind.bytes_per_pixel());
    decoder.read_image(&mut buffer[..few * pixels as usize]).ok()?;
    if kind != ColorType::Rgba8 {
        for pixel in (0..pixels as usize).rev() {
            let at = |place: usize| buffer[pixel * few + place];
            let spread = match kind {
                ColorType::L8 => [at(0), at(0), at(0), 255],
                ColorType::La8 => [at(0), at(0), at(0), at(1)],
                _ => [at(0), at(1), at(2), 255],
            };
            buffer[pixel * 4..][..4].copy_from_slice(&spread);
        }
    }
    RgbaImage::from_raw(across, down, buffer)
}

/// Scaled before it is turned: there is less to turn.
fn scale(picture: RgbaImage, width: u32, on_its_side: bool) -> Option<DynamicImage> {
    let (across, down) = (picture.width(), picture.height());
    let shown = if on_its_side { down } else { across };
    if shown <= width {
        return Some(picture.into());
    }
    let part = |length: u32| ((u64::from(length) * u64::from(width)).div_ceil(u64::from(shown)) as u32).max(1);
    // What is see-through must not colour its neighbours. The resizer would do this on a copy of the whole picture.
    let see_through = picture.pixels().any(|pixel| pixel.0[3] != 255);
    let mut picture = DynamicImage::from(picture);
    let mut small = DynamicImage::new(part(across), part(down), picture.color());
    if see_through {
        MulDiv::new().multiply_alpha_inplace(&mut picture).ok()?;
    }
    Resizer::new().resize(&picture, &mut small, &ResizeOptions::new().use_alpha(false)).ok()?;
    if see_through {
        MulDiv::new().divide_alpha_inplace(&mut small).ok()?;
    }
    Some(small)
}

/// Whether width and height change places when it is shown.
pub fn swaps_sides(orientation: Orientation) -> bool {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

/// Phones photograph in wider colour spaces; without this the smaller picture would look pale.
fn to_srgb(picture: &mut DynamicImage, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    let DynamicImage::ImageRgba8(pixels) = picture else { return };
    let layout = Layout::Rgba;
    let srgb = ColorProfile::new_srgb();
    if let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()) {
        let before = pixels.to_vec();
        if transform.transform(&before, pixels).is_err() {
            pixels.copy_from_slice(&before);
        }
    }
}

fn without_needless_alpha(picture: DynamicImage) -> DynamicImage {
    match picture {
        DynamicImage::ImageRgba8(pixels) if pixels.pixels().all(|pixel| pixel.0[3] == 255) => {
            DynamicImage::ImageRgba8(pixels).into_rgb8().into()
        }
        other => other,
    }
}

fn encode(picture: &DynamicImage, source: ImageFormat, plan: &Plan) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let (width, height) = (picture.width(), picture.height());
    if plan.form == Form::Webp {
        let mut config = webp::WebPConfig::new().ok()?;
        config.quality = plan.quality.into();
        // Drawings and lettering, which is what PNGs are, have sharp edges between colours.
        config.use_sharp_yuv = (source == ImageFormat::Png).into();
        let encoder = match picture {
            DynamicImage::ImageRgb8(pixels) => webp::Encoder::from_rgb(pixels, width, height),
            DynamicImage::ImageRgba8(pixels) => webp::Encoder::from_rgba(pixels, width, height),
            _ => return None,
        };
        out.extend_from_slice(&encoder.encode_advanced(&config).ok()?);
    } else if plan.form == Form::Png || picture.color().has_alpha() {
        picture.write_with_encoder(PngEncoder::new(&mut out)).ok()?;
    } else {
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut out, plan.quality)).ok()?;
    }
    Some(out)
}

/// An animation, of which only the first picture would be left.
fn moves(bytes: &[u8], format: ImageFormat) -> bool {
    let head = &bytes[..bytes.len().min(64 * 1024)];
    match format {
        ImageFormat::WebP => head.get(12..16) == Some(b"VP8X") && head.get(20).is_some_and(|flags| flags & 2 != 0),
        ImageFormat::Png => head.windows(4).take_while(|name| *name != b"IDAT").any(|name| name == b"acTL"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::transform::DEFAULT_QUALITY;
    use image::{Rgb, RgbImage, Rgba};

    fn photo(width: u32, height: u32) -> DynamicImage {
        // Left red, right blue, with a gradient so that it does not compress to nothing.
        RgbImage::from_fn(width, height, |x, y| {
            let shade = ((x * 7 + y * 13) % 120) as u8;
            if x < width / 2 { Rgb([255 - shade, shade / 4, 0]) } else { Rgb([0, shade / 4, 255 - shade]) }
        })
        .into()
    }

    fn as_jpeg(picture: &DynamicImage) -> Vec<u8> {
        let mut out = Vec::new();
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut out, 95)).unwrap();
        out
    }

    fn as_png(picture: &DynamicImage) -> Vec<u8> {
        let mut out = Vec::new();
        picture.write_with_encoder(PngEncoder::new(&mut out)).unwrap();
        out
    }

    /// The same JPEG with an EXIF note that it lies on its side.
    fn turned(jpeg: &[u8], orientation: u8) -> Vec<u8> {
        let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
        exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
        let mut out = vec![0xFF, 0xD8, 0xFF, 0xE1, 0, exif.len() as u8 + 2];
        out.extend(exif);
        out.extend(&jpeg[2..]);
        out
    }

    fn plan(width: u32, webp: bool) -> Plan {
        let form = if webp { Form::Webp } else { Form::Plain };
        Plan { width, shape: None, quality: DEFAULT_QUALITY, form }
    }

    #[track_caller]
    fn painted(bytes: &[u8], width: u32, webp: bool) -> (ImageFormat, DynamicImage) {
        painted_as(bytes, &plan(width, webp))
    }

    #[track_caller]
    fn painted_as(bytes: &[u8], plan: &Plan) -> (ImageFormat, DynamicImage) {
        let Resized::Picture(picture) = resize(bytes, plan) else { panic!("the original") };
        (image::guess_format(&picture).unwrap(), image::load_from_memory(&picture).unwrap())
    }

    fn shaped(width: u32, fit: Fit, shape: (u32, u32)) -> Plan {
        Plan { shape: Some((fit, shape)), ..plan(width, true) }
    }

    #[test]
    fn pictures_are_cropped_or_stretched_into_a_shape_and_never_grow() {
        let wide = as_jpeg(&photo(600, 400));
        let small = as_jpeg(&photo(90, 60));
        let upright = turned(&wide, 6);
        for (bytes, width, shape, size) in [
            (&wide, 160, (1, 1), (160, 160)),
            (&wide, 320, (9, 16), (225, 400)),
            (&wide, 320, (16, 9), (320, 180)),
            (&wide, 1280, (1, 1), (400, 400)),
            (&small, 160, (1, 1), (60, 60)),
            (&small, 160, (16, 9), (90, 51)),
            (&upright, 320, (4, 3), (320, 240)),
        ] {
            for fit in [Fit::Crop, Fit::Stretch] {
                let made = painted_as(bytes, &shaped(width, fit, shape)).1;
                assert_eq!((made.width(), made.height()), size, "{width} {shape:?} {fit:?}");
            }
        }
        let thin = as_png(&photo(2000, 1));
        assert_eq!(painted_as(&thin, &shaped(160, Fit::Crop, (1, 1))).1.height(), 1);

        // White at its edges, which are cut off, or pressed together with the rest.
        let mut edged = photo(600, 400).into_rgb8();
        edged.enumerate_pixels_mut().filter(|(x, ..)| *x < 100 || *x >= 500).for_each(|(.., pixel)| pixel.0 = [255; 3]);
        for (fit, edge) in [(Fit::Crop, false), (Fit::Stretch, true)] {
            let made = painted_as(&as_jpeg(&edged.clone().into()), &shaped(320, fit, (9, 16))).1.to_rgb8();
            let is_white = |x| made.get_pixel(x, 200).0.iter().all(|part| *part > 220);
            assert_eq!((is_white(10), is_white(215), is_white(112)), (edge, edge, false), "{fit:?}");
        }
    }

    #[test]
    fn quality_and_format_are_as_planned() {
        let photo = photo(600, 400);
        let size = |quality, webp| match resize(&as_jpeg(&photo), &Plan { quality, ..plan(320, webp) }) {
            Resized::Picture(picture) => picture.len(),
            Resized::Original => panic!("the original"),
        };
        for webp in [true, false] {
            assert!(
                size(40, webp) < size(60, webp) && size(60, webp) < size(80, webp) && size(80, webp) < size(90, webp)
            );
        }
        let png = Plan { form: Form::Png, ..plan(160, false) };
        assert_eq!(painted_as(&as_png(&photo), &png).0, ImageFormat::Png);
        assert_eq!(painted(&as_png(&photo), 160, false).0, ImageFormat::Jpeg);
    }

    #[test]
    fn pictures_shrink_and_never_grow() {
        let jpeg = as_jpeg(&photo(600, 401));
        let (format, small) = painted(&jpeg, 160, true);
        assert_eq!((format, small.width(), small.height()), (ImageFormat::WebP, 160, 107));
        let (format, small) = painted(&jpeg, 160, false);
        assert_eq!((format, small.width()), (ImageFormat::Jpeg, 160));
        assert_eq!(painted(&jpeg, 1920, true).1.width(), 600);
        let thin = as_png(&photo(2000, 1));
        assert_eq!(painted(&thin, 160, true).1.height(), 1);
    }

    #[test]
    fn what_is_see_through_stays_so() {
        let glass: DynamicImage = RgbaImage::from_fn(400, 400, |x, y| {
            Rgba([(x * y % 251) as u8, (x % 240) as u8, (y % 255) as u8, if x < 200 { 0 } else { 255 }])
        })
        .into();
        for (webp, expected) in [(true, ImageFormat::WebP), (false, ImageFormat::Png)] {
            let (format, small) = painted(&as_png(&glass), 160, webp);
            assert_eq!(format, expected);
            assert_eq!((small.to_rgba8().get_pixel(10, 80).0[3], small.to_rgba8().get_pixel(150, 80).0[3]), (0, 255));
        }
        let opaque = DynamicImage::ImageRgba8(photo(400, 400).into_rgba8());
        assert_eq!(painted(&as_png(&opaque), 160, false).0, ImageFormat::Jpeg);
    }

    #[test]
    fn every_kind_of_pixel_is_shown_in_its_colours() {
        let coloured: DynamicImage = RgbaImage::from_fn(300, 200, |x, y| {
            Rgba([(x % 200) as u8, (y % 200) as u8, 90, if x < 150 { 128 } else { 255 }])
        })
        .into();
        let kinds: [DynamicImage; 8] = [
            coloured.to_luma8().into(),
            coloured.to_luma_alpha8().into(),
            coloured.to_rgb8().into(),
            coloured.to_rgba8().into(),
            coloured.to_luma16().into(),
            coloured.to_luma_alpha16().into(),
            coloured.to_rgb16().into(),
            coloured.to_rgba16().into(),
        ];
        for kind in kinds {
            // A JPEG of what a JPEG can hold takes the same road as a photo.
            let jpeg = matches!(kind.color(), ColorType::L8 | ColorType::Rgb8).then(|| as_jpeg(&kind));
            for file in jpeg.into_iter().chain([as_png(&kind)]) {
                let plan = Plan { form: Form::Png, ..shaped(150, Fit::Stretch, (3, 2)) };
                let shown = painted_as(&file, &plan).1.into_rgba8();
                let expected = kind.resize_exact(150, 100, image::imageops::Lanczos3).into_rgba8();
                for (x, y) in [(20, 20), (60, 90), (90, 20), (140, 70)] {
                    let (shown, expected) = (shown.get_pixel(x, y).0, expected.get_pixel(x, y).0);
                    let far = shown.iter().zip(expected).any(|(shown, expected)| shown.abs_diff(expected) > 12);
                    assert!(!far, "{:?} at {x}, {y}: {shown:?} instead of {expected:?}", kind.color());
                }
            }
        }
    }

    #[test]
    fn pictures_are_turned_upright() {
        let sideways = turned(&as_jpeg(&photo(600, 400)), 6);
        assert!(swaps_sides(orientation(&sideways)));
        assert!(!swaps_sides(orientation(&as_jpeg(&photo(60, 40)))));
        let (_, upright) = painted(&sideways, 160, true);
        assert_eq!((upright.width(), upright.height()), (160, 240));
        let pixels = upright.to_rgb8();
        assert!(pixels.get_pixel(80, 30).0[0] > 100, "what was left is now above");
        assert!(pixels.get_pixel(80, 210).0[2] > 100, "what was right is now below");
    }

    #[test]
    fn the_original_is_kept_where_it_is_better() {
        let tiny = webp::Encoder::from_rgb(&photo(600, 400).into_rgb8(), 600, 400).encode(10.0).to_vec();
        assert_eq!(resize(&tiny, &plan(1920, true)), Resized::Original);
        assert_eq!(painted(&tiny, 1920, false).0, ImageFormat::Jpeg, "a client that cannot show WebP needs another");
        let mut moving = as_png(&photo(600, 400));
        moving.splice(33..33, *b"\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0");
        assert_eq!(resize(&moving, &plan(160, true)), Resized::Original);
        for broken in [&b"\x89PNG\r\n\x1a\nbroken"[..], b"\xFF\xD8\xFF\xE0", b"GIF89a", b""] {
            assert_eq!(resize(broken, &plan(160, true)), Resized::Original);
        }
    }
}
