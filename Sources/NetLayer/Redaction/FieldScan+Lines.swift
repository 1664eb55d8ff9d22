// Fields that are recognized by their position: elements of XML, lines of headers and YAML.

extension FieldScanner {
    // MARK: Elements: <name>value</name>

    mutating func scanElements() {
        var index = 0
        while index < end {
            guard bytes[index] == UInt8(ascii: "<"), index + 1 < end, (bytes[index + 1] | 0x20) >= 0x61,
                (bytes[index + 1] | 0x20) <= 0x7a
            else {
                index += 1
                continue
            }
            var last = index + 1
            var first = last
            while last < end, last - index <= FieldScan.longestName, isNameByte(bytes[last]) || bytes[last] == UInt8(ascii: ":") {
                if bytes[last] == UInt8(ascii: ":") { first = last + 1 }
                last += 1
            }
            let tag = first..<max(first, last)
            index = last
            guard let name = fieldName(tag), rules.isSecret(name, rules.members) else { continue }
            while index < end, bytes[index] != UInt8(ascii: ">") { index += 1 }
            guard index < end, !isByte(index - 1, "/") else { continue }
            index = markContent(from: index + 1, name)
        }
    }

    /// Marks the texts of an element and of all elements in it, up to its end, or up to the end of a
    /// truncated document. Outside of a document, or without an end tag, a name in angle brackets is part of
    /// a sentence: only the text before the next tag is marked.
    private mutating func markContent(from start: Int, _ name: String) -> Int {
        var texts: [Range<Int>] = []
        var index = start
        var depth = 1
        while index < end, depth > 0, isDocument || texts.isEmpty {
            let text = scanText(from: &index)
            if !text.isEmpty { texts.append(text) }
            if !isByte(index, "<") || hasText(Self.cdata, at: index) { continue }
            let isEnd = isByte(index + 1, "/")
            let isElement = index + 1 < end && (isEnd || isNameByte(bytes[index + 1]))
            while index < end, bytes[index] != UInt8(ascii: ">") { index += 1 }
            if isEnd { depth -= 1 } else if isElement, !isByte(index - 1, "/") { depth += 1 }
            index += 1
        }
        for (number, text) in texts.enumerated() { addField(text, name, isInside: number > 0) }
        return min(index, end)
    }

    private static let cdata: StaticString = "<![CDATA["

    /// The text from there to the next tag, plain or in a CDATA section.
    private func scanText(from index: inout Int) -> Range<Int> {
        while index < end, bytes[index] <= 0x20 { index += 1 }
        var first = index
        if hasText(Self.cdata, at: index) {
            first += Self.cdata.utf8CodeUnitCount
            index = first
            while index < end, !hasText("]]>", at: index) { index += 1 }
            let last = index
            index = min(end, index + 3)
            return first..<last
        }
        while index < end, bytes[index] != UInt8(ascii: "<") { index += 1 }
        return first..<index
    }

    /// Whether the whole text is a document, by its beginning.
    private var isDocument: Bool { isByte(bytes.firstIndex { $0 > 0x20 && $0 < 0x80 } ?? 0, "<") }

    private func hasText(_ text: StaticString, at start: Int) -> Bool {
        guard start + text.utf8CodeUnitCount <= end else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[start + offset] != text.utf8Start[offset] { return false }
        return true
    }

    // MARK: Lines: Name: value

    mutating func scanLines() {
        var index = 0
        while index < end {
            guard bytes[index] == UInt8(ascii: ":"), index > 0, isNameByte(bytes[index - 1]) else {
                index += 1
                continue
            }
            let first = wordStart(index)
            let colon = index
            index += 1
            guard colon - first >= 3, colon - first <= FieldScan.longestName, let bound = bound(before: first),
                let name = fieldName(first..<colon), rules.isSecret(name, rules.texts)
            else { continue }
            index = markLine(from: colon + 1, name, bound, key: first)
        }
    }

