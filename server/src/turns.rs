//! Short turns on the processor, for a server that has one or two. A save passes through a dozen threads; where another is
//! busy, each would wait until that one has used up its turn. Who asks for little at a time gets it soon, and no less of
//! the processor in the end.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many threads are busy with something long that somebody waits for.
static LONG: AtomicUsize = AtomicUsize::new(0);

/// Something long, until it is dropped.
pub struct Long(());

impl Long {
    pub fn begin() -> Long {
        LONG.fetch_add(1, Ordering::Relaxed);
        Long(())
    }
}

impl Drop for Long {
    fn drop(&mut self) {
        LONG.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Somewhere in the middle of something long: those who have something short to do go first.
pub fn give_way() {
    thread::yield_now();
}

/// For a thread that does many short things, after each of them. While others are busy with something long, it takes turns with
/// them: the system by itself changes between them every four milliseconds only, however short the turns that they asked for.
pub fn after_something_short() {
    const TOGETHER: u32 = 16; // pages from memory: a tenth of a millisecond
    thread_local!(static DONE: Cell<u32> = const { Cell::new(0) });
    if LONG.load(Ordering::Relaxed) > 0 {
        let done = DONE.get() + 1;
        DONE.set(done % TOGETHER);
        if done == TOGETHER {
            thread::yield_now();
        }
    }
}

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
