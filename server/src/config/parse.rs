//! What the text of a setting means, or why it is refused.

use std::time::Duration;

use ipnet::IpNet;
use url::Url;

use super::{Bucket, Database, FilePlace, Hidden, Networks, PublicUrl, s3_settings};

pub fn switch(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Ok(true),
        "off" | "false" | "no" | "0" | "" => Ok(false),
        _ => Err("say on or off".into()),
    }
}

pub fn file_place(text: &str) -> Result<FilePlace, String> {
    let Some(place) = text.strip_prefix("s3://") else {
        return match text {
            "" => Ok(FilePlace::Data),
            text if text.contains("://") => Err("give a folder, or s3://bucket/prefix".into()),
            text => Ok(FilePlace::Folder(text.into())),
        };
    };
    bucket(place, s3_settings()).map(FilePlace::Bucket)
}

/// What follows `s3://`.
pub fn bucket(place: &str, settings: Vec<(String, String)>) -> Result<Bucket, String> {
    let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
    if name.is_empty() {
        return Err("the bucket's name is missing: s3://bucket/prefix".into());
    }
    Ok(Bucket { name: name.into(), prefix: prefix.trim_matches('/').into(), settings })
}

pub fn public_url(text: &str) -> Result<PublicUrl, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(text).map_err(|cause| cause.to_string())?;
    if !matches!(url.scheme(), "http" | "https") || url.path() != "/" || url.query().is_some() {
        return Err("give the bare address, such as https://example.org".into());
    }
    Ok(Some(url))
}

pub fn database(text: &str) -> Result<Database, String> {
    if text.is_empty() {
        return Ok(None);
    }
    if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
        return Err("give an address such as postgres://user@host/database, or leave it out".into());
    }
    Ok(Some(Hidden::new(text)))
}

pub fn every(text: &str) -> Result<Duration, String> {
    let wrong = || "say a number of minutes, hours or days, such as 90m, 12h or 1d".to_owned();
    let (number, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
    let minutes = match unit {
        "m" => 1,
        "h" => 60,
        "d" => 24 * 60,
        _ => return Err(wrong()),
    };
    let number: u32 = number.parse().ok().filter(|number| *number > 0).ok_or_else(wrong)?;
    Ok(Duration::from_secs(u64::from(number) * minutes * 60))
}

pub fn networks(text: &str) -> Result<Networks, String> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(network).collect()
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    text.parse::<IpNet>()
        .or_else(|_| text.parse::<std::net::IpAddr>().map(IpNet::from))
        .map_err(|_| format!("\"{text}\" is not an address or a network such as 10.0.0.0/8"))
}

#[cfg(test)]
mod tests {
    use super::super::{BackupKeys, BackupSchedule, Folder, OpeningKeys, Settings};
    use super::*;

    #[test]
    fn files_are_in_a_folder_or_a_bucket() {
        assert_eq!(file_place("").unwrap(), FilePlace::Data);
        assert_eq!(file_place("/srv/files").unwrap(), FilePlace::Folder("/srv/files".into()));
        for (text, name, prefix) in
            [("s3://b", "b", ""), ("s3://b/", "b", ""), ("s3://b/sites/umeed/", "b", "sites/umeed")]
        {
            let FilePlace::Bucket(bucket) = file_place(text).unwrap() else { panic!("{text}") };
            assert_eq!((bucket.name.as_str(), bucket.prefix.as_str()), (name, prefix));
        }
        assert!(file_place("s3:///x").is_err() && file_place("https://b.example").is_err());
    }

    #[test]
    fn a_secret_is_never_printed() {
        let settings = vec![("AWS_SECRET_ACCESS_KEY".to_owned(), "hush".to_owned())];
        let bucket = Bucket { name: "b".into(), prefix: "p".into(), settings };
        assert_eq!(format!("{:?}", FilePlace::Bucket(bucket.clone())), "Bucket(s3://b/p)");
        let settings = Settings {
            folder: Folder {
                database: database("postgres://umeed:hush@db.example/umeed").unwrap(),
                files: FilePlace::Bucket(bucket),
                ..Folder::at("data")
            },
            admin_password: Some("hush".into()),
            metrics_token: Some("hush".into()),
            backup: BackupSchedule {
                keys: BackupKeys {
                    opening: OpeningKeys { passphrase: Some("hush".into()), ..OpeningKeys::default() },
                    ..BackupKeys::default()
                },
                ..BackupSchedule::default()
            },
            mail: super::super::mail::settings("smtp://me:hush@mail.example", "a@umeed.example").unwrap(),
            ..Settings::for_folder("data")
        };
        let printed = format!("{settings:?} {settings:#?}");
        assert!(!printed.contains("hush") && printed.contains("s3://b/p"), "{printed}");
    }
}