    /// The delimiter of a value.
    private enum Bound { case line, quote }

    /// The delimiter of the value whose name begins there; `nil` if no line begins there.
    private func bound(before first: Int) -> Bound? {
        var index = first
        while index > 0, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 || bytes[index - 1] == UInt8(ascii: "-") {
            index -= 1
        }
        if index == 0 || bytes[index - 1] == 0x0a || bytes[index - 1] == 0x0d { return .line }
        if index == first, bytes[index - 1] == UInt8(ascii: "\"") || bytes[index - 1] == UInt8(ascii: "'") { return .quote }
        // The end of an escaped line break.
        let isLetter = bytes[index - 1] == UInt8(ascii: "n") || bytes[index - 1] == UInt8(ascii: "r")
        return isLetter && isByte(index - 2, "\\") ? .quote : nil
    }

    private mutating func markLine(from start: Int, _ name: String, _ bound: Bound, key: Int) -> Int {
        var first = start
        while first < end, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
        guard first < end else { return end }
        if bound == .line, let last = markBlock(from: first, name, key: key) { return last }
        // An object or a URL.
        if bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[") { return first }
        if isByte(start, "/") || isByte(start, ":") { return first }
        if bound == .line, bytes[first] == UInt8(ascii: "\"") || bytes[first] == UInt8(ascii: "'") {
            let close = closing(Quote(place: first, slashes: 0))
            addField(close.content, name, isQuoted: true)
            return close.next
        }
        var last = first
        while last < end, bytes[last] != 0x0a, bytes[last] != 0x0d {
            let byte = bytes[last]
            if bound == .quote, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { break }
            guard bound == .quote, byte == UInt8(ascii: "\\") else {
                last += 1
                continue
            }
            guard let next = pastEscape(last) else { break }
            last = next
        }
        addField(first..<last, name)
        return last
    }

    // MARK: Blocks of YAML, by their indentation

    /// Marks the lines of a block (`|`, `>`), the items of a list in separate lines, or a list in brackets;
    /// `nil` if none begins there.
    private mutating func markBlock(from start: Int, _ name: String, key: Int) -> Int? {
        if isByte(start, "[") {
            var last = start + 1
            while last < end, !isLineEnd(last), bytes[last] != UInt8(ascii: "]") { last += 1 }
            addField(start + 1..<last, name, isInside: true)
            return last
        }
        var index = start
        let isText = isByte(index, "|") || isByte(index, ">")
        if isText {
            index += 1
            while index < end,
                [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[index]) || (0x30...0x39).contains(bytes[index])
            {
                index += 1
            }
            while index < end, bytes[index] == 0x20 { index += 1 }
        }
        guard index < end, isLineEnd(index) else { return nil }
        var lineStart = key
        while lineStart > 0, !isLineEnd(lineStart - 1) { lineStart -= 1 }
        return markLines(after: index, name, deeperThan: key - lineStart, isText: isText)
    }

    private mutating func markLines(after start: Int, _ name: String, deeperThan column: Int, isText: Bool) -> Int? {
        var index = start
        var hasFound = false
        while index < end {
            var first = index
            while first < end, isLineEnd(first) { first += 1 }
            let lineStart = first
            while first < end, bytes[first] == 0x20 { first += 1 }
            let isItem = isByte(first, "-") && isByte(first + 1, " ")
            guard first < end, isText ? first - lineStart > column : isItem && first - lineStart >= column else { break }
            if !isText { while first < end, bytes[first] == UInt8(ascii: "-") || bytes[first] == 0x20 { first += 1 } }
            var last = first
            while last < end, !isLineEnd(last) { last += 1 }
            addField(first..<last, name, isInside: true)
            (index, hasFound) = (last, true)
        }
        return hasFound ? index : nil
    }

    private func isLineEnd(_ index: Int) -> Bool { bytes[index] == 0x0a || bytes[index] == 0x0d }
}
