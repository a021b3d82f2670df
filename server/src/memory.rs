//! Memory between the work of a moment, and after the start. The allocator keeps what was freed for a while, on each thread
//! its own, in case more is wanted; after a picture or a password that is tens of megabytes on a thread that may not work
//! again for long.

/// Gives what this thread has freed back to the system. Takes a while: for threads that may block, after large work.
pub fn give_back() {
    // SAFETY: it only returns what nobody holds.
    unsafe { libmimalloc_sys::mi_collect(true) }
}

/// Of mimalloc's list of options, which this crate's bindings do not name: after how many milliseconds what was freed goes back.
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// From now on everything freed goes back to the system at once. For commands that move much and serve nobody: what one thread
/// receives and another uses up is otherwise held by both, tens of megabytes beside a server on a small machine.
pub fn hold_little() {
    // SAFETY: it sets a number that the allocator looks at whenever something is freed.
    unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, 0) }
}

/// Lets go of what the start has brought in of the program's own file; most of it is not needed again. What is needed comes back
/// from the system's cache of files, a few microseconds each time.
#[cfg(target_os = "linux")]
pub fn forget_start() {
    let Ok(mappings) = std::fs::read_to_string("/proc/self/maps") else { return };
    let Ok(program) = std::fs::read_link("/proc/self/exe") else { return };
    for mapping in mappings.lines().filter(|line| line.ends_with(&*program.to_string_lossy())) {
        let mut words = mapping.split(' ');
        let (Some(range), Some(access), Some(offset)) = (words.next(), words.next(), words.next()) else { continue };
        // The code, and the constants, with which the file begins. What is written to while the program is loaded, and only then
        // closed to writing, lies elsewhere.
        let is_unwritten = access == "r-xp" || access == "r--p" && offset.bytes().all(|digit| digit == b'0');
        let address = |digits| usize::from_str_radix(digits, 16).ok();
        let range = range.split_once('-').and_then(|(start, end)| address(start).zip(address(end)));
        if let (true, Some((start, end))) = (is_unwritten, range) {
            // SAFETY: nobody can have written to it, so that what comes back from the file is what was there.
            unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_DONTNEED) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn forget_start() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn code_that_only_the_start_needed_leaves_memory() {
        let resident = || {
            let mappings = std::fs::read_to_string("/proc/self/smaps").unwrap();
            let program = std::fs::read_link("/proc/self/exe").unwrap().display().to_string();
            let code = mappings.split("VmFlags").find(|part| part.contains(" r-xp ") && part.contains(&program));
            let line = code.unwrap().lines().find_map(|line| line.strip_prefix("Rss:")).unwrap();
            line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
        };
        let before = resident();
        forget_start();
        let after = resident();
        assert!(after < before, "{before} kB, then {after}");
    }

    #[test]
    fn it_is_the_delay_that_is_set() {
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(delay(), 10, "mimalloc's own choice; other options have other numbers");
        hold_little();
        assert_eq!(delay(), 0);
        unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, 10) };
    }
}
