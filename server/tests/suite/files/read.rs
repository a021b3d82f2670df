use super::*;

async fn with_picture() -> Files {
    let files = Files::staff(PLACE).await;
    files.upload("a/%D8%B9%DB%8C%D8%AF.png", &png(10, 10, "0123456789"), false).await;
    files
}

fn picture() -> Vec<u8> {
    png(10, 10, "0123456789")
}

const A: &str = "/storage/v1/object/public/website_images/a/%D8%B9%DB%8C%D8%AF.png";

#[tokio::test]
async fn a_picture_is_sent_with_all_that_caches_and_browsers_need() {
    let files = with_picture().await;
    for path in [
        A.to_owned(),
        A.replace("public/", ""),
        A.replace("public/", "authenticated/"),
        format!("{A}?width=100&cacheNonce=1"),
    ] {
        let answer = files.get(&path, &[]).await;
        assert_eq!((answer.status, answer.body.as_slice()), (200, picture().as_slice()), "{path}");
        assert_eq!(answer.header("content-length"), picture().len().to_string());
        assert_eq!(answer.header("accept-ranges"), "bytes");
        assert_eq!(answer.header("x-robots-tag"), "none");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'; base-uri"), "{answer:?}");
        assert!(answer.header("content-security-policy").ends_with("; sandbox"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        assert!(answer.header("etag").starts_with('"') && answer.header("last-modified").ends_with(" GMT"));

        let head = files.call("HEAD", &path, &[], Body::empty()).await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        assert_eq!(head.headers.get("content-length"), answer.headers.get("content-length"));
        assert_eq!(head.headers.get("etag"), answer.headers.get("etag"));
    }
}

#[tokio::test]
async fn who_has_it_already_is_told_so() {
    let files = with_picture().await;
    let first = files.get(A, &[]).await;
    let (etag, modified) = (first.header("etag"), first.header("last-modified"));
    for (name, value) in [("if-none-match", etag), ("if-modified-since", modified)] {
        let answer = files.get(A, &[(name, value)]).await;
        assert_eq!((answer.status, answer.body.len()), (304, 0));
        assert_eq!((answer.header("etag"), answer.header("cache-control")), (etag, "max-age=3600"));
    }
    files.upload("a/%D8%B9%DB%8C%D8%AF.png", &png(10, 10, "changed"), true).await;
    assert_eq!(files.get(A, &[("if-none-match", etag)]).await.status, 200);
}

#[tokio::test]
async fn a_part_is_sent_when_one_is_asked_for() {
    let files = with_picture().await;
    let (whole, size) = (picture(), picture().len());
    for (range, status, bytes, place) in [
        ("bytes=0-3", 206, &whole[..4], format!("bytes 0-3/{size}")),
        ("bytes=-4", 206, &whole[size - 4..], format!("bytes {}-{}/{size}", size - 4, size - 1)),
        ("bytes=40-", 206, &whole[40..], format!("bytes 40-{}/{size}", size - 1)),
        ("bytes=0-1,3-4", 200, &whole[..], String::new()),
        ("bytes=999-", 416, &[][..], format!("bytes */{size}")),
    ] {
        let answer = files.get(A, &[("range", range)]).await;
        assert_eq!((answer.status, answer.body.as_slice()), (status, bytes), "{range}");
        assert_eq!(answer.header("content-range"), place);
        assert_eq!(answer.header("content-length"), bytes.len().to_string());
    }
    let etag = files.get(A, &[]).await.header("etag").to_owned();
    assert_eq!(files.get(A, &[("range", "bytes=0-3"), ("if-range", &etag)]).await.status, 206);
    assert_eq!(files.get(A, &[("range", "bytes=0-3"), ("if-range", "\"old\"")]).await.status, 200);
}

#[tokio::test]
async fn a_download_carries_a_name_in_any_script() {
    let files = with_picture().await;
    let named = files.get(&format!("{A}?download="), &[]).await;
    let encoded = "filename*=UTF-8''%D8%B9%DB%8C%D8%AF.png";
    assert_eq!(named.header("content-disposition"), format!("attachment; filename=\"___.png\"; {encoded}"));
    let other = files.get(&format!("{A}?download=my+photo.png"), &[]).await;
    assert!(other.header("content-disposition").starts_with("attachment; filename=\"my photo.png\""));
    assert_eq!(files.get(A, &[]).await.header("content-disposition"), "");
}

/// A drawing with a script in it is kept without the script, and served so that nothing in it could run.
#[tokio::test]
async fn drawings_are_harmless_twice_over() {
    let files = Files::staff(PLACE).await;
    let drawing =
        br#"<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><rect/></svg>"#;
    assert_eq!(files.upload("favicon/1-icon.png", drawing, false).await.status, 200);
    let answer = files.get(&format!("{PUBLIC}/favicon/1-icon.png"), &[]).await;
    assert_eq!(answer.text(), r#"<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>"#);
    assert_eq!(answer.header("content-type"), "image/svg+xml");
    assert_eq!(answer.header("content-length"), answer.body.len().to_string());
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(
        answer.header("content-security-policy"),
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; sandbox"
    );
}

#[tokio::test]
async fn info_tells_about_a_file_and_what_is_not_there_is_not_found() {
    let files = with_picture().await;
    for path in ["info/website_images", "info/public/website_images", "info/authenticated/website_images"] {
        let path = format!("/storage/v1/object/{path}/a/%D8%B9%DB%8C%D8%AF.png");
        let info = files.get(&path, &[]).await;
        assert_eq!((info.status, &info.json["name"]), (200, &"a/عید.png".into()));
        assert_eq!(info.json["metadata"], serde_json::json!({}), "none was given");
        assert_eq!(
            (&info.json["bucket_id"], &info.json["content_type"]),
            (&"website_images".into(), &"image/png".into())
        );
        assert_eq!(files.call("HEAD", &path, &[], Body::empty()).await.status, 200);
    }
    for path in ["public/website_images/no.png", "website_images/no.png", "info/website_images/no.png"] {
        let answer = files.get(&format!("/storage/v1/object/{path}"), &[]).await;
        assert_refused(&answer, "404", "not_found", "NoSuchKey");
        assert_eq!(answer.json["message"], "Object not found");
    }
    let other = files.get("/storage/v1/object/public/other/a.png", &[]).await;
    assert_refused(&other, "404", "Bucket not found", "NoSuchBucket");
    let nowhere = files.get("/storage/v1/nowhere", &[]).await;
    assert_eq!((nowhere.status, &nowhere.json["statusCode"]), (404, &"404".into()));
}
