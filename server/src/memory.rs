//! Memory between the work of a moment. The allocator keeps what was freed for a while, on each thread its own, in case
//! more is wanted; after a picture or a password that is tens of megabytes on a thread that may not work again for long.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_delay_that_is_set() {
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert_eq!(delay(), 10, "mimalloc's own choice; other options have other numbers");
        hold_little();
        assert_eq!(delay(), 0);
        unsafe { libmimalloc_sys::mi_option_set(PURGE_DELAY, 10) };
    }
}
