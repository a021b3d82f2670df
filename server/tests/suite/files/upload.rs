use base64::Engine;
use serde_json::json;

use super::*;

/// [API-5] Staff upload under every prefix with {timestamp}-{filename}, read it at its public URL with the cache
/// control they gave, list it and remove it.
#[tokio::test]
async fn a_picture_goes_in_is_seen_by_everyone_and_goes_out() {
    let files = Files::staff(PLACE).await;
    for prefix in ["team", "projects", "gallery", "testimonials", "success_stories", "logo", "favicon", "hero"] {
        let name = format!("{prefix}/1700000000000-photo 1.png");
        let picture = png(40, 30, prefix);
        let answer = files.upload(&name.replace(' ', "%20"), &picture, false).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json["Key"], format!("website_images/{name}"));
        assert_eq!(answer.json["Id"].as_str().unwrap().len(), 36);

        let seen = files.get(&public_path(&name), &[("authorization", "Bearer stale")]).await;
        assert_eq!((seen.status, seen.body.as_slice()), (200, picture.as_slice()));
        assert_eq!(seen.header("content-type"), "image/png");
        assert_eq!(seen.header("cache-control"), "max-age=3600");
        assert_eq!(files.names(prefix).await, ["1700000000000-photo 1.png"]);

        let removed = files.remove(&[&name, "never/was.png"]).await;
        assert_eq!(removed.status, 200);
        assert_eq!(removed.json.as_array().unwrap().len(), 1);
        assert_eq!((&removed.json[0]["name"], &removed.json[0]["bucket_id"]), (&json!(name), &json!("website_images")));
        let gone = files.get(&public_path(&name), &[]).await;
        assert_refused(&gone, "404", "not_found", "NoSuchKey");
    }
    files.sweep_later().await;
    assert_eq!(files.stored(), 0);
}

