//! An allocator that counts, thread by thread, what is taken and how much of it at once.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counted;

thread_local! {
    static NOW: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
}

/// What was done, and how many bytes it took at once on this thread.
pub fn most_bytes<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = NOW.get();
    MOST.set(before);
    let done = work();
    (done, (MOST.get() - before).max(0) as u64)
}

fn count(bytes: i64) {
    // A thread that ends has no counters any more, and nothing to count for.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(now.get())));
    });
}

unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both may be there at once while what was is copied.
        count(size as i64);
        count(-(layout.size() as i64));
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;
