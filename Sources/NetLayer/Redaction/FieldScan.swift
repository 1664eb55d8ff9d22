// Finds the values of fields with secret names in any text: JSON, several JSON documents, the beginning of
// one, JSON in a JSON string, XML, fields of a form or a query, lines of a header. It uses no parser, because
// it must work with truncated texts and with other texts.

/// Scans a text once for each notation of fields.
struct FieldScan {
    /// A value and the name before it.
    struct Field {
        var range: Range<Int>
        var name: String
        /// The value is between quotes, with JSON escapes.
        var isQuoted = false
        /// The value is inside the object or array that the name belongs to.
        var isInside = false
    }

    /// Secret names besides those of ``SensitiveNames``.
    var names: Set<String> = []
    /// The minimum weight of a secret name as a member of JSON or an element of XML.
    var members: SensitiveNames.Weight
    /// The minimum weight before an equals sign and at the beginning of a line.
    var texts: SensitiveNames.Weight

    /// For bodies of responses.
    static let ofResponse = FieldScan(members: .always, texts: .always)

    /// For bodies of requests. A string in a JSON body is free text, not a form.
    static func ofRequest(_ names: Set<String>, isJSON: Bool) -> FieldScan {
        FieldScan(names: names, members: .inRequests, texts: isJSON ? .always : .inRequests)
    }

    /// Longer texts are not names.
    static let longestName = 96

    func isSecret(_ name: String, _ least: SensitiveNames.Weight) -> Bool {
        names.contains(name) || SensitiveNames.weight(of: name) >= least
    }

    /// The fields in the order of the text, without overlaps.
    func fields(in body: [UInt8]) -> [Field] {
        body.withUnsafeBufferPointer { bytes in
            var scan = FieldScanner(bytes: bytes, rules: self)
            scan.scanMembers()
            scan.scanPairs()
            scan.scanElements()
            scan.scanLines()
            return scan.found.merged()
        }
    }
}

