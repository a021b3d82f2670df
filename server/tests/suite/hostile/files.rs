//! Uploads: forms that are none, pictures with a wrong byte anywhere, bombs. What is taken is served, also made smaller.

use std::path::Path;

use serde_json::json;

use super::*;

const OBJECT: &str = "/storage/v1/object/website_images";

/// Real pictures of every kind that is taken.
fn pictures() -> Vec<Vec<u8>> {
    let sample = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sample/pictures").join(name);
        std::fs::read(path).expect("the sample pictures are there")
    };
    let drawn = image::RgbImage::from_fn(40, 30, |x, y| image::Rgb([x as u8 * 6, y as u8 * 8, 90]));
    let encoded = |format| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        drawn.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    };
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01D\0;";
    let ico = b"\0\0\x01\0\x01\0\x09\x07\0\0\x01\0\x20\0\0\0\0\0\x16\0\0\0";
    vec![
        encoded(image::ImageFormat::Png),
        encoded(image::ImageFormat::Jpeg),
        sample("voice-farmer.webp"),
        sample("logo.svg"),
        gif.to_vec(),
        ico.to_vec(),
    ]
}

/// Bytes changed, cut out or doubled in a picture that was sound.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..4_u8);
    (select(pictures()), proptest::collection::vec(change, 0..6)).prop_map(|(mut bytes, changes)| {
        for (at, byte, kind) in changes {
            if bytes.is_empty() {
                break;
            }
            // Heads are where the trouble is: half of the changes fall there.
            let reach = if byte % 2 == 0 { bytes.len().min(64) } else { bytes.len() };
            let at = at.index(reach);
            match kind {
                0 | 1 => bytes[at] = byte,
                2 => drop(bytes.drain(at..(at + usize::from(byte)).min(bytes.len()))),
                _ => {
                    let again = bytes[at..(at + usize::from(byte)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, again);
                }
            }
        }
        bytes
    })
}

fn staff_headers(target: &Target, content_type: &str) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("authorization", target.bearer(true)),
        ("content-type", content_type.as_bytes().to_vec()),
        ("x-upsert", b"true".to_vec()),
    ]
}

proptest! {
    #[test]
    fn no_picture_breaks_it(bytes in damaged(), width in select(vec!["160", "1920", "0", "-1", "x"]), webp in any::<bool>()) {
        let target = target();
        let taken = target.send("POST", &format!("{OBJECT}/hostile.png"), &staff_headers(target, "image/png"), bytes).unwrap();
        prop_assert!(taken.status < 500, "{}", taken.text());
        let accept = if webp { "image/webp" } else { "*/*" };
        let path = format!("/storage/v1/render/image/public/website_images/hostile.png?width={width}");
        let made = target.send("GET", &path, &[("accept", accept.into())], vec![]).unwrap();
        prop_assert!(made.status < 500, "{}", made.text());
        if made.status == 200 {
            prop_assert!(made.header("content-type").starts_with("image/"), "{}", made.header("content-type"));
            prop_assert!(made.header("content-security-policy").contains("sandbox"));
            prop_assert_eq!(made.header("x-content-type-options"), "nosniff");
        }
    }

    #[test]
    fn no_form_breaks_it(
        pieces in proptest::collection::vec(prop_oneof![
            select(vec![
                &b"--edge\r\n"[..], b"--edge--\r\n", b"--edge", b"\r\n", b"\r\n\r\n", b"Content-Disposition: form-data; name=\"\"",
                b"Content-Disposition: form-data; name=\"cacheControl\"", b"; filename=\"a.png\"", b"Content-Type: image/png",
                b"Content-Disposition: form-data; name=\"metadata\"", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0",
                b"3600", b"{\"a\":1}", b"{", b"Content-Disposition", b": ", b"\0", b"\xff",
            ]).prop_map(<[u8]>::to_vec),
            proptest::collection::vec(any::<u8>(), 0..20),
        ], 0..14),
        boundary in select(vec!["edge", "", "\"edge\"", "e", "--", "x x"]),
    ) {
        let target = target();
        let headers = staff_headers(target, &format!("multipart/form-data; boundary={boundary}"));
        let answer = target.send("POST", &format!("{OBJECT}/form.png"), &headers, pieces.concat()).unwrap();
        prop_assert!(answer.status < 500, "{}", answer.text());
    }

    #[test]
    fn no_name_breaks_it(
        name in prop_oneof![word(), "\\PC{0,40}", "[a-zA-Z0-9./ _-]{0,300}"],
        call in select(vec!["move", "copy", "list/website_images", "list-v2/website_images", "sign/website_images",
            "sign/website_images/hostile.png", "upload/sign/website_images/hostile.png", "info/website_images"]),
    ) {
        let target = target();
        let headers = staff_headers(target, "application/json");
        let body = json!({
            "bucketId": "website_images", "sourceKey": name, "destinationKey": name, "prefix": name, "search": name,
            "limit": 10, "paths": [name], "prefixes": [name], "expiresIn": 60, "cursor": name,
            "transform": { "width": name, "height": name, "resize": name, "quality": name, "format": name }, "sortBy": { "column": name, "order": name },
        }).to_string().into_bytes();
        for (method, path) in [("POST", format!("/storage/v1/object/{call}")), ("DELETE", OBJECT.to_owned())] {
            let answer = target.send(method, &path, &headers, body.clone()).unwrap();
            prop_assert!(answer.status < 500, "{method} {path} {name}: {}", answer.text());
        }
        let path = format!("{OBJECT}/{}", encoded(&name));
        let picture = pictures().remove(0);
        let answer = target.send("POST", &path, &staff_headers(target, "image/png"), picture).unwrap();
        prop_assert!(answer.status < 500, "{path}: {}", answer.text());
        let outside = target.app.app.settings.folder.path.parent().unwrap().join("hostile-escape");
        prop_assert!(!outside.exists());
    }
}

