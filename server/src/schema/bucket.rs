//! The buckets of the file store, as data: who reads, who writes, which kinds of file, how large, whether pictures are
//! resized.

use super::role::Role;

#[derive(Debug, PartialEq)]
pub struct Bucket {
    pub name: &'static str,
    /// Everyone reads a file whose name they know. Otherwise only `readers` and who holds a signed address do.
    pub public: bool,
    /// Who lists the files, and reads them where the bucket is not public.
    pub readers: &'static [Role],
    pub writers: &'static [Role],
    pub kinds: &'static [FileKind],
    pub max_bytes: usize,
    /// The widths in which pictures are served. A fixed set, so that nobody can ask for endless work.
    pub widths: &'static [u32],
}

/// A kind of file, known by its content.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FileKind {
    Jpeg,
    Png,
    Webp,
    Gif,
    Avif,
    Svg,
    Ico,
}

impl FileKind {
    pub const PICTURES: &[FileKind] =
        &[FileKind::Jpeg, FileKind::Png, FileKind::Webp, FileKind::Gif, FileKind::Avif, FileKind::Svg, FileKind::Ico];

    pub fn mime_type(self) -> &'static str {
        match self {
            FileKind::Jpeg => "image/jpeg",
            FileKind::Png => "image/png",
            FileKind::Webp => "image/webp",
            FileKind::Gif => "image/gif",
            FileKind::Avif => "image/avif",
            FileKind::Svg => "image/svg+xml",
            FileKind::Ico => "image/x-icon",
        }
    }
}

const STAFF: &[Role] = &[Role::Editor, Role::Owner];

/// Every picture of the site.
pub static WEBSITE_IMAGES: Bucket = Bucket {
    name: "website_images",
    public: true,
    readers: STAFF,
    writers: STAFF,
    kinds: FileKind::PICTURES,
    max_bytes: 50 * 1024 * 1024,
    // 768 is for cheap phones, whose screens are 720 dots wide.
    widths: &[160, 320, 480, 640, 768, 960, 1280, 1920],
};

pub static BUCKETS: &[&Bucket] = &[&WEBSITE_IMAGES];

impl Bucket {
    pub fn mime_types(&self) -> Vec<&'static str> {
        self.kinds.iter().map(|kind| kind.mime_type()).collect()
    }
}

pub fn find(name: &str) -> Option<&'static Bucket> {
    BUCKETS.iter().copied().find(|bucket| bucket.name == name)
}
