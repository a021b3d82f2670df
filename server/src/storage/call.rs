//! What a request asks for, read from its method and raw path. The path is not decoded before a file's name is cut out
//! of it, so that an escaped slash or question mark is part of the name. Who may do it is decided elsewhere.

use axum::http::Method;

use super::error::{FileError, Result};
use super::name::Name;
use crate::schema::Bucket;

#[derive(Debug, PartialEq)]
pub struct Target {
    pub bucket: &'static Bucket,
    pub name: Name,
}

#[derive(Debug, PartialEq)]
pub enum Call {
    Buckets,
    Bucket(&'static Bucket),
    /// Making, changing, emptying or removing a bucket: nobody may.
    ChangeBuckets,
    Upload {
        target: Target,
        replace: bool,
    },
    /// Asks for an address to which one file can be uploaded without a session.
    SignUpload(Target),
    UploadSigned(Target),
    Read(Target),
    ReadSigned(Target),
    Render(Target),
    RenderSigned(Target),
    Info(Target),
    List(&'static Bucket),
    ListV2(&'static Bucket),
    Remove(&'static Bucket),
    RemoveOne(Target),
    Move,
    Copy,
    Sign(Target),
    SignMany(&'static Bucket),
}

impl Call {
    /// The bucket that this is about, for the calls that name it in their address.
    pub fn bucket(&self) -> Option<&'static Bucket> {
        match self {
            Call::Buckets | Call::ChangeBuckets | Call::Move | Call::Copy => None,
            Call::Bucket(bucket)
            | Call::List(bucket)
            | Call::ListV2(bucket)
            | Call::Remove(bucket)
            | Call::SignMany(bucket) => Some(bucket),
            Call::Read(target)
            | Call::ReadSigned(target)
            | Call::Render(target)
            | Call::RenderSigned(target)
            | Call::Info(target)
            | Call::RemoveOne(target)
            | Call::Sign(target)
            | Call::SignUpload(target)
            | Call::UploadSigned(target)
            | Call::Upload { target, .. } => Some(target.bucket),
        }
    }
}

pub fn read(buckets: &[&'static Bucket], method: &Method, path: &str) -> Result<Call> {
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let bucket = |name: &str| find(buckets, name);
    let target = |name: &str, rest: &[&str]| {
        Ok::<_, FileError>(Target { bucket: find(buckets, name)?, name: Name::from_path(&rest.join("/"))? })
    };
    let by_road = |road: &str, name: &str, rest: &[&str]| match find(buckets, name)? {
        // The address of a public file: in a private bucket there is none, for anybody.
        bucket if road == "public" && !bucket.public => Err(FileError::NoSuchBucket),
        _ => target(name, rest),
    };
    let verb = if method == Method::HEAD { "GET" } else { method.as_str() };
    Ok(match (verb, parts.as_slice()) {
        ("GET", ["bucket"]) => Call::Buckets,
        ("GET", ["bucket", name]) => Call::Bucket(bucket(name)?),
        ("POST" | "PUT" | "DELETE", ["bucket", ..]) => Call::ChangeBuckets,

        ("POST", ["object", "list", name]) => Call::List(bucket(name)?),
        ("POST", ["object", "list-v2", name]) => Call::ListV2(bucket(name)?),
        ("POST", ["object", "move"]) => Call::Move,
        ("POST", ["object", "copy"]) => Call::Copy,
        ("POST", ["object", "sign", name]) => Call::SignMany(bucket(name)?),
        ("POST", ["object", "sign", name, rest @ ..]) => Call::Sign(target(name, rest)?),
        ("POST", ["object", "upload", "sign", name, rest @ ..]) => Call::SignUpload(target(name, rest)?),
        ("PUT", ["object", "upload", "sign", name, rest @ ..]) => Call::UploadSigned(target(name, rest)?),
        ("POST", ["object", name, rest @ ..]) if !rest.is_empty() => {
            Call::Upload { target: target(name, rest)?, replace: false }
        }
        ("PUT", ["object", name, rest @ ..]) if !rest.is_empty() => {
            Call::Upload { target: target(name, rest)?, replace: true }
        }
        ("DELETE", ["object", name]) => Call::Remove(bucket(name)?),
        ("DELETE", ["object", name, rest @ ..]) => Call::RemoveOne(target(name, rest)?),

        ("GET", ["render", "image", road @ ("public" | "authenticated"), name, rest @ ..]) => {
            Call::Render(by_road(road, name, rest)?)
        }
        ("GET", ["render", "image", "sign", name, rest @ ..]) => Call::RenderSigned(target(name, rest)?),
        ("GET", ["object", "sign", name, rest @ ..]) => Call::ReadSigned(target(name, rest)?),
        ("GET", ["object", "info", road @ ("public" | "authenticated"), name, rest @ ..]) => {
            Call::Info(by_road(road, name, rest)?)
        }
        ("GET", ["object", "info", name, rest @ ..]) => Call::Info(target(name, rest)?),
        ("GET", ["object", road @ ("public" | "authenticated"), name, rest @ ..]) => {
            Call::Read(by_road(road, name, rest)?)
        }
        ("GET", ["object", name, rest @ ..]) if !rest.is_empty() => Call::Read(target(name, rest)?),
        _ => return Err(FileError::NoSuchAddress),
    })
}

pub fn find(buckets: &[&'static Bucket], name: &str) -> Result<&'static Bucket> {
    buckets.iter().copied().find(|bucket| bucket.name == name).ok_or(FileError::NoSuchBucket)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::bucket::{BUCKETS, WEBSITE_IMAGES};

    static LETTERS: Bucket = Bucket { name: "letters", public: false, ..WEBSITE_IMAGES };

    fn name(text: &str) -> Target {
        Target { bucket: &WEBSITE_IMAGES, name: Name::parse(text).unwrap() }
    }

    #[test]
    fn every_call_of_the_client_is_known() {
        let cases = [
            ("GET", "/bucket", Call::Buckets),
            ("GET", "/bucket/website_images", Call::Bucket(&WEBSITE_IMAGES)),
            ("POST", "/bucket", Call::ChangeBuckets),
            ("DELETE", "/bucket/website_images", Call::ChangeBuckets),
            ("POST", "/object/website_images/a/b%20c.png", Call::Upload { target: name("a/b c.png"), replace: false }),
            ("PUT", "/object/website_images/a.png", Call::Upload { target: name("a.png"), replace: true }),
            ("POST", "/object/upload/sign/website_images/a/b.png", Call::SignUpload(name("a/b.png"))),
            ("PUT", "/object/upload/sign/website_images/a.png", Call::UploadSigned(name("a.png"))),
            ("POST", "/object/list/website_images", Call::List(&WEBSITE_IMAGES)),
            ("POST", "/object/list-v2/website_images", Call::ListV2(&WEBSITE_IMAGES)),
            ("POST", "/object/move", Call::Move),
            ("POST", "/object/copy", Call::Copy),
            ("POST", "/object/sign/website_images/a.png", Call::Sign(name("a.png"))),
            ("POST", "/object/sign/website_images", Call::SignMany(&WEBSITE_IMAGES)),
            ("GET", "/object/sign/website_images/a.png", Call::ReadSigned(name("a.png"))),
            ("DELETE", "/object/website_images", Call::Remove(&WEBSITE_IMAGES)),
            ("DELETE", "/object/website_images/a/b.png", Call::RemoveOne(name("a/b.png"))),
            ("GET", "/object/website_images/a.png", Call::Read(name("a.png"))),
            ("GET", "/object/authenticated/website_images/a.png", Call::Read(name("a.png"))),
            ("HEAD", "/object/public/website_images/a%2Fb%3F.png", Call::Read(name("a/b?.png"))),
            ("HEAD", "/object/info/website_images/a.png", Call::Info(name("a.png"))),
            ("GET", "/object/info/public/website_images/a.png", Call::Info(name("a.png"))),
            ("GET", "/render/image/public/website_images/a.png", Call::Render(name("a.png"))),
            ("GET", "/render/image/sign/website_images/a.png", Call::RenderSigned(name("a.png"))),
        ];
        for (method, path, call) in cases {
            assert_eq!(read(BUCKETS, &method.parse().unwrap(), path).unwrap(), call, "{method} {path}");
        }
    }

    #[test]
    fn other_buckets_and_addresses_do_not_exist() {
        for (method, path, message) in [
            ("POST", "/object/other/a.png", "Bucket not found"),
            ("GET", "/object/public/other/a.png", "Bucket not found"),
            ("GET", "/object/public/website_images%2F..%2Fother/a.png", "Bucket not found"),
            ("POST", "/object/upload/sign/other/a.png", "Bucket not found"),
            ("PUT", "/object/upload/sign/other/a.png", "Bucket not found"),
            ("POST", "/upload/resumable", "There is nothing at this address."),
            ("PATCH", "/object/website_images/a.png", "There is nothing at this address."),
            ("GET", "/", "There is nothing at this address."),
            ("GET", "/object", "There is nothing at this address."),
        ] {
            assert_eq!(
                read(BUCKETS, &method.parse().unwrap(), path).unwrap_err().to_string(),
                message,
                "{method} {path}"
            );
        }
        assert!(read(BUCKETS, &Method::GET, "/object/public/website_images/../secret").is_err());
    }

    #[test]
    fn a_private_bucket_has_no_public_address() {
        let buckets: &[&Bucket] = &[&WEBSITE_IMAGES, &LETTERS];
        let target = || Target { bucket: &LETTERS, name: Name::parse("a.png").unwrap() };
        for (path, call) in [
            ("/object/letters/a.png", Call::Read(target())),
            ("/object/authenticated/letters/a.png", Call::Read(target())),
            ("/object/info/authenticated/letters/a.png", Call::Info(target())),
            ("/object/sign/letters/a.png", Call::ReadSigned(target())),
            ("/render/image/authenticated/letters/a.png", Call::Render(target())),
        ] {
            assert_eq!(read(buckets, &Method::GET, path).unwrap(), call, "{path}");
        }
        for path in ["/object/public/letters/a.png", "/object/info/public/letters/a", "/render/image/public/letters/a"]
        {
            assert!(matches!(read(buckets, &Method::GET, path), Err(FileError::NoSuchBucket)), "{path}");
        }
    }
}
