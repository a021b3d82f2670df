//! Documents that are kept as they are: whether one is whole, and harmless as far as its outside tells. Nothing in them is
//! read further, and nothing is changed.

use super::error::{FileError, Result};
use crate::schema::bucket::FileKind;

pub const MACROS: &str =
    "The file holds macros or parts of other programs. Please save it without them (as .docx or .xlsx) and try again.";
const CUT_OFF: &str = "The PDF is damaged or incomplete. Please choose it again, or save it anew.";
const NOT_UTF8: &str = "The CSV is not text in UTF-8. Please save it as \"CSV UTF-8\" and try again.";

/// Where the trailer of a PDF is looked for: readers do so too, since some programs add a little after it.
const TRAILER: usize = 2048;

/// What the detection of the kind leaves open.
pub fn check(kind: FileKind, bytes: &[u8]) -> Result<()> {
    match kind {
        FileKind::Pdf if !has_trailer(bytes) => Err(FileError::Document(CUT_OFF)),
        FileKind::Csv if !is_text(bytes) => Err(FileError::Document(NOT_UTF8)),
        _ => Ok(()),
    }
}

/// A PDF ends with the place of its table of contents.
fn has_trailer(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(TRAILER)..];
    let find = |word: &[u8]| tail.windows(word.len()).rposition(|window| window == word);
    match (find(b"startxref"), find(b"%%EOF")) {
        (Some(start), Some(end)) => start < end,
        _ => false,
    }
}

fn is_text(bytes: &[u8]) -> bool {
    let is_control = |letter: char| letter.is_control() && !matches!(letter, '\t' | '\r' | '\n');
    std::str::from_utf8(bytes).is_ok_and(|text| !text.chars().any(is_control))
}

#[cfg(test)]
mod tests {
    use super::super::kind::{accept, require_name};
    use super::*;
    use crate::schema::bucket::DOCUMENTS;

    #[test]
    fn a_pdf_is_whole_or_refused() {
        let whole = b"%PDF-1.7\n1 0 obj\nendobj\nxref\ntrailer <<>>\nstartxref\n9\n%%EOF\n";
        assert_eq!(accept(&DOCUMENTS, whole, false).unwrap(), FileKind::Pdf);
        for cut in [&whole[..40], b"%PDF-", b"%PDF-1.7 %%EOF startxref"] {
            assert_eq!(accept(&DOCUMENTS, cut, false).unwrap_err().to_string(), CUT_OFF);
        }
    }

    #[test]
    fn text_is_a_csv_when_it_is_named_so() {
        for text in [&b"name,amount\nZulekha,5\n"[..], "\u{feff}نام;رقم\r\n".as_bytes(), b"a\tb", b"1"] {
            assert_eq!(accept(&DOCUMENTS, text, true).unwrap(), FileKind::Csv);
            let refused = accept(&DOCUMENTS, text, false).unwrap_err().to_string();
            assert_eq!(refused, "mime type text/plain is not supported. Please choose a PDF, DOCX, XLSX or CSV file.");
        }
        for (bytes, words) in [
            (&b"a,b\0c"[..], "CSV UTF-8"),
            (b"caf\xE9,1", "CSV UTF-8"),
            (b"\xFF\xFEa\0,\0", "CSV UTF-8"),
            (b"MZ\x90\0\x03", "CSV UTF-8"),
            (b"  <!doctype html><script>", "text/html"),
            ("\u{feff}<html>".as_bytes(), "text/html"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
            (b"\x89PNG\r\n\x1a\n", "image/png"),
        ] {
            let refused = accept(&DOCUMENTS, bytes, true).unwrap_err().to_string();
            assert!(refused.contains(words), "{refused}");
        }
    }

    #[test]
    fn a_document_is_called_what_it_is() {
        assert!(require_name(FileKind::Csv, "a/Accounts.CSV").is_ok() && require_name(FileKind::Png, "a.exe").is_ok());
        for name in ["a.csv.bat", "csv", "a.pdf", "a.html"] {
            let refused = require_name(FileKind::Csv, name).unwrap_err().to_string();
            assert_eq!(refused, "The name of a CSV file must end in .csv.");
        }
    }
}
