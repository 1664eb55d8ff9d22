// Compares operations of two readings, and all parts that they refer to: each part once, however many
// operations use it.

import Document

/// Pairs of corresponding parts of both readings, and which of them differ.
struct DescriptionComparison {
    private struct Unit {
        var old: JSONNode
        var new: JSONNode
        var differs = false
        /// The units that refer to it.
        var users: [Int] = []
    }

    private struct Key: Hashable {
        var old: Place
        var new: Place

        struct Place: Hashable {
            var document: ObjectIdentifier
            var node: Int

            init(_ node: JSONNode) { (document, self.node) = (node.documentID, node.id) }
        }
    }

    private let old: References
    private let new: References
    private var units: [Unit] = []
    private var known: [Key: Int] = [:]
    /// The number of bytes that may still be compared: parts that refer to each other must not make a
    /// small text expensive.
    private var budget: Int

    init(old: DocumentSet, new: DocumentSet) {
        self.old = References(documents: old)
        self.new = References(documents: new)
        budget = 16 * (new.parts.reduce(0) { $0 + $1.document.bytes.count } + 1 << 20)
    }

    /// The units of an operation; `nil` when the two differ in the parts they have.
    mutating func addOperation(_ before: OperationPlace, _ after: OperationPlace) -> [Int]? {
        guard before.items.count == after.items.count else { return nil }
        var pairs: [(JSONNode?, JSONNode?)] = [(before.operation, after.operation)]
        for (own, other) in zip(before.items, after.items) {
            pairs += ["parameters", "servers"].map { (own.node[$0], other.node[$0]) }
        }
        var own: [Int] = []
        for pair in pairs {
            switch pair {
            case (let before?, let after?): own.append(addUnit(before, after))
            case (nil, nil): continue
            default: return nil
            }
        }
        return own
    }

    private mutating func addUnit(_ before: JSONNode, _ after: JSONNode) -> Int {
        let key = Key(old: .init(before), new: .init(after))
        if let index = known[key] { return index }
        known[key] = units.count
        units.append(Unit(old: before, new: after))
        return units.count - 1
    }

    /// Compares all units, and the units that they refer to.
    mutating func compareUnits() {
        var next = 0
        while next < units.count {
            compare(next)
            next += 1
        }
        // A unit differs if a unit that it refers to differs.
        var open = units.indices.filter { units[$0].differs }
        while let index = open.popLast() {
            for user in units[index].users where !units[user].differs {
                units[user].differs = true
                open.append(user)
            }
        }
    }

    func differs(_ unit: Int) -> Bool { units[unit].differs }

    private mutating func compare(_ index: Int) {
        let (before, after) = (units[index].old, units[index].new)
        let (oldText, newText) = (old.documents.part(of: before).document.bytes, new.documents.part(of: after).document.bytes)
        budget -= after.byteRange.count
        // When the budget is spent, the remaining units count as equal.
        guard budget > 0 else { return }
        guard Self.isSame(oldText[before.byteRange], newText[after.byteRange]) else {
            units[index].differs = true
            return
        }
        // Both texts are equal, so both walks find the same references.
        let pairs = zip(Self.references(in: before), Self.references(in: after))
        var seen: Set<[ReferenceKey]> = []
        for ((before, reference), (after, _)) in pairs {
            let keys = [ReferenceKey(reference, at: before, in: old.documents), .init(reference, at: after, in: new.documents)]
            guard seen.insert(keys).inserted else { continue }
            let targets = (try? old.follow(reference, from: before).node, try? new.follow(reference, from: after).node)
            switch targets {
            case (let before?, let after?):
                let target = addUnit(before, after)
                units[target].users.append(index)
            case (nil, nil): continue
            default: units[index].differs = true
            }
        }
    }

    /// The references of a unit, each with the object that contains it.
    private static func references(in root: JSONNode) -> [(node: JSONNode, text: String)] {
        var found = References.reference(in: root).map { [(node: root, text: $0)] } ?? []
        ReferenceWalk.forEach(below: root) { node, _, reference in found.append((node, reference)) }
        return found
    }

    /// Whether two pieces of JSON are equal apart from the blank space between values.
    static func isSame(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                var (first, second) = (Reader(one), Reader(other))
                while let byte = first.next() { if byte != second.next() { return false } }
                return second.next() == nil
            }
        }
    }

    /// The bytes without the blank space outside of strings.
    private struct Reader {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var index = 0
        private var isInString = false
        private var isEscaped = false

        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        mutating func next() -> UInt8? {
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if isInString {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString = false
                    }
                    return byte
                }
                if byte <= 0x20 { continue }
                isInString = byte == UInt8(ascii: "\"")
                return byte
            }
            return nil
        }
    }
}
