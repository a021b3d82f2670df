//! What the system says of this process, under the names that every Prometheus client uses. From /proc, so only on Linux;
//! elsewhere the names stand there without values.

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

use super::{Kind, Text};

/// What is read of /proc/self/stat, in ticks since the machine started or of work.
struct Stat {
    worked: u64,
    started: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

pub fn figures(text: &mut Text) {
    let stat = std::fs::read_to_string("/proc/self/stat").ok().and_then(|stat| parse(&stat));
    let ticks = clock_ticks_per_second() as f64;
    let memory = "Memory that is in use, in RAM.";
    let resident = stat.as_ref().map(|stat| stat.resident_pages * page_size() as u64);
    text.gauge_if_known("process_resident_memory_bytes", memory, resident);
    let virtual_bytes = stat.as_ref().map(|stat| stat.virtual_bytes);
    text.gauge_if_known("process_virtual_memory_bytes", "Memory that was asked for.", virtual_bytes);
    let mut cpu = text.family("process_cpu_seconds_total", Kind::Counter, "Time of processors used.");
    if let Some(stat) = &stat {
        cpu.sample(&[], stat.worked as f64 / ticks);
    }
    let began = stat.as_ref().and_then(|stat| Some(boot_time()? as f64 + stat.started as f64 / ticks));
    text.gauge_if_known("process_start_time_seconds", "When the process started, in Unix time.", began);
    let open = std::fs::read_dir("/proc/self/fd").ok().map(Iterator::count);
    text.gauge_if_known("process_open_fds", "Open file descriptors.", open);
    let max = getrlimit(Resource::Nofile).current;
    text.gauge_if_known("process_max_fds", "How many file descriptors may be open.", max);
}

/// The fields after the name, which may hold anything, also brackets and spaces.
fn parse(stat: &str) -> Option<Stat> {
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    // Numbered from 1 in the manual, and the first here is the third there.
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    Some(Stat {
        worked: field(14)? + field(15)?,
        started: field(22)?,
        virtual_bytes: field(23)?,
        resident_pages: field(24)?,
    })
}

/// When the machine started, in Unix time.
fn boot_time() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    stat.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_process_may_hold_anything() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 9 0 1234 9000 12 18446744073709551615";
        let stat = parse(stat).unwrap();
        assert_eq!((stat.worked, stat.started, stat.virtual_bytes, stat.resident_pages), (300, 1234, 9000, 12));
        assert!(parse("7 (a) S 1").is_none() && parse("").is_none());
    }
}
