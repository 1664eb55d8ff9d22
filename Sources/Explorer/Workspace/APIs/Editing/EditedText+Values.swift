// Replaces values, and writes only the differences.

import YAMLText

extension EditedText {
    /// Sets the value at a path. In a mapping only the members that differ change;
    /// an equal value changes nothing.
    mutating func setValue(_ path: [String], _ value: WrittenValue) throws(EditProblem) {
        guard let index = try findValue(path) else { return }
        guard !value.isWritten(outline, index) else { return }
        guard case .map(let members) = value, let found = distinctKeys(index), isSameOrder(found, members.map(\.key)) else {
            return try replace(path, value)
        }
        for key in found where !members.contains(where: { $0.key == key }) { try remove(path + [key]) }
        for member in members {
            if found.contains(member.key) {
                try setValue(path + [member.key], member.value)
            } else {
                try addMember(path, member.key, .value(member.value, opening: 0))
            }
        }
    }

    /// The keys of a mapping; `nil` if one occurs twice, or for other nodes.
    private func distinctKeys(_ index: Int) -> [String]? {
        guard node(index).kind == .mapping else { return nil }
        let keys = outline.members(of: index).map { node($0.key).text }
        return Set(keys).count == keys.count ? keys : nil
    }

    /// Whether the keys that both lists share are in the same order, with the new keys after
    /// them. At least one must be shared.
    private func isSameOrder(_ old: [String], _ new: [String]) -> Bool {
        let kept = old.filter(new.contains)
        return !kept.isEmpty && Set(new).count == new.count && kept + new.filter { !kept.contains($0) } == new
    }

    /// Replaces a value. The rest of its line stays.
    private mutating func replace(_ path: [String], _ value: WrittenValue) throws(EditProblem) {
        guard let key = path.last, let mapping = try findValue(path.dropLast()), let member = member(key, of: mapping) else {
            return
        }
        let old = node(member.value)
        let colon = try colon(member.key)
        let first = node(outline.members(of: mapping)[0].key)
        let isJSON = node(mapping).style == .flow && first.style == .quoted && bytes[first.range.lowerBound] == 0x22
        let flow = value.flowText(isJSON: isJSON)
        // A comment after it leaves room for a single line only.
        let behind = contentEnd(member.value)
        if node(mapping).style == .block, isBlank(colon + 1..<max(old.range.lowerBound, colon + 1)),
            isBlank(behind..<lineEnd(behind))
        {
            let indent = column(node(member.key).range.lowerBound)
            let lines = value.lines(key, indent: indent, step: indentationStep(mapping, indent))
            // The value needs several lines, so the member is written again.
            if lines.count > 1 {
                let start = node(member.key).range.upperBound
                let text = String(lines[0].dropFirst(indent + WrittenValue.keyText(key, isJSON: false).utf8.count))
                let rest = lines.dropFirst().joined(separator: lineBreak)
                return try splice(start..<max(contentEnd(member.value), colon + 1), ([text, rest]).joined(separator: lineBreak))
            }
        }
        if old.range.isEmpty { return try splice(colon + 1..<colon + 1, " " + flow) }
        guard old.style == .block else { return try splice(old.range.lowerBound..<contentEnd(member.value), flow) }
        // The value moves from the lines below its key to the line of the key.
        let start = lineStart(old.range.lowerBound)
        let end = contentEnd(member.value)
        guard start > colon, isRestComment(end) else { throw .byHand(old.line, "it has an unusual notation") }
        let isOpen = lineEnd(end) == bytes.count && bytes.last != 0x0a
        try splice([
            (colon + 1..<colon + 1, Array((" " + flow).utf8)),
            (isOpen ? start - lineBreak.utf8.count..<bytes.count : start..<lineEnd(end), []),
        ])
    }

    /// Renames a key.
    mutating func rename(_ path: [String], to name: String) throws(EditProblem) {
        guard let key = path.last, let mapping = try findValue(path.dropLast()), let member = member(key, of: mapping) else {
            return
        }
        try replaceScalar(member.key, name)
    }

    /// Replaces the text of a key or an element.
    mutating func replaceScalar(_ index: Int, _ text: String) throws(EditProblem) {
        let isJSON = node(index).style == .quoted && bytes[node(index).range.lowerBound] == 0x22
        try splice(node(index).range, WrittenValue.keyText(text, isJSON: isJSON))
    }
}