/// The state of one scan of a text, for all notations of fields.
struct FieldScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    let rules: FieldScan
    var found: [FieldScan.Field] = []

    init(bytes: UnsafeBufferPointer<UInt8>, rules: FieldScan) {
        self.bytes = bytes
        self.rules = rules
    }

    var end: Int { bytes.count }

    func isByte(_ index: Int, _ character: Unicode.Scalar) -> Bool {
        index >= 0 && index < end && bytes[index] == UInt8(ascii: character)
    }

    // MARK: Members: "name": value

    /// A quote and the number of backslashes before it: 1 in a JSON string, 3 in a string within a string.
    struct Quote {
        var place: Int
        var slashes: Int
    }

    mutating func scanMembers() {
        var index = 0
        var slashes = 0
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
                slashes += 1
            } else {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    let quote = Quote(place: index, slashes: slashes)
                    if let value = value(behind: quote), let name = memberName(before: quote), rules.isSecret(name, rules.members)
                    {
                        index = markValue(value, name, quote)
                        slashes = 0
                        continue
                    }
                }
                slashes = 0
            }
            index += 1
        }
    }

    /// Where the value begins, if the quote ends the name of a member.
    private func value(behind quote: Quote) -> Int? {
        let colon = skipBlanks(from: quote.place + 1, quote.slashes)
        guard isByte(colon, ":") else { return nil }
        return skipBlanks(from: colon + 1, quote.slashes)
    }

    private func memberName(before quote: Quote) -> String? {
        let last = quote.place - quote.slashes
        let first = max(0, last - FieldScan.longestName)
        var index = last - 1
        while index >= first {
            if bytes[index] == bytes[quote.place] {
                // The quote of a string within this string is part of the name.
                guard self.slashes(before: index) == quote.slashes else { return nil }
                return fieldName(index + 1..<last)
            }
            index -= 1
        }
        return nil
    }

    private func slashes(before index: Int) -> Int {
        var start = index
        while start > 0, bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
        return index - start
    }

    /// The name without its escapes, if it can be secret.
    func fieldName(_ range: Range<Int>) -> String? {
        let part = UnsafeBufferPointer(rebasing: bytes[range])
        guard part.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }) else {
            guard !rules.names.isEmpty || SensitiveNames.mayBeSecret(part) else { return nil }
            return String(decoding: part, as: UTF8.self)
        }
        return String(decoding: Unescaping(part).bytes, as: UTF8.self)
    }

    /// Marks the value after the colon, and returns its end.
    private mutating func markValue(_ start: Int, _ name: String, _ quote: Quote) -> Int {
        guard start < end else { return end }
        if let open = self.quote(at: start, like: quote) {
            let close = closing(open)
            addField(close.content, name, isQuoted: true)
            return close.next
        }
        switch bytes[start] {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let last = numberEnd(start)
            addField(start..<last, name)
            return last
        case UInt8(ascii: "{"), UInt8(ascii: "["): return markInside(start, name, quote)
        default: return start
        }
    }

    /// Marks every string and number of an object or array.
    private mutating func markInside(_ start: Int, _ name: String, _ quote: Quote) -> Int {
        var depth = 0
        var index = start
        while index < end {
            if let open = self.quote(at: index, like: quote) {
                let close = closing(open)
                let isName = isByte(skipBlanks(from: close.next, open.slashes), ":")
                if !isName { addField(close.content, name, isQuoted: true, isInside: true) }
                index = close.next
                continue
            }
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let last = numberEnd(index)
                addField(index..<last, name, isInside: true)
                index = last
                continue
            default: break
            }
            index += 1
        }
        return end
    }

    mutating func addField(_ range: Range<Int>, _ name: String, isQuoted: Bool = false, isInside: Bool = false) {
        if !range.isEmpty { found.append(FieldScan.Field(range: range, name: name, isQuoted: isQuoted, isInside: isInside)) }
    }

    /// The quote that opens a string here, after as many backslashes as the name's quote has.
    private func quote(at index: Int, like quote: Quote) -> Quote? {
        let place = index + quote.slashes
        guard isByte(place, "\"") || isByte(place, "'") else { return nil }
        for slash in index..<place where bytes[slash] != UInt8(ascii: "\\") { return nil }
        return Quote(place: place, slashes: quote.slashes)
    }

    /// The content of a string, and the index after it: to its closing quote, or to the end of the text. A
    /// quote inside has twice the backslashes of the string's own quotes, plus one.
    func closing(_ open: Quote) -> (content: Range<Int>, next: Int) {
        let start = open.place + 1
        var index = start
        var slashes = 0
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\") {
                slashes += 1
            } else {
                if byte == bytes[open.place] {
                    // The outer string ends here: this one was truncated.
                    if slashes < open.slashes { return (start..<max(start, index - slashes), index) }
                    let own = slashes - open.slashes
                    if own % (open.slashes + 1) != 0 || own / (open.slashes + 1) % 2 == 0 {
                        return (start..<max(start, index - open.slashes), index + 1)
                    }
                }
                slashes = 0
            }
            index += 1
        }
        return (start..<end, end)
    }

    private func numberEnd(_ start: Int) -> Int {
        var index = start
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                index += 1
            default: return index
            }
        }
        return end
    }

    /// The index after blanks and line breaks, which are escapes in a JSON string.
    private func skipBlanks(from start: Int, _ slashes: Int) -> Int {
        var index = start
        while index < end {
            switch bytes[index] {
            case 0x20, 0x09, 0x0a, 0x0d: index += 1
            case UInt8(ascii: "\\") where slashes > 0:
                let letter = index + slashes
                guard isByte(letter, "n") || isByte(letter, "r") || isByte(letter, "t") else { return index }
                index = letter + 1
            default: return index
            }
        }
        return index
    }

    // MARK: Pairs: name=value

    mutating func scanPairs() {
        var index = 0
        while let (equals, width) = nextEquals(from: index) {
            index = equals + width
            guard let name = pairName(before: equals), rules.isSecret(name, rules.texts) else { continue }
            var start = index
            while start < min(index + 4, end), bytes[start] == 0x20 { start += 1 }
            if isByte(start, "=") { continue }
            // The arrow of Ruby's notation.
            if isByte(start, ">") { start += isByte(start + 1, " ") ? 2 : 1 }
            let slashes = backslashes(from: start)
            if isByte(start + slashes, "\"") || isByte(start + slashes, "'") {
                let close = closing(Quote(place: start + slashes, slashes: slashes))
                addField(close.content, name, isQuoted: true)
                index = close.next
            } else {
                var last = start
                while last < end, !endsPair(last) { last = isByte(last, "\\") ? pastEscape(last) ?? end : last + 1 }
                addField(start..<last, name)
                index = last
            }
        }
    }

    private func backslashes(from start: Int) -> Int {
        var index = start
        while isByte(index, "\\") { index += 1 }
        return index - start
    }

    /// An equals sign that is not part of a comparison, plain or escaped: `\u003d`, `%3D`.
    private func nextEquals(from start: Int) -> (Int, width: Int)? {
        var index = start
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "="):
                let before = index > 0 ? bytes[index - 1] : 0
                if ![UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">")].contains(before) {
                    return (index, 1)
                }
            case UInt8(ascii: "%"): if isEscape("3d", at: index + 1) { return (index, 3) }
            case UInt8(ascii: "\\"): if isEscape("u003d", at: index + 1) { return (index, 6) }
            default: break
            }
            index += 1
        }
        return nil
    }

    private func isEscape(_ text: StaticString, at start: Int) -> Bool {
        guard start + text.utf8CodeUnitCount <= end else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[start + offset] | 0x20 != text.utf8Start[offset] | 0x20 {
            return false
        }
        return true
    }

    private func endsPair(_ index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), 0x00...0x20:
            true
        // Inside a word it is part of the word.
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "`"):
            index + 1 >= end || !isWordByte(bytes[index + 1])
        case UInt8(ascii: "\\"): pastEscape(index) == nil
        case UInt8(ascii: "%"): isEscape("26", at: index + 1) || isEscape("23", at: index + 1)
        default: false
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: byte >= 0x80
        }
    }

    /// The index after a JSON escape that stands for a character of the value; `nil` for an
    /// escape that ends the value.
    func pastEscape(_ index: Int) -> Int? {
        let letter = index + backslashes(from: index)
        if isByte(letter, "/") { return letter + 1 }
        guard isEscape("u00", at: letter), letter + 4 < end else { return isByte(letter, "u") ? letter + 1 : nil }
        let ends = ["0026", "0022", "0027", "003b", "002c", "003c", "003e", "0020", "000a", "000d"]
        let digits = String(decoding: bytes[letter + 1..<letter + 5], as: UTF8.self).lowercased()
        return ends.contains(digits) ? nil : letter + 5
    }

    /// The name that ends before a sign, with optional blanks between them.
    private func pairName(before sign: Int) -> String? {
        var last = sign
        while last > max(0, sign - 4), bytes[last - 1] == 0x20 { last -= 1 }
        // A quoted name belongs to a member or a line.
        if last > 0, last == sign, isByte(last - 1, "\"") || isByte(last - 1, "'") { last -= 1 }
        let first = wordStart(last)
        guard last - first >= 3, last - first <= FieldScan.longestName else { return nil }
        return fieldName(first..<last)
    }

    /// The start of the name characters that end there. Beyond the longest name, the result is irrelevant.
    func wordStart(_ last: Int) -> Int {
        var first = last
        while first > 0, last - first <= FieldScan.longestName, isNameByte(bytes[first - 1]) {
            first -= 1
            // An escaped bracket is part of a name, an escaped ampersand is not.
            if bytes[first] == UInt8(ascii: "%"), !isEscape("5b", at: first + 1), !isEscape("5d", at: first + 1) {
                return min(first + 3, last)
            }
        }
        // The letter of an escape is not part of the name: `\nname`.
        if first > 0, first < last, bytes[first - 1] == UInt8(ascii: "\\") { first += 1 }
        return first
    }

    func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"),
            UInt8(ascii: "$"):
            true
        default: byte >= 0x80
        }
    }
}

extension [FieldScan.Field] {
    /// In order. The first of several overlapping fields covers them all.
    func merged() -> [FieldScan.Field] {
        var output: [FieldScan.Field] = []
        for field in sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if let last = output.last, field.range.lowerBound < last.range.upperBound {
                let end = Swift.max(last.range.upperBound, field.range.upperBound)
                output[output.count - 1].range = last.range.lowerBound..<end
            } else {
                output.append(field)
            }
        }
        return output
    }
}
