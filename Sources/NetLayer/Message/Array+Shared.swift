// Whether two values of a plain type that stores its parts in an array are copies of each other.

extension Array {
    /// Whether both are one array in memory. Not the same as `==`: Swift compares two spellings of a
    /// character as equal, but on the wire they differ.
    func isShared(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }
}
