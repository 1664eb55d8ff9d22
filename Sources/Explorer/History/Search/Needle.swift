// Searches for a word in bytes, ignoring the case of ASCII letters. Pure.

struct Needle: Sendable {
    /// The word in lower case.
    private let bytes: [UInt8]
    /// For each byte, how far the end of the word may advance over it (Horspool): most
    /// bytes of a body are never read.
    private let steps: [Int]

    /// - Parameter word: in lower case.
    init(_ word: String) {
        bytes = Array(word.utf8)
        var steps = [Int](repeating: max(bytes.count, 1), count: 256)
        for (index, byte) in bytes.dropLast().enumerated() { steps[Int(byte)] = bytes.count - 1 - index }
        self.steps = steps
    }

    func occurs(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { occurs(in: UnsafeRawBufferPointer($0)) }
    }

    func occurs(in hay: UnsafeRawBufferPointer) -> Bool {
        guard let last = bytes.indices.last else { return true }
        var end = last
        while end < hay.count {
            var back = 0
            while back <= last, Self.lower(hay[end - back]) == bytes[last - back] { back += 1 }
            if back > last { return true }
            end += steps[Int(Self.lower(hay[end]))]
        }
        return false
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
}
