// Gives memory that is free again back to the system.

import Glibc

enum FreeMemory {
    /// What was needed for a while, such as the tables of a body's beginnings, would stay with the allocator: up to 64 MB of it. Looked up
    /// by its name, because Swift's Glibc does not show it and other C libraries do not have it.
    private static let trim = dlsym(nil, "malloc_trim").map {
        unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
    }

    static func giveBack() { _ = trim?(0) }
}