/// A PDF, a CSV and the beginning of an archive.
fn documents() -> Vec<Vec<u8>> {
    vec![
        b"%PDF-1.7\nxref\ntrailer <<>>\nstartxref\n9\n%%EOF\n".to_vec(),
        b"a,b\n1,2\n".to_vec(),
        b"PK\x03\x04PK\x01\x02PK\x05\x06\0\0\0\0\x01\0\x01\0\x2e\0\0\0\x04\0\0\0\0\0".to_vec(),
    ]
}

proptest! {
    /// Whatever is taken as a document is served as one, and runs nowhere.
    #[test]
    fn no_document_breaks_it(
        mut bytes in select(documents()),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        name in select(vec!["a.csv", "a.pdf", "a.docx", "a.html"]),
    ) {
        let target = target();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let path = format!("/storage/v1/object/documents/{name}");
        let taken = target.send("POST", &path, &staff_headers(target, "text/csv"), bytes).unwrap();
        prop_assert!(taken.status < 500, "{}", taken.text());
        let served = target.send("GET", &format!("/storage/v1/object/public/documents/{name}"), &[], vec![]).unwrap();
        if served.status == 200 {
            let kind = served.header("content-type");
            prop_assert!(kind == "application/pdf" || served.header("content-disposition").starts_with("attachment"), "{kind}");
            prop_assert!(served.header("content-security-policy").contains("sandbox"));
            prop_assert_eq!(served.header("x-content-type-options"), "nosniff");
        }
    }

    /// Any question for a picture, any token: answered, and never with more than the set holds.
    #[test]
    fn no_question_for_a_picture_breaks_it(
        parameters in proptest::collection::vec(
            (select(vec!["width", "height", "resize", "quality", "format", "token", "x"]), word()), 0..5),
        road in select(vec!["render/image/public", "render/image/authenticated", "render/image/sign", "object/sign"]),
    ) {
        let target = target();
        let query: Vec<String> = parameters.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let path = format!("/storage/v1/{road}/website_images/hostile.png?{}", query.join("&"));
        let answer = target.send("GET", &path, &[("accept", b"image/webp".to_vec())], vec![]).unwrap();
        prop_assert!(answer.status < 500, "{path}: {}", answer.text());
    }
}

/// A few kilobytes that would be a hundred thousand megapixels, or a drawing that repeats itself without end.
#[test]
fn bombs_are_refused_by_their_head() {
    let target = target();
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend(300_000_u32.to_be_bytes().repeat(2));
    png.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
    let answer = target.send("POST", &format!("{OBJECT}/bomb.png"), &staff_headers(target, "image/png"), png).unwrap();
    assert_eq!((answer.status, answer.json["statusCode"].as_str()), (400, Some("413")), "{}", answer.text());

    let laughs = "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><svg>&b;</svg>";
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(100_000), "</g>".repeat(100_000));
    for svg in [laughs.to_owned(), deep] {
        let answer =
            target.send("POST", &format!("{OBJECT}/bomb.svg"), &staff_headers(target, "image/svg+xml"), svg.into());
        let answer = answer.unwrap();
        assert!(answer.status < 500, "{}", answer.text());
        let served = target.send("GET", "/storage/v1/object/public/website_images/bomb.svg", &[], vec![]).unwrap();
        assert!(!served.text().contains("ENTITY") && served.body.len() < 2_000_000);
    }
}
