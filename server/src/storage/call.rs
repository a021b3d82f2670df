//! What a request asks for, read from its method and raw path. The path is not decoded before a file's name is cut out
//! of it, so that an escaped slash or question mark is part of the name.

use axum::http::Method;

use super::name::{BUCKET, Name};
use crate::error::{Error, Result};

#[derive(Debug, PartialEq)]
pub enum Call {
    Buckets,
    Bucket,
    /// Making, changing, emptying or removing a bucket: nobody may.
    ChangeBuckets,
    Upload {
        name: Name,
        replace: bool,
    },
    Read(Name),
    ReadSigned(Name),
    Render(Name),
    Info(Name),
    List,
    Remove,
    RemoveOne(Name),
    Move,
    Copy,
    Sign(Name),
    SignMany,
}

pub fn read(method: &Method, path: &str) -> Result<Call> {
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let name = |bucket: &str, rest: &[&str]| {
        check(bucket)?;
        Name::from_path(&rest.join("/"))
    };
    let verb = if method == Method::HEAD { "GET" } else { method.as_str() };
    Ok(match (verb, parts.as_slice()) {
        ("GET", ["bucket"]) => Call::Buckets,
        ("GET", ["bucket", bucket]) => check(bucket).map(|()| Call::Bucket)?,
        ("POST" | "PUT" | "DELETE", ["bucket", ..]) => Call::ChangeBuckets,

        ("POST", ["object", "list", bucket]) => check(bucket).map(|()| Call::List)?,
        ("POST", ["object", "move"]) => Call::Move,
        ("POST", ["object", "copy"]) => Call::Copy,
        ("POST", ["object", "sign", bucket]) => check(bucket).map(|()| Call::SignMany)?,
        ("POST", ["object", "sign", bucket, rest @ ..]) => Call::Sign(name(bucket, rest)?),
        ("POST", ["object", bucket, rest @ ..]) if !rest.is_empty() => {
            Call::Upload { name: name(bucket, rest)?, replace: false }
        }
        ("PUT", ["object", bucket, rest @ ..]) if !rest.is_empty() => {
            Call::Upload { name: name(bucket, rest)?, replace: true }
        }
        ("DELETE", ["object", bucket]) => check(bucket).map(|()| Call::Remove)?,
        ("DELETE", ["object", bucket, rest @ ..]) => Call::RemoveOne(name(bucket, rest)?),

        ("GET", ["render", "image", "public" | "authenticated", bucket, rest @ ..]) => {
            Call::Render(name(bucket, rest)?)
        }
        ("GET", ["object", "sign", bucket, rest @ ..]) => Call::ReadSigned(name(bucket, rest)?),
        ("GET", ["object", "info", "public" | "authenticated", bucket, rest @ ..]) => Call::Info(name(bucket, rest)?),
        ("GET", ["object", "info", bucket, rest @ ..]) => Call::Info(name(bucket, rest)?),
        ("GET", ["object", "public" | "authenticated", bucket, rest @ ..]) => Call::Read(name(bucket, rest)?),
        ("GET", ["object", bucket, rest @ ..]) if !rest.is_empty() => Call::Read(name(bucket, rest)?),
        _ => return Err(Error::refused(404, "NotFound", "There is nothing at this address.")),
    })
}

pub fn check(bucket: &str) -> Result<()> {
    if bucket == BUCKET { Ok(()) } else { Err(Error::refused(404, "NoSuchBucket", "Bucket not found")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::parse(text).unwrap()
    }

    #[test]
    fn every_call_of_the_client_is_known() {
        let cases = [
            ("GET", "/bucket", Call::Buckets),
            ("GET", "/bucket/website_images", Call::Bucket),
            ("POST", "/bucket", Call::ChangeBuckets),
            ("DELETE", "/bucket/website_images", Call::ChangeBuckets),
            ("POST", "/object/website_images/a/b%20c.png", Call::Upload { name: name("a/b c.png"), replace: false }),
            ("PUT", "/object/website_images/a.png", Call::Upload { name: name("a.png"), replace: true }),
            ("POST", "/object/list/website_images", Call::List),
            ("POST", "/object/move", Call::Move),
            ("POST", "/object/copy", Call::Copy),
            ("POST", "/object/sign/website_images/a.png", Call::Sign(name("a.png"))),
            ("POST", "/object/sign/website_images", Call::SignMany),
            ("GET", "/object/sign/website_images/a.png", Call::ReadSigned(name("a.png"))),
            ("DELETE", "/object/website_images", Call::Remove),
            ("DELETE", "/object/website_images/a/b.png", Call::RemoveOne(name("a/b.png"))),
            ("GET", "/object/website_images/a.png", Call::Read(name("a.png"))),
            ("GET", "/object/authenticated/website_images/a.png", Call::Read(name("a.png"))),
            ("HEAD", "/object/public/website_images/a%2Fb%3F.png", Call::Read(name("a/b?.png"))),
            ("HEAD", "/object/info/website_images/a.png", Call::Info(name("a.png"))),
            ("GET", "/object/info/public/website_images/a.png", Call::Info(name("a.png"))),
            ("GET", "/render/image/public/website_images/a.png", Call::Render(name("a.png"))),
        ];
        for (method, path, call) in cases {
            assert_eq!(read(&method.parse().unwrap(), path).unwrap(), call, "{method} {path}");
        }
    }

    #[test]
    fn other_buckets_and_addresses_do_not_exist() {
        for (method, path, message) in [
            ("POST", "/object/other/a.png", "Bucket not found"),
            ("GET", "/object/public/other/a.png", "Bucket not found"),
            ("GET", "/object/public/website_images%2F..%2Fother/a.png", "Bucket not found"),
            ("POST", "/object/upload/sign/website_images/a.png", "Bucket not found"),
            ("PATCH", "/object/website_images/a.png", "There is nothing at this address."),
            ("GET", "/", "There is nothing at this address."),
            ("GET", "/object", "There is nothing at this address."),
        ] {
            assert_eq!(read(&method.parse().unwrap(), path).unwrap_err().to_string(), message, "{method} {path}");
        }
        assert!(read(&Method::GET, "/object/public/website_images/../secret").is_err());
    }
}
