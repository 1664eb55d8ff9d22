// Adds, removes and renames members of mappings, in block and in flow style.

import YAMLText

/// A member to add: a value, or the lines of an existing member.
enum AddedMember {
    /// - Parameter opening: the number of outer mappings that always take several
    ///   lines, however small they are.
    case value(WrittenValue, opening: Int)
    /// The lines of a member without line breaks, including those above it, and the column of its key.
    /// In flow style the value is used.
    case lines([String], column: Int, WrittenValue?)
}

extension EditedText {
    /// The lines of a block member: its own, and the comments after it that are indented deeper than its key.
    func extent(_ member: (key: Int, value: Int)) throws(EditProblem) -> Range<Int> {
        let start = lineStart(node(member.key).range.lowerBound)
        let column = node(member.key).range.lowerBound - start
        guard bytes[start..<start + column].allSatisfy({ $0 == 0x20 }) else {
            throw .byHand(node(member.key).line, "its line has other text before it")
        }
        let last = max(contentEnd(member.value), try colon(member.key) + 1)
        guard isRestComment(last) || lineEnd(last) == last else {
            throw .byHand(node(member.key).line, "its line has other text after it")
        }
        var end = lineEnd(last)
        var next = end
        while next < bytes.count {
            if let found = commentColumn(next) {
                guard found > column else { break }
                end = lineEnd(next)
            } else if !isBlank(next..<lineEnd(next)) {
                break
            }
            next = lineEnd(next)
        }
        return start..<end
    }

    /// The start of the comments directly above a line, at its column.
    func commentsAbove(_ start: Int, column: Int) -> Int {
        var start = start
        while start > 0, commentColumn(lineStart(start - 1)) == column { start = lineStart(start - 1) }
        return start
    }

    // MARK: Adding

    /// Adds a member at a path, and creates missing mappings.
    /// - Parameters:
    ///   - path: the mapping that gets the member.
    ///   - key: the key of the member.
    ///   - member: its content.
    ///   - after: the key of the member before it; `nil` adds it at the end.
    mutating func addMember(_ path: [String], _ key: String, _ member: AddedMember, after: String? = nil) throws(EditProblem) {
        let (mapping, found) = try followPath(path)
        let members = outline.members(of: mapping)
        guard node(mapping).kind == .mapping, let last = members.last else { throw .byHand(node(mapping).line, "it is empty") }
        let place = after.flatMap { self.member($0, of: mapping) } ?? last
        let keys = path[found...] + [key]
        if node(mapping).style == .flow {
            try addToFlow(mapping, members, place, keys, member)
        } else {
            let column = node(members[0].key).range.lowerBound - lineStart(node(members[0].key).range.lowerBound)
            try addToBlock(place, keys, member, column: column, step: indentationStep(mapping, column))
        }
    }

    /// The indentation of a block's members relative to their key: that of this block, or else two spaces.
    func indentationStep(_ mapping: Int, _ column: Int) -> Int {
        // The key of a mapping is the node right before it.
        guard mapping > 0 else { return 2 }
        let outer = self.column(node(mapping - 1).range.lowerBound)
        return column > outer ? min(column - outer, 8) : 2
    }

    private mutating func addToBlock(
        _ place: (key: Int, value: Int), _ keys: ArraySlice<String>, _ member: AddedMember, column: Int, step: Int
    ) throws(EditProblem) {
        var lines: [String] = []
        var indent = column
        switch member {
        case .value(let value, let opening):
            let whole = keys.dropFirst().reversed().reduce(value) { .map([WrittenValue.Member($1, $0)]) }
            lines = whole.lines(keys[keys.startIndex], indent: column, step: step, opening: opening + keys.count - 1)
        case .lines(let added, let old, _):
            for key in keys.dropLast() {
                lines.append(String(repeating: " ", count: indent) + WrittenValue.keyText(key, isJSON: false) + ":")
                indent += step
            }
            lines += added.map { Self.shifted($0, by: indent - old) }
        }
        let end = try extent(place).upperBound
        let isOpen = end > 0 && bytes[end - 1] != 0x0a
        let text = lines.joined(separator: lineBreak)
        try splice(end..<end, isOpen ? lineBreak + text : text + lineBreak)
    }

    private static func shifted(_ line: String, by columns: Int) -> String {
        guard columns < 0 else { return line.isEmpty ? line : String(repeating: " ", count: columns) + line }
        return String(line.dropFirst(min(-columns, line.prefix { $0 == " " }.count)))
    }

