//! The pictures that the sample content names, as `{"picture": "file"}`, each where a declaration has a picture: which
//! says to which bucket and folder it goes, as the admin's uploads there do. Pure.

use serde_json::{Map, Value};

use crate::schema::document::Shape;
use crate::schema::{self, Bucket, CONTENT_TABLE, Kind};
use crate::storage;

#[derive(Debug, PartialEq)]
pub struct Picture {
    pub bucket: &'static Bucket,
    /// Its name in the bucket.
    pub name: String,
    /// Its name among the sample pictures.
    pub file: String,
}

/// With which the name of every picture of the sample begins, in its folder. An upload's begins with the time.
const MARK: &str = "sample-";

/// Whether a picture of the sample stands at this address.
pub fn is_sample(address: &str) -> bool {
    address.rsplit('/').next().is_some_and(|name| name.starts_with(MARK))
}

/// Puts the address under which it will be served in the place of each picture, and says which are to be stored.
pub fn place(content: &mut Map<String, Value>) -> Vec<Picture> {
    let mut found = Vec::new();
    for (name, part) in content {
        match part {
            Value::Object(documents) if name == CONTENT_TABLE => {
                for (page_key, document) in documents {
                    if let Some(declared) = schema::document(page_key) {
                        in_shape(&declared.shape, document, &mut found);
                    }
                }
            }
            Value::Array(rows) => rows.iter_mut().for_each(|row| in_row(name, row, &mut found)),
            _ => {}
        }
    }
    found
}

fn in_row(table: &str, row: &mut Value, found: &mut Vec<Picture>) {
    for column in schema::table(table).into_iter().flat_map(|table| table.columns) {
        if let (Kind::Picture { bucket, folder }, Some(value)) = (column.kind, row.get_mut(column.name)) {
            put(bucket, folder, value, found);
        }
    }
}

fn in_shape(shape: &Shape, value: &mut Value, found: &mut Vec<Picture>) {
    match (shape, value) {
        (Shape::Picture { bucket, folder }, value) => put(bucket, folder, value, found),
        (Shape::List { of, .. }, Value::Array(items)) => items.iter_mut().for_each(|item| in_shape(of, item, found)),
        (Shape::Object(parts) | Shape::Sections(parts), Value::Object(object)) => {
            for (name, shape) in *parts {
                if let Some(value) = object.get_mut(*name) {
                    in_shape(shape, value, found);
                }
            }
        }
        _ => {}
    }
}

fn put(bucket: &'static Bucket, folder: &str, value: &mut Value, found: &mut Vec<Picture>) {
    if let Some(file) = value.get("picture").and_then(Value::as_str) {
        let picture = Picture { bucket, name: format!("{folder}/{MARK}{file}"), file: file.to_owned() };
        *value = Value::from(storage::public_path(bucket, &picture.name));
        found.push(picture);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::bucket::WEBSITE_IMAGES;
    use serde_json::json;

    #[test]
    fn a_picture_goes_where_its_declaration_says() {
        let mut content = json!({
            "website_content": { "homepage": { "hero": { "image_url": { "picture": "a.jpg" } } } },
            "team_members": [{ "name": "n", "image_url": { "picture": "b.jpg" } }, { "image_url": null }],
        });
        let content = content.as_object_mut().unwrap();
        let found = place(content);
        let names: Vec<&str> = found.iter().map(|picture| picture.name.as_str()).collect();
        assert_eq!(names, ["hero/sample-a.jpg", "team/sample-b.jpg"]);
        assert!(is_sample(content["team_members"][0]["image_url"].as_str().unwrap()));
        assert!(
            !is_sample("/storage/v1/object/public/website_images/logo/1763300000000-sample-a.jpg") && !is_sample("")
        );
        assert_eq!(content["team_members"][0]["image_url"], storage::public_path(&WEBSITE_IMAGES, "team/sample-b.jpg"));
        assert_eq!(
            content["website_content"]["homepage"]["hero"]["image_url"],
            storage::public_path(&WEBSITE_IMAGES, names[0])
        );
    }

    #[test]
    fn no_picture_of_the_sample_is_left_out() {
        let mut content = super::super::sample().unwrap();
        assert!(place(&mut content).len() > 20);
        assert!(!Value::Object(content).to_string().contains("\"picture\""));
    }
}
