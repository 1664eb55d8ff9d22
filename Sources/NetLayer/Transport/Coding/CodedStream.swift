// A coded stream while it is decoded.

/// The state of one coding. A stream is used by one thread at a time.
protocol CodedStream: AnyObject {
    /// Decodes as much of `input` as fits into `output`, and removes from `input` what was used.
    /// - Returns: the number of bytes in `output`; 0 with input left means that the rest is not part of the stream.
    func decode(_ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CodingFault) -> Int
    /// Whether the stream may end here.
    var isComplete: Bool { get }
}

/// Why bytes are not in the coding that their response declares.
struct CodingFault: Error, Hashable {
    /// The words of the library.
    var detail: String
    /// Whether the first bytes show that the body is in no such coding at all, rather than damaged.
    var isForeign = false
}

extension UnsafeRawBufferPointer {
    /// Removes bytes at the front.
    mutating func removeFirst(_ count: Int) { self = UnsafeRawBufferPointer(rebasing: self[count...]) }
}
