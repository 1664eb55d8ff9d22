// Whether two values of a plain type that keeps its parts in an array are copies of each other.

extension Array {
    /// They are one array in memory. Not the same as `==`: Swift takes two spellings of a character for equal, which on the wire they are not.
    func isShared(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }
}
