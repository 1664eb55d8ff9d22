// JSON Merge Patch (RFC 7396): makes the patch that turns one value into another, and applies a patch. It does
// not recurse, because nesting has no limit; strings and numbers keep their bytes.

/// JSON Merge Patch (RFC 7396).
public enum MergePatch {
    /// The reason why no merge patch makes a value: `null` in a patch deletes a member, so a patch cannot set a
    /// member to `null`.
    public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        /// The JSON pointer to the member that is `null`.
        public let pointer: String

        fileprivate init(_ names: [JSONNode]) {
            pointer = names.reduce("") { JSONPointer.append($0, $1.string ?? "") }
        }

        /// `/a/b is null, and a merge patch cannot set a member to null`.
        public var description: String { "\(pointer) is null, and a merge patch cannot set a member to null" }
    }

    /// A member of the patch, or of its result, before it is written.
    private struct Member {
        let name: JSONNode
        let value: Value
    }

    private enum Value {
        /// As it stands in its text.
        case verbatim(JSONNode)
        /// `null` deletes the member.
        case deletion
        /// An object that is made from these two.
        case pair(JSONNode?, JSONNode)
    }

    /// An object whose members are being written.
    private struct Frame {
        /// The member that it is the value of; `nil` for the outermost one.
        let name: JSONNode?
        let members: [Member]
        var next = 0
    }

    /// The patch that turns `old` into `new`: it names what differs, and nothing else.
    /// - Throws: ``Refusal`` when a member that differs is `null` in `new`, or contains such a member.
    public static func make(from old: JSONNode, to new: JSONNode) throws(Refusal) -> [UInt8] {
        try write(.pair(old, new)) { (old, new, place) throws(Refusal) -> [Member] in
            try Self.difference(from: old, to: new, at: place)
        }
    }

    /// The value that the patch makes of `target`: its members stay in their order, and new ones follow.
    /// - Parameter target: `nil` where there is no value yet.
    public static func apply(_ patch: JSONNode, to target: JSONNode?) -> [UInt8] {
        write(.pair(target, patch)) { target, patch, _ in Self.merge(patch, into: target) }
    }

    /// Writes a value. For each object that is made from two, `members` gives its members; it gets the names on
    /// the way to the object.
    private static func write<Failure: Error>(
        _ whole: Value, members: (JSONNode?, JSONNode, () -> [JSONNode]) throws(Failure) -> [Member]
    ) throws(Failure) -> [UInt8] {
        var output: [UInt8] = []
        var frames: [Frame] = []
        func begin(_ value: Value, named name: JSONNode?) throws(Failure) {
            switch value {
            case .verbatim(let node): JSONBytes.append(compact: node, to: &output)
            case .deletion: output += "null".utf8
            case .pair(let old, let new):
                guard new.kind == .object else { return JSONBytes.append(compact: new, to: &output) }
                let inside = try members(old, new) { frames.compactMap(\.name) + (name.map { [$0] } ?? []) }
                frames.append(Frame(name: name, members: inside))
                output.append(Byte.openBrace)
            }
        }
        try begin(whole, named: nil)
        while let frame = frames.last {
            guard frame.next < frame.members.count else {
                frames.removeLast()
                output.append(Byte.closeBrace)
                continue
            }
            let member = frame.members[frame.next]
            frames[frames.count - 1].next += 1
            if frame.next > 0 { output.append(Byte.comma) }
            JSONBytes.append(compact: member.name, to: &output)
            output.append(Byte.colon)
            try begin(member.value, named: member.name)
        }
        return output
    }

    // MARK: Making

    /// The members of the patch for an object.
    private static func difference(
        from old: JSONNode?, to new: JSONNode, at place: () -> [JSONNode]
    ) throws(Refusal) -> [Member] {
        let before = old?.kind == .object ? old?.membersByKey ?? [:] : [:]
        var members: [Member] = []
        for (name, value) in lastMembers(of: new) {
            let known = before[name.utf8]
            if let known, known.means(value) { continue }
            if value.kind == .null { throw Refusal(place() + [name]) }
            members.append(Member(name: name, value: value.kind == .object ? .pair(known, value) : .verbatim(value)))
        }
        guard let old, old.kind == .object else { return members }
        let after = new.membersByKey
        for (name, _) in lastMembers(of: old) where after[name.utf8] == nil {
            members.append(Member(name: name, value: .deletion))
        }
        return members
    }

    // MARK: Applying

    /// The members of an object to which an object of the patch was applied.
    private static func merge(_ patch: JSONNode, into target: JSONNode?) -> [Member] {
        let changes = patch.membersByKey
        var members: [Member] = []
        var known: Set<[UInt8]> = []
        if let target, target.kind == .object {
            for (name, value) in lastMembers(of: target) {
                known.insert(name.utf8)
                guard let change = changes[name.utf8] else {
                    members.append(Member(name: name, value: .verbatim(value)))
                    continue
                }
                if change.kind != .null { members.append(Member(name: name, value: .pair(value, change))) }
            }
        }
        for (name, change) in lastMembers(of: patch) where change.kind != .null && !known.contains(name.utf8) {
            members.append(Member(name: name, value: .pair(nil, change)))
        }
        return members
    }

    /// The members of an object in its order; of members with the same name the last.
    private static func lastMembers(of object: JSONNode) -> [(name: JSONNode, value: JSONNode)] {
        var places: [[UInt8]: Int] = [:]
        var members: [(name: JSONNode, value: JSONNode)] = []
        members.reserveCapacity(object.count)
        for entry in object.entries {
            if let place = places.updateValue(members.count, forKey: entry.name.utf8) {
                members[place].value = entry.value
                places[entry.name.utf8] = place
            } else {
                members.append((entry.name, entry.value))
            }
        }
        return members
    }
}
