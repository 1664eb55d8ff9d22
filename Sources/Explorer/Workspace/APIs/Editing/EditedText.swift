// The text of a workspace during a change: its bytes, the positions of its values, its lines.

import YAMLText

/// A text that changes in places. Each change parses it again, so the positions are always up to date.
struct EditedText {
    private(set) var bytes: [UInt8]
    private(set) var outline: YAMLOutline
    /// The line ending of the file.
    let lineBreak: String

    init(_ bytes: [UInt8]) throws(EditProblem) {
        guard !bytes.starts(with: [0xfe, 0xff]), !bytes.starts(with: [0xff, 0xfe]) else {
            throw .byHand(nil, "the file is in UTF-16")
        }
        let breaks = bytes.indices.filter { bytes[$0] == 0x0d }
        if let lone = breaks.first(where: { $0 + 1 == bytes.count || bytes[$0 + 1] != 0x0a }) {
            throw .byHand(bytes[..<lone].count { $0 == 0x0a } + 1, "a line ends with a carriage return alone")
        }
        lineBreak = breaks.isEmpty ? "\n" : "\r\n"
        self.bytes = bytes
        outline = try Self.outline(bytes)
    }

    private static func outline(_ bytes: [UInt8]) throws(EditProblem) -> YAMLOutline {
        do throws(YAMLError) {
            return try YAMLOutline(bytes)
        } catch {
            throw .byHand(error.line, "the YAML is broken: \(error.message)")
        }
    }

    /// Replaces ranges with texts.
    /// - Parameter splices: ranges that do not overlap.
    mutating func splice(_ splices: [(range: Range<Int>, text: [UInt8])]) throws(EditProblem) {
        for (range, text) in splices.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(range, with: text)
        }
        outline = try Self.outline(bytes)
    }

    mutating func splice(_ range: Range<Int>, _ text: String) throws(EditProblem) { try splice([(range, Array(text.utf8))]) }

    // MARK: Places

    /// The node with this index.
    func node(_ index: Int) -> YAMLOutline.Node { outline.nodes[index] }

    /// The member of a mapping with this key.
    func member(_ key: String, of mapping: Int) -> (key: Int, value: Int)? {
        guard node(mapping).kind == .mapping else { return nil }
        return outline.members(of: mapping).first { node($0.key).text == key }
    }

    /// Follows a path as far as it exists: the last value found, and the number of keys that lead to it.
    /// - Throws: ``EditProblem`` if the path leads through a node that cannot be edited in place.
    func followPath(_ path: [String]) throws(EditProblem) -> (index: Int, found: Int) {
        guard !outline.nodes.isEmpty else { throw .byHand(1, "the file is empty") }
        var index = 0
        for (depth, key) in path.enumerated() {
            let mapping = node(index)
            guard mapping.kind == .mapping else { throw .byHand(mapping.line, "there is an alias, or it is not a mapping") }
            if let merge = outline.members(of: index).first(where: { isMerge($0.key) }) {
                throw .byHand(node(merge.key).line, "a merge key adds a part of it")
            }
            guard let next = member(key, of: index) else { return (index, depth) }
            index = next.value
        }
        return (index, path.count)
    }

    /// The value at a path, if all of the path exists.
    func findValue(_ path: [String]) throws(EditProblem) -> Int? {
        let (index, found) = try followPath(path)
        return found == path.count ? index : nil
    }

    /// - Throws: ``EditProblem`` for a value that contains anchors, aliases, tags or merge keys.
    func checkPlain(_ index: Int) throws(EditProblem) {
        for inner in index..<max(index + 1, node(index).next) {
            let found = node(inner)
            guard !found.isSpecial else { throw .byHand(found.line, "it has an anchor, an alias or a tag") }
            guard !isMerge(inner) else { throw .byHand(found.line, "it has a merge key") }
        }
    }

    private func isMerge(_ index: Int) -> Bool { node(index).style == .plain && node(index).text == "<<" }

    // MARK: Lines

    func lineStart(_ place: Int) -> Int { (bytes[..<place].lastIndex(of: 0x0a) ?? -1) + 1 }

    /// The position after the line break, or the end of the file.
    func lineEnd(_ place: Int) -> Int { bytes[place...].firstIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count }

    func column(_ place: Int) -> Int { place - lineStart(place) }

    /// Whether the text between two positions is blank.
    func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { [0x20, 0x09, 0x0d, 0x0a].contains($0) } }

    /// Whether the rest of the line is blank or a comment.
    func isRestComment(_ place: Int) -> Bool {
        let rest = bytes[place..<lineEnd(place)]
        guard let first = rest.firstIndex(where: { ![0x20, 0x09, 0x0d, 0x0a].contains($0) }) else { return true }
        return bytes[first] == 0x23 && (first > place || first == lineStart(first))
    }

    /// The column of a comment line; `nil` for other lines.
    func commentColumn(_ start: Int) -> Int? {
        guard start < bytes.count, let first = bytes[start..<lineEnd(start)].firstIndex(where: { $0 != 0x20 }) else { return nil }
        return bytes[first] == 0x23 ? first - start : nil
    }

    /// The true end of a value: the range of a block text includes the break of its last line.
    func contentEnd(_ index: Int) -> Int {
        var end = node(index).range.upperBound
        while end > node(index).range.lowerBound, [0x20, 0x09, 0x0d, 0x0a].contains(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// The colon after a key.
    func colon(_ key: Int) throws(EditProblem) -> Int {
        let end = node(key).range.upperBound
        guard let colon = bytes[end...].firstIndex(where: { $0 != 0x20 }), bytes[colon] == 0x3a else {
            throw .byHand(node(key).line, "its key has an unusual notation")
        }
        return colon
    }
}
