//! The bucket of documents: what it takes, and how it is served.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::json;
use umeed::schema::bucket::DOCUMENTS;

use super::*;

const DOCUMENT: &str = "/storage/v1/object/documents";
const PUBLIC_DOCUMENT: &str = "/storage/v1/object/public/documents";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub fn pdf(mark: &str) -> Vec<u8> {
    format!("%PDF-1.7\n% {mark}\nxref\ntrailer <</Root 1 0 R>>\nstartxref\n9\n%%EOF\n").into_bytes()
}

/// A package of Word or Excel with these parts beside the list of types.
pub fn office(part: &str, kind: &str, more: &[&str]) -> Vec<u8> {
    let types = format!("<Types><Override PartName=\"/{part}\" ContentType=\"{kind}.main+xml\"/></Types>");
    let (mut bytes, mut directory, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for (name, content) in [("[Content_Types].xml", types.as_str()), (part, "<x/>")]
        .into_iter()
        .chain(more.iter().map(|name| (*name, "x")))
    {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content.as_bytes()).unwrap();
        let packed = encoder.finish().unwrap();
        let place = bytes.len() as u32;
        let mut head = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        head.extend((packed.len() as u32).to_le_bytes());
        head.extend((content.len() as u32).to_le_bytes());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        bytes.extend([b"PK\x03\x04", &head[..], name.as_bytes(), &packed].concat());
        directory.extend([b"PK\x01\x02\x14\0", &head[..], &[0; 10], &place.to_le_bytes(), name.as_bytes()].concat());
        count += 1;
    }
    let place = (bytes.len() as u32).to_le_bytes();
    bytes.extend(&directory);
    let (size, count) = ((directory.len() as u32).to_le_bytes(), count.to_le_bytes());
    bytes.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &place, &[0, 0]].concat());
    bytes
}

async fn upload(files: &Files, name: &str, bytes: impl Into<Body>, content_type: &str) -> Answer {
    files.call("POST", &format!("{DOCUMENT}/{name}"), &[("content-type", content_type)], bytes).await
}

#[tokio::test]
async fn reports_go_in_and_everyone_downloads_them() {
    let mut files = Files::staff(Place::Folder).await;
    let csv = "\u{feff}نام,amount\nZulekha,5\n".as_bytes().to_vec();
    let attachment = |name: &str| format!("attachment; filename=\"{name}\"; filename*=UTF-8''{name}");
    let cases = [
        ("reports/2025.pdf", pdf("2025"), "application/pdf", String::new()),
        ("a.docx", office("word/document.xml", DOCX, &[]), DOCX, attachment("a.docx")),
        ("a.xlsx", office("xl/workbook.xml", XLSX, &[]), XLSX, attachment("a.xlsx")),
        ("a.csv", csv.clone(), "text/csv; charset=utf-8", attachment("a.csv")),
        ("B.CSV", csv, "text/csv; charset=utf-8", attachment("B.CSV")),
    ];
    for (name, bytes, ..) in &cases {
        let answer = upload(&files, name, bytes.clone(), "application/octet-stream").await;
        assert_eq!(
            (answer.status, &answer.json["Key"]),
            (200, &json!(format!("documents/{name}"))),
            "{}",
            answer.text()
        );
    }
    files.token = files.server.anon_key();
    for (name, bytes, content_type, disposition) in &cases {
        let served = files.get(&format!("{PUBLIC_DOCUMENT}/{name}"), &[]).await;
        assert_eq!((served.status, &served.body), (200, bytes), "{name}");
        assert_eq!(
            (served.header("content-type"), served.header("content-disposition")),
            (*content_type, disposition.as_str())
        );
        assert_eq!(served.header("x-content-type-options"), "nosniff");
        let policy = served.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        // There is nothing to make smaller.
        let render =
            files.get(&format!("/storage/v1/render/image/public/documents/{name}?width=160&height=90"), &[]).await;
        assert_eq!((render.status, &render.body, render.header("content-type")), (200, bytes, *content_type), "{name}");
    }
    let named = files.get(&format!("{PUBLIC_DOCUMENT}/reports/2025.pdf?download=Our+report.pdf"), &[]).await;
    assert!(named.header("content-disposition").starts_with("attachment; filename=\"Our report.pdf\""));
    let disguised = files.get(&format!("{PUBLIC_DOCUMENT}/a.csv?download=bill.bat"), &[]).await;
    assert!(disguised.header("content-disposition").starts_with("attachment; filename=\"bill.bat.csv\""));
}

