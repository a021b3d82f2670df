//! Decodes a large PNG row by row into one that is smaller by a whole number, so that a picture of many megapixels never
//! lies in memory whole. What is left is still at least half as wide again as what will be made of it, for the better way
//! of scaling to work on.

use std::io::Cursor;

use image::{DynamicImage, RgbImage, RgbaImage};
use png::{BitDepth, ColorType, Decoder, Limits, Transformations};

/// For a picture that will be `width` wide, or as high if it lies on its side. `None` for one that comes in several
/// passes, is small enough as it is, or cannot be read.
pub fn reduced(bytes: &[u8], width: u32, on_its_side: bool, max_bytes: u64) -> Option<DynamicImage> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: max_bytes as usize });
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().ok()?;
    let (across, down) = reader.info().size();
    let shown = if on_its_side { down } else { across };
    let factor = shown / (width + width / 2).max(1);
    let (color, BitDepth::Eight) = reader.output_color_type() else { return None };
    if factor < 2 || reader.info().interlaced {
        return None;
    }
    let see_through = matches!(color, ColorType::Rgba | ColorType::GrayscaleAlpha);
    let mut blocks = Blocks::new(across as usize, factor as usize, color.samples());
    let mut pixels = Vec::new();
    while let Some(row) = reader.next_row().ok()? {
        blocks.add(row.data());
        if blocks.rows == factor {
            blocks.finish(&mut pixels);
        }
    }
    if blocks.rows > 0 {
        blocks.finish(&mut pixels);
    }
    let (across, down) = (across.div_ceil(factor), down.div_ceil(factor));
    match see_through {
        true => RgbaImage::from_raw(across, down, pixels).map(DynamicImage::from),
        false => RgbImage::from_raw(across, down, pixels).map(DynamicImage::from),
    }
}

/// Sums over squares of pixels. What is see-through counts for less in the colours of its square.
struct Blocks {
    /// Pixels in a row, and on a side of a square.
    across: usize,
    factor: usize,
    /// Of each pixel in the file: grey or red, green and blue, then perhaps how opaque it is.
    samples: usize,
    rows: u32,
    /// Red, green, blue and opacity of each square.
    sums: Vec<[u32; 4]>,
}

impl Blocks {
    fn new(across: usize, factor: usize, samples: usize) -> Blocks {
        Blocks { across, factor, samples, rows: 0, sums: vec![[0; 4]; across.div_ceil(factor)] }
    }

    fn add(&mut self, row: &[u8]) {
        let see_through = self.see_through();
        self.rows += 1;
        for (square, sum) in row.chunks(self.factor * self.samples).zip(&mut self.sums) {
            for pixel in square.chunks_exact(self.samples) {
                let (colors, opacity) = match *pixel {
                    [grey] => ([grey; 3], 255),
                    [grey, opacity] => ([grey; 3], opacity),
                    [red, green, blue] => ([red, green, blue], 255),
                    [red, green, blue, opacity] => ([red, green, blue], opacity),
                    _ => return,
                };
                let weight = if see_through { u32::from(opacity) } else { 1 };
                for (sum, color) in sum.iter_mut().zip(colors) {
                    *sum += u32::from(color) * weight;
                }
                sum[3] += weight;
            }
        }
    }

    fn see_through(&self) -> bool {
        self.samples.is_multiple_of(2)
    }

    /// Adds the averages to the picture and begins the next row of squares.
    fn finish(&mut self, pixels: &mut Vec<u8>) {
        let see_through = self.see_through();
        for (position, sum) in self.sums.iter_mut().enumerate() {
            let [red, green, blue, weight] = std::mem::take(sum);
            pixels.extend([red, green, blue].map(|color| ((color + weight / 2) / weight.max(1)) as u8));
            if see_through {
                let columns = self.factor.min(self.across - position * self.factor) as u32;
                pixels.push((weight / (columns * self.rows)) as u8);
            }
        }
        self.rows = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GenericImageView, ImageFormat, Rgba};

    fn png(picture: &DynamicImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    /// Red on the left, see-through green on the right, in squares that do not divide evenly.
    #[test]
    fn squares_become_their_average_and_hidden_colours_do_not_show() {
        let halves =
            RgbaImage::from_fn(85, 63, |x, _| if x < 43 { Rgba([200, 0, 0, 255]) } else { Rgba([0, 250, 0, 0]) });
        let small = reduced(&png(&halves.into()), 15, false, u64::MAX).unwrap();
        assert_eq!(small.dimensions(), (29, 21), "by three");
        assert_eq!(small.get_pixel(0, 0), Rgba([200, 0, 0, 255]));
        assert_eq!(small.get_pixel(14, 20), Rgba([200, 0, 0, 85]), "one column of three is red");
        assert_eq!(small.get_pixel(28, 0).0[3], 0);
    }

    #[test]
    fn every_kind_of_pixel_comes_out_as_it_was() {
        let plain = DynamicImage::from(RgbaImage::from_pixel(90, 90, Rgba([120, 120, 120, 255])));
        let kinds: [DynamicImage; 6] = [
            plain.to_luma8().into(),
            plain.to_luma_alpha8().into(),
            plain.to_rgb8().into(),
            plain.to_luma16().into(),
            plain.to_rgb16().into(),
            plain.to_rgba16().into(),
        ];
        for picture in kinds {
            let small = reduced(&png(&picture), 30, true, u64::MAX).unwrap();
            assert_eq!((small.dimensions(), small.get_pixel(44, 7)), ((45, 45), Rgba([120, 120, 120, 255])));
        }
    }

    #[test]
    fn what_is_not_much_larger_is_left_to_others() {
        let picture = png(&RgbImage::new(90, 90).into());
        assert!(reduced(&picture, 31, false, u64::MAX).is_none());
        assert!(reduced(&picture[..60], 10, false, u64::MAX).is_none());
        assert!(reduced(b"no picture", 10, false, u64::MAX).is_none());
    }
}