#[tokio::test]
async fn a_bare_body_is_taken_with_its_headers() {
    let files = Files::staff(PLACE).await;
    let metadata = base64::engine::general_purpose::STANDARD.encode(r#"{"by":"امید"}"#);
    let headers = [
        ("content-type", "text/plain;charset=UTF-8"),
        ("cache-control", "max-age=60"),
        ("x-metadata", metadata.as_str()),
    ];
    let answer = files.upload_raw("a.png", png(4, 3, ""), &headers).await;
    assert_eq!(answer.status, 200, "{}", answer.text());

    let info = files.get("/storage/v1/object/info/website_images/a.png", &[]).await.json;
    assert_eq!(info["content_type"], "image/png", "judged by content, not by what was declared");
    assert_eq!(info["cache_control"], "max-age=60");
    assert_eq!(info["metadata"], json!({ "by": "امید" }));
    assert_eq!(info["size"], png(4, 3, "").len());

    let plain = files.upload_raw("b.png", png(4, 3, ""), &[]).await;
    assert_eq!(plain.status, 200);
    assert_eq!(files.get(&format!("{PUBLIC}/b.png"), &[]).await.header("cache-control"), "no-cache");
    let bad = files.upload_raw("c.png", png(4, 3, ""), &[("x-metadata", "no base64!")]).await;
    assert_refused(&bad, "400", "InvalidRequest", "InvalidRequest");
}

#[tokio::test]
async fn a_form_may_carry_metadata_and_a_file_without_a_name() {
    let files = Files::staff(PLACE).await;
    let mut form = b"--e\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n60\r\n".to_vec();
    form.extend(b"--e\r\nContent-Disposition: form-data; name=\"metadata\"\r\n\r\n{\"a\":1}\r\n");
    form.extend(b"--e\r\nContent-Disposition: form-data; name=\"contentEncoding\"\r\n\r\ngzip\r\n");
    form.extend(b"--e\r\nContent-Disposition: form-data; name=\"\"; filename=\"x\"\r\n\r\n");
    form.extend(png(1, 1, "\r\n--not the edge"));
    form.extend(b"\r\n--e--\r\n");
    let headers = [("content-type", "multipart/form-data; boundary=e")];
    let answer = files.upload_raw("a.png", form, &headers).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let info = files.get("/storage/v1/object/info/website_images/a.png", &[]).await.json;
    assert_eq!((&info["metadata"], &info["cache_control"]), (&json!({ "a": 1 }), &json!("max-age=60")));
    assert_eq!(files.get(&format!("{PUBLIC}/a.png"), &[]).await.body, png(1, 1, "\r\n--not the edge"));

    for (form, words) in [
        ("--e--\r\n", "no file"),
        ("--e\r\nContent-Disposition: form-data; name=\"\"; filename=\"x\"\r\n\r\nhalf", "ended before"),
        ("nonsense", "ended before"),
    ] {
        let answer = files.upload_raw("b.png", form, &headers).await;
        assert_refused(&answer, "400", "InvalidRequest", "InvalidRequest");
        assert!(answer.text().contains(words), "{form}: {}", answer.text());
    }
    assert_eq!(files.names("").await, ["a.png"]);
}

#[tokio::test]
async fn an_existing_file_is_replaced_only_when_asked() {
    let files = Files::staff(PLACE).await;
    let first = files.upload("a.png", &png(1, 1, "first"), false).await.json;
    let refused = files.upload("a.png", &png(1, 1, "second"), false).await;
    assert_refused(&refused, "409", "Duplicate", "KeyAlreadyExists");
    assert_eq!(refused.json["message"], "The resource already exists");

    let second = files.upload("a.png", &png(2, 1, "second"), true).await;
    assert_eq!(second.json["Id"], first["Id"]);
    assert_eq!(files.get(&format!("{PUBLIC}/a.png"), &[]).await.body, png(2, 1, "second"));

    let third = files.call("PUT", &format!("{OBJECT}/a.png"), &[], png(3, 1, "third")).await;
    assert_eq!(third.status, 200);
    assert_eq!(files.get(&format!("{PUBLIC}/a.png"), &[]).await.body, png(3, 1, "third"));
    files.sweep_later().await;
    assert_eq!(files.stored(), 1, "replaced bytes do not stay");

    let fresh = files.call("PUT", &format!("{OBJECT}/new.png"), &[], png(3, 1, "new")).await;
    assert_eq!(fresh.status, 200);
}

#[tokio::test]
async fn a_race_for_one_name_has_one_winner() {
    let files = Files::staff(PLACE).await;
    let marks: Vec<String> = (0..12).map(|mark| mark.to_string()).collect();
    let uploads = marks.iter().map(|mark| async { files.upload("a.png", &png(1, 1, mark), false).await.status });
    let statuses = futures_util::future::join_all(uploads).await;
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(files.stored(), 1);
}

#[tokio::test]
async fn what_is_no_picture_is_refused_kindly() {
    let files = Files::staff(PLACE).await;
    for bytes in [&b"<html><script>alert(1)</script></html>"[..], b"%PDF-1.7", b"MZ\x90\0\x03\0\xFF\xFF"] {
        let answer = files.upload("a.png", bytes, false).await;
        assert_refused(&answer, "415", "invalid_mime_type", "InvalidMimeType");
        assert!(answer.text().contains("is not supported. Please choose a JPEG, PNG"), "{}", answer.text());
    }
    assert!(files.upload("a.png", b"", false).await.text().contains("The file is empty"));
    assert!(files.upload("a.png", b"\x89PNG\r\n\x1a\n", false).await.text().contains("damaged"));
    let huge = files.upload("a.png", &png(20_000, 20_000, ""), false).await;
    assert_refused(&huge, "413", "Payload too large", "EntityTooLarge");
    assert!(huge.text().contains("50 megapixels"));
    assert_eq!(files.stored(), 0);
}

#[tokio::test]
async fn fifty_mebibytes_are_taken_and_one_byte_more_is_not() {
    let files = Files::staff(PLACE).await;
    let most = harness::png_of_size(50 * 1024 * 1024);
    assert_eq!((most.len(), files.upload("most.png", &most, false).await.status), (50 * 1024 * 1024, 200));
    let picture = harness::png_of_size(50 * 1024 * 1024 + 1);
    for answer in [
        files.upload("more.png", &picture, false).await,
        files.upload_raw("more.png", picture.clone(), &[]).await,
        files.upload_raw("more.png", "", &[("content-length", "999999999999")]).await,
    ] {
        assert_refused(&answer, "413", "Payload too large", "EntityTooLarge");
        assert_eq!(answer.json["message"], "The object exceeded the maximum allowed size");
    }
}

#[tokio::test]
async fn names_stay_as_they_were_given() {
    let files = Files::staff(PLACE).await;
    for name in ["gallery/1-عید کی تصویر.png", "gallery/2-é (1) & 100% #1?.png", "gallery/3-a+b.png"] {
        let path = public_path(name).replace("/storage/v1/object/public/website_images/", "");
        let answer = files.upload(&path, &png(1, 1, name), false).await;
        assert_eq!(answer.json["Key"], format!("website_images/{name}"), "{}", answer.text());
        assert_eq!(files.get(&public_path(name), &[]).await.body, png(1, 1, name));
    }
    assert_eq!(files.names("gallery").await.len(), 3);
    for path in ["a/%2e%2e/b.png", "a%5Cb.png", "a%00.png", "a%FF.png", "a//b.png", "%E2%80%AEgnp.png"] {
        assert_refused(&files.upload(path, &png(1, 1, ""), false).await, "400", "InvalidKey", "InvalidKey");
    }
}

/// The official client escapes `%` when it reads but not when it uploads: a file chosen as "a%20b.png" is then asked
/// for as "a%2520b.png", and must be found all the same.
#[tokio::test]
async fn a_name_that_looks_escaped_is_found_again() {
    let files = Files::staff(PLACE).await;
    files.upload("a%20b.png", &png(1, 1, "one"), false).await;
    assert_eq!(files.get(&format!("{PUBLIC}/a%2520b.png"), &[]).await.body, png(1, 1, "one"));
    assert_eq!(files.remove(&["a%20b.png"]).await.json[0]["name"], "a b.png");
}
