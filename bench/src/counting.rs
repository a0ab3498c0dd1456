//! An allocator that counts what this thread asks it for: to see what a fight allocates besides its dice. Counting per
//! thread costs two threads nothing of each other's time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Counts, and otherwise leaves everything to the system's allocator.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// What this thread has allocated so far, grown blocks included.
pub fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

fn count() {
    // A thread that ends has nothing to count any more.
    let _ = ALLOCATIONS.try_with(|all| all.set(all.get() + 1));
}

// Counts, and otherwise leaves everything to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(at, layout, size) }
    }
}
