//! Memory between the work of a moment. The allocator keeps what was freed for a while, on each thread its own, in case
//! more is wanted; after a picture or a password that is tens of megabytes on a thread that may not work again for long.

/// Gives what this thread has freed back to the system. Takes a while: for threads that may block, after large work.
pub fn give_back() {
    // SAFETY: it only returns what nobody holds.
    unsafe { libmimalloc_sys::mi_collect(true) }
}
