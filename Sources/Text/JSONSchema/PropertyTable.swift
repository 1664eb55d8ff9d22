// Finds the keys that a schema names by the bytes of a member's key, without making a text of it.

import Document

/// Keys with their numbers, in the order of the schema. A class, as the other rules with lists: a check
/// passes them on for every value.
final class PropertyTable: Sendable {
    let names: [String]
    private let keys: [[UInt8]]
    /// Indices into `keys` by hash, −1 for a free slot; empty for a few keys, which are compared one by one.
    private let slots: [Int32]

    private static let few = 6

    /// - Parameter names: distinct.
    init(_ names: [String]) {
        self.names = names
        keys = names.map { Array($0.utf8) }
        guard keys.count > Self.few else {
            slots = []
            return
        }
        var size = 16
        while size < keys.count * 2 { size *= 2 }
        var slots = [Int32](repeating: -1, count: size)
        for (index, key) in keys.enumerated() {
            var slot = key.withUnsafeBufferPointer(Self.hash) & (size - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(index)
        }
        self.slots = slots
    }

    var isEmpty: Bool { keys.isEmpty }
    var count: Int { keys.count }

    /// The number of a key; `nil` for an unknown one.
    /// - Parameter guess: tried first: most objects have their members in the order of the schema.
    func find(_ view: JSONFlatView, _ key: Int, guess: Int) -> Int? {
        if keys.isEmpty { return nil }
        if view.hasEscapes(key) {
            var text = view.text(key)
            return text.withUTF8 { find($0, guess: guess) }
        }
        return find(view.inside(key), guess: guess)
    }

    private func find(_ text: UnsafeBufferPointer<UInt8>, guess: Int) -> Int? {
        if guess < keys.count, Self.isSame(keys[guess], text) { return guess }
        if slots.isEmpty { return keys.firstIndex { Self.isSame($0, text) } }
        var slot = Self.hash(text) & (slots.count - 1)
        while slots[slot] >= 0 {
            if Self.isSame(keys[Int(slots[slot])], text) { return Int(slots[slot]) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func isSame(_ key: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        key.count == text.count && key.withUnsafeBufferPointer { $0.elementsEqual(text) }
    }

    /// FNV-1a.
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}