    private mutating func addToFlow(
        _ mapping: Int, _ members: [(key: Int, value: Int)], _ place: (key: Int, value: Int), _ keys: ArraySlice<String>,
        _ member: AddedMember
    ) throws(EditProblem) {
        let value: WrittenValue
        switch member {
        case .value(let inner, _), .lines(_, _, let inner?): value = inner
        case .lines(_, _, nil): throw .byHand(node(mapping).line, "its comments do not fit in braces")
        }
        let whole = keys.dropFirst().reversed().reduce(value) { .map([WrittenValue.Member($1, $0)]) }
        let first = node(members[0].key).range.lowerBound
        let isJSON = node(members[0].key).style == .quoted && bytes[first] == 0x22
        let text = "\(WrittenValue.keyText(keys[keys.startIndex], isJSON: isJSON)): \(whole.flowText(isJSON: isJSON))"
        let end = max(contentEnd(place.value), try colon(place.key) + 1)
        let start = lineStart(node(place.key).range.lowerBound)
        let indent = node(place.key).range.lowerBound - start
        // Each member has its own line: a comment after the previous one stays there.
        guard isBlank(start..<start + indent), start > node(mapping).range.lowerBound else {
            return try splice(end..<end, ", " + text)
        }
        let line = lineBreak + String(repeating: " ", count: indent) + text
        if let comma = comma(behind: end), isRestComment(comma + 1) {
            let rest = trimmedLineEnd(comma)
            return try splice(rest..<rest, line + ",")
        }
        guard isRestComment(end) else { return try splice(end..<end, "," + line) }
        let rest = trimmedLineEnd(end)
        try splice([(end..<end, [0x2c]), (rest..<rest, Array(line.utf8))])
    }

    /// The end of the line, before its line break.
    private func trimmedLineEnd(_ place: Int) -> Int {
        var end = lineEnd(place)
        while end > place, [0x0a, 0x0d].contains(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// The comma that follows in the same line.
    private func comma(behind end: Int) -> Int? {
        guard let next = bytes[end...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), bytes[next] == 0x2c else { return nil }
        return next
    }

    // MARK: Removing

    /// Removes a member, and mappings that become empty.
    /// - Parameter keepsFirst: comments directly above the first of several members stay, because
    ///   they may be about all of them.
    mutating func remove(_ path: [String], keepsFirst: Bool = true) throws(EditProblem) {
        guard let key = path.last else { return }
        guard let mapping = try findValue(path.dropLast()), let member = member(key, of: mapping) else { return }
        let members = outline.members(of: mapping)
        if members.count == 1 { return try remove(path.dropLast()) }
        if node(mapping).style == .flow {
            try removeFromFlow(members, members.firstIndex { $0.key == member.key } ?? 0)
        } else {
            let lines = try extent(member)
            let isFirst = keepsFirst && member.key == members[0].key
            let column = node(member.key).range.lowerBound - lines.lowerBound
            let start = isFirst ? lines.lowerBound : commentsAbove(lines.lowerBound, column: column)
            // A file without a final line break stays one.
            let isOpen = lines.upperBound == bytes.count && bytes.last != 0x0a
            let before = isOpen ? start - (start > 0 ? lineBreak.utf8.count : 0) : start
            try splice(before..<lines.upperBound, "")
        }
    }

    private mutating func removeFromFlow(_ members: [(key: Int, value: Int)], _ index: Int) throws(EditProblem) {
        let member = members[index]
        let start = node(member.key).range.lowerBound
        let end = max(contentEnd(member.value), node(member.key).range.upperBound)
        let isAlone = isBlank(lineStart(start)..<start)
        if let comma = comma(behind: end) {
            if isAlone, isRestComment(comma + 1) { return try splice(lineStart(start)..<lineEnd(comma), "") }
            let next = bytes[(comma + 1)...].firstIndex { $0 != 0x20 } ?? comma + 1
            return try splice(start..<next, "")
        }
        guard index > 0 else { throw .byHand(node(member.key).line, "its comma is on another line") }
        let previous = members[index - 1]
        let before = max(contentEnd(previous.value), node(previous.key).range.upperBound)
        guard let comma = comma(behind: before) else { throw .byHand(node(member.key).line, "its comma is on another line") }
        if isBlank(comma + 1..<start), !bytes[comma..<start].contains(0x0a) { return try splice(comma..<end, "") }
        let isLine = isAlone && isRestComment(end)
        try splice([
            (comma..<comma + 1, []), (isLine ? lineStart(start)..<lineEnd(end) : start..<end, []),
        ])
    }
}
