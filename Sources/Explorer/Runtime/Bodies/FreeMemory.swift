// Returns freed memory to the system.

import Glibc

enum FreeMemory {
    /// Temporary memory, such as the tables of partial bodies, would stay with the allocator: up to 64 MB.
    /// Looked up by name, because Swift's Glibc does not declare the function and other C libraries lack it.
    private static let trim = dlsym(nil, "malloc_trim").map {
        unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
    }

    static func giveBack() { _ = trim?(0) }
}
