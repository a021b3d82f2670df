//! Short turns on the processor, for a server that has one or two. A save passes through a dozen threads; where another is
//! busy, each would wait until that one has used up its turn. Who asks for little at a time gets it soon, and no less of
//! the processor in the end.

/// For this thread and those that it starts. Linux before 6.12 knows no such wish, and leaves everything as it is.
#[cfg(target_os = "linux")]
pub fn shorten() {
    const NANOSECONDS: u64 = 100_000; // the shortest that Linux grants; more than ten pages from memory
    let size = size_of::<libc::sched_attr>();
    // SAFETY: only numbers, and all zeros is a valid value.
    let mut wanted: libc::sched_attr = unsafe { std::mem::zeroed() };
    // As it is, so that nothing else changes.
    // SAFETY: the kernel writes no more than `size` bytes, and only during the call.
    if unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut wanted, size, 0) } == 0 {
        wanted.sched_runtime = NANOSECONDS;
        // SAFETY: the kernel reads as many bytes as the field `size` says, and only during the call.
        let _ = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const wanted, 0) };
    }
}

#[cfg(not(target_os = "linux"))]
pub fn shorten() {}
