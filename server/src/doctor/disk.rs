//! Room on the disks: of the data folder for what the database needs, of the backup folder for the next archive.

use std::path::Path;

use super::{Check, Checks, size};
use crate::config::Settings;
use crate::disk::Room;

const SUBJECT: &str = "disk";
const MEGABYTE: u64 = 1024 * 1024;
/// Below this, visitors' entries and uploads are refused.
const LEAST: u64 = 64 * MEGABYTE;

pub fn data(settings: &Settings) -> Checks {
    let folder = settings.folder.path.as_path();
    let Some(place) = folder.ancestors().find(|place| place.is_dir()) else { return Vec::new() };
    // An upgrade of the database keeps a copy of it first.
    let copy = match settings.folder.database {
        None => std::fs::metadata(folder.join("umeed.db")).map_or(0, |file| file.len()),
        Some(_) => 0,
    };
    match Room::at(place) {
        Ok(room) => vec![judge(SUBJECT, room, copy, folder)],
        Err(cause) => vec![Check::warning(SUBJECT, format!("the room left cannot be told: {cause}"), "df -h")],
    }
}

/// Whether there is room for what is needed next, with some to spare.
pub fn judge(subject: &'static str, room: Room, needed: u64, folder: &Path) -> Check {
    let (free, look) = (size(room.free), format!("df -h {0}; sudo du -xhd1 {0}", folder.display()));
    let at = folder.display();
    match room {
        _ if room.free < LEAST.min(room.total / 4) => {
            let text = format!("{at} is full ({free} left): nothing can be saved, and uploads and backups fail");
            Check::broken(subject, text, look).or("delete what is not needed, or take a larger disk")
        }
        _ if room.free < needed + needed / 4 => {
            let text = format!("{free} left at {at}, and {} are needed next", size(needed + needed / 4));
            Check::warning(subject, text, look).or("delete what is not needed, or take a larger disk")
        }
        _ if room.is_low() => Check::warning(subject, format!("{free} of {} left at {at}", size(room.total)), look),
        _ => Check::good(subject, format!("{free} of {} left at {at}", size(room.total))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::State;

    #[test]
    fn a_full_disk_is_broken_and_one_that_will_not_do_for_long_is_a_warning() {
        let state = |free: u64, total: u64, needed: u64| {
            let room = Room { free: free * MEGABYTE, total: total * MEGABYTE };
            judge(SUBJECT, room, needed * MEGABYTE, Path::new("/data")).state
        };
        assert_eq!(state(10, 20_000, 0), State::Broken);
        assert_eq!(state(300, 20_000, 0), State::Warning, "low");
        assert_eq!(state(3_000, 20_000, 2_900), State::Warning, "no room for the next archive");
        assert_eq!(state(3_000, 20_000, 100), State::Good);
    }
}
