// A hash for every value of a document, the same for values with the same meaning:
// numbers by value, members in any order.

/// The hashes of a document's nodes. Each run of the program has a random seed, so no attacker can write two
/// values with the same hash. An accidental collision happens once in many thousand years of comparing.
struct JSONHashes {
    private var numbers: [UInt64]

    /// - Parameter mayGoOn: called regularly; once it returns `false`, the result is `nil`.
    init?(_ document: JSONDocument, mayGoOn: () -> Bool) {
        let storage = document.storage
        numbers = [UInt64](repeating: 0, count: storage.nodes.count)
        // From the last to the first: the children of a container come after
        // it, so their hashes are already known.
        for index in storage.nodes.indices.reversed() {
            if index & 0xffff == 0, !mayGoOn() { return nil }
            numbers[index] = makeHash(storage, index)
        }
    }

    subscript(node: Int) -> UInt64 { numbers[node] }

    private func makeHash(_ storage: JSONStorage, _ index: Int) -> UInt64 {
        let node = JSONNode(storage: storage, index: index)
        switch node.kind {
        case .true, .false, .null: return Self.combine(1, UInt64(node.kind.rawValue))
        case .string: return node.withUTF8 { Self.hashBytes($0) }
        case .number:
            var hasher = Hasher()
            hasher.combine(node.decimal)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        case .array: return node.elements.reduce(2) { Self.combine($0, numbers[$1.index]) }
        case .object:
            // A sum is independent of the order.
            return Self.combine(3, node.entries.reduce(0) { $0 &+ Self.combine(numbers[$1.name.index], numbers[$1.value.index]) })
        }
    }

    static func hashBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Spreads two numbers over all bits of one; the order matters.
    private static func combine(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var mixed = one &* 0x9E37_79B9_7F4A_7C15 &+ other
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension JSONNode {
    /// A string's text as UTF-8, escapes decoded; copied only where there are escapes.
    fileprivate func withUTF8<Answer>(_ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
        if flat.hasEscapes { return utf8.withUnsafeBufferPointer(body) }
        let inner = byteRange.lowerBound + 1..<byteRange.upperBound - 1
        return storage.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[inner])) }
    }
}