#[tokio::test]
async fn what_is_no_document_is_refused_and_told_why() {
    let files = Files::staff(Place::Folder).await;
    let macros = office("word/document.xml", DOCX, &["word/vbaProject.bin"]);
    // Under another name, which only the list of content types betrays.
    let hidden = office(
        "word/document.xml",
        &format!("{DOCX}.main+xml\"/><Default Extension=\"bin\" ContentType=\"application/vnd.ms-office.vbaProject"),
        &["word/a.bin"],
    );
    let enabled = office("xl/workbook.xml", "application/vnd.ms-excel.sheet.macroEnabled", &[]);
    for (name, bytes, code, words) in [
        ("a.pdf", b"%PDF-1.7 cut off".to_vec(), "InvalidRequest", "incomplete"),
        ("a.docx", macros, "InvalidRequest", "macros"),
        ("a.xlsx", enabled, "InvalidRequest", "macros"),
        ("a.zip", office("a.txt", "text/plain", &[]), "InvalidMimeType", "application/zip"),
        ("a.csv", b"<!doctype html><script>alert(1)</script>".to_vec(), "InvalidMimeType", "text/html"),
        ("a.csv", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "InvalidMimeType", "image/svg+xml"),
        ("a.csv", b"a,b\0".to_vec(), "InvalidRequest", "UTF-8"),
        ("a.csv", b"caf\xE9".to_vec(), "InvalidRequest", "UTF-8"),
        ("pay.bat", b"%PDF-1.7\nstartxref\n9\n%%EOF\n".to_vec(), "InvalidRequest", "must end in .pdf"),
        ("pay.csv.js", b"a,b".to_vec(), "InvalidMimeType", "not supported"),
        ("a.docx", hidden, "InvalidRequest", "macros"),
        ("a.txt", b"just words".to_vec(), "InvalidMimeType", "Please choose a PDF, DOCX, XLSX or CSV file."),
        ("a.png", png(1, 1, ""), "InvalidMimeType", "image/png"),
        ("a.exe", b"MZ\x90\0".to_vec(), "InvalidMimeType", "not supported"),
    ] {
        let answer = upload(&files, name, bytes, "application/octet-stream").await;
        assert_eq!((answer.status, &answer.json["code"]), (400, &json!(code)), "{name}: {}", answer.text());
        assert!(answer.text().contains(words), "{name}: {}", answer.text());
    }
    let large = [&pdf("")[..], &vec![b' '; DOCUMENTS.max_bytes]].concat();
    assert_refused(&upload(&files, "a.pdf", large, "").await, "413", "Payload too large", "EntityTooLarge");
    // Nor does one bucket take what the other does.
    let picture = files.upload("a.png", &pdf(""), false).await;
    assert_refused(&picture, "415", "invalid_mime_type", "InvalidMimeType");
    files.upload("b.png", &png(1, 1, ""), false).await;
    let way = json!({
        "bucketId": "website_images", "sourceKey": "b.png", "destinationBucket": "documents", "destinationKey": "b.pdf",
    });
    for call in ["move", "copy"] {
        let answer = files.post(&format!("/storage/v1/object/{call}"), way.clone()).await;
        assert_refused(&answer, "415", "invalid_mime_type", "InvalidMimeType");
    }
    assert_eq!(files.stored(), 1);
}

/// No row of any table names a document; it stays all the same, and goes when it is removed.
#[tokio::test]
async fn documents_are_swept_only_when_they_are_removed() {
    let files = Files::staff(Place::Folder).await;
    upload(&files, "a.pdf", pdf("a"), "").await;
    upload(&files, "b.pdf", pdf("b"), "").await;
    files.sweep_after(72).await;
    assert_eq!(files.get(&format!("{PUBLIC_DOCUMENT}/a.pdf"), &[]).await.body, pdf("a"));
    assert_eq!(files.call("DELETE", &format!("{DOCUMENT}/a.pdf"), &[], Body::empty()).await.status, 200);
    files.sweep_after(74).await;
    assert_eq!(files.stored(), 1);
    assert_eq!(files.get(&format!("{PUBLIC_DOCUMENT}/b.pdf"), &[]).await.body, pdf("b"));
}
