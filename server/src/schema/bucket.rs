//! The buckets of the file store, as data: who reads, who writes, which kinds of file, how large, whether pictures are
//! resized. Only these declarations decide what a caller may do with a file.

use super::role::{Caller, Role};

#[derive(Debug, PartialEq)]
pub struct Bucket {
    pub name: &'static str,
    /// Everyone reads a file whose name they know. Otherwise only `readers` do, and those who hold a signed address.
    pub public: bool,
    /// Who lists the files and signs addresses, and who reads them where the bucket is not public.
    pub readers: &'static [Role],
    pub writers: &'static [Role],
    pub kinds: &'static [FileKind],
    pub max_bytes: usize,
    /// The widths in which pictures are served. A fixed set, so that nobody can ask for endless work; empty where
    /// pictures are served only as they are.
    pub widths: &'static [u32],
    /// The shapes, width by height, into which pictures are cropped or stretched; a fixed set for the same reason.
    pub shapes: &'static [(u32, u32)],
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
    Pdf,
    Docx,
    Xlsx,
    Csv,
}

impl FileKind {
    pub const PICTURES: &[FileKind] =
        &[FileKind::Jpeg, FileKind::Png, FileKind::Webp, FileKind::Gif, FileKind::Avif, FileKind::Svg, FileKind::Ico];

    pub const DOCUMENTS: &[FileKind] = &[FileKind::Pdf, FileKind::Docx, FileKind::Xlsx, FileKind::Csv];

    pub fn mime_type(self) -> &'static str {
        match self {
            FileKind::Jpeg => "image/jpeg",
            FileKind::Png => "image/png",
            FileKind::Webp => "image/webp",
            FileKind::Gif => "image/gif",
            FileKind::Avif => "image/avif",
            FileKind::Svg => "image/svg+xml",
            FileKind::Ico => "image/x-icon",
            FileKind::Pdf => "application/pdf",
            FileKind::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            FileKind::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            FileKind::Csv => "text/csv",
        }
    }

    /// As people call it.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Jpeg => "JPEG",
            FileKind::Png => "PNG",
            FileKind::Webp => "WebP",
            FileKind::Gif => "GIF",
            FileKind::Avif => "AVIF",
            FileKind::Svg => "SVG",
            FileKind::Ico => "ICO",
            FileKind::Pdf => "PDF",
            FileKind::Docx => "DOCX",
            FileKind::Xlsx => "XLSX",
            FileKind::Csv => "CSV",
        }
    }

    /// How names of such files usually end. For a browser's file chooser; the server goes by content.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            FileKind::Jpeg => &[".jpg", ".jpeg"],
            FileKind::Png => &[".png"],
            FileKind::Webp => &[".webp"],
            FileKind::Gif => &[".gif"],
            FileKind::Avif => &[".avif"],
            FileKind::Svg => &[".svg"],
            FileKind::Ico => &[".ico"],
            FileKind::Pdf => &[".pdf"],
            FileKind::Docx => &[".docx"],
            FileKind::Xlsx => &[".xlsx"],
            FileKind::Csv => &[".csv"],
        }
    }

    pub fn is_picture(self) -> bool {
        FileKind::PICTURES.contains(&self)
    }

    /// The kind of a stored file.
    pub fn of(mime_type: &str) -> Option<FileKind> {
        FileKind::PICTURES.iter().chain(FileKind::DOCUMENTS).copied().find(|kind| kind.mime_type() == mime_type)
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
    // 768 is for cheap phones, whose screens are 720 dots wide, and 360 for two pictures side by side on them.
    widths: &[160, 320, 360, 480, 640, 768, 960, 1280, 1920],
    shapes: &[(9, 16), (3, 4), (1, 1), (4, 3), (16, 9)],
};

/// Reports and forms that anyone may download. Apart from the pictures: it takes other kinds and resizes nothing.
pub static DOCUMENTS: Bucket = Bucket {
    name: "documents",
    public: true,
    readers: STAFF,
    writers: STAFF,
    kinds: FileKind::DOCUMENTS,
    max_bytes: 50 * 1024 * 1024,
    widths: &[],
    shapes: &[],
};

pub static BUCKETS: &[&Bucket] = &[&WEBSITE_IMAGES, &DOCUMENTS];

impl Bucket {
    pub fn mime_types(&self) -> Vec<&'static str> {
        self.kinds.iter().map(|kind| kind.mime_type()).collect()
    }

    pub fn extensions(&self) -> Vec<&'static str> {
        self.kinds.iter().flat_map(|kind| kind.extensions()).copied().collect()
    }

    pub fn may_read(&self, caller: &Caller) -> bool {
        self.public || self.readers.contains(&caller.role)
    }

    /// To list the files and to sign addresses: more than reading a file whose name is known.
    pub fn may_list(&self, caller: &Caller) -> bool {
        self.readers.contains(&caller.role)
    }

    pub fn may_write(&self, caller: &Caller) -> bool {
        self.writers.contains(&caller.role)
    }

    /// For everyone else the bucket does not exist.
    pub fn is_visible_to(&self, caller: &Caller) -> bool {
        self.may_read(caller) || self.may_write(caller)
    }
}

pub fn find(name: &str) -> Option<&'static Bucket> {
    BUCKETS.iter().copied().find(|bucket| bucket.name == name)
}

/// Whether any bucket takes files of this type.
pub fn is_taken(mime_type: &str) -> bool {
    BUCKETS.iter().any(|bucket| bucket.mime_types().contains(&mime_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    static LETTERS: Bucket =
        Bucket { public: false, readers: &[Role::Owner], writers: &[Role::Editor], ..WEBSITE_IMAGES };

    fn of(role: Role) -> Caller {
        Caller { role, ..Caller::server() }
    }

    #[test]
    fn everyone_reads_a_public_bucket_and_staff_list_and_write_it() {
        for (role, staff) in [(Role::Visitor, false), (Role::Editor, true), (Role::Owner, true)] {
            let caller = of(role);
            assert!(WEBSITE_IMAGES.may_read(&caller) && WEBSITE_IMAGES.is_visible_to(&caller));
            assert_eq!((WEBSITE_IMAGES.may_list(&caller), WEBSITE_IMAGES.may_write(&caller)), (staff, staff));
        }
    }

    #[test]
    fn a_private_bucket_is_for_those_it_names() {
        let rights = |role| {
            let caller = of(role);
            (
                LETTERS.may_read(&caller),
                LETTERS.may_list(&caller),
                LETTERS.may_write(&caller),
                LETTERS.is_visible_to(&caller),
            )
        };
        assert_eq!(rights(Role::Visitor), (false, false, false, false));
        assert_eq!(rights(Role::Editor), (false, false, true, true));
        assert_eq!(rights(Role::Owner), (true, true, false, true));
    }
}
