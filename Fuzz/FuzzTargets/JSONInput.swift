// Fuzzes the JSON scanner and all views of a JSON response: compares them with Foundation's reader, and
// with a second run.

import Document
import Foundation

enum JSONInput {
    static func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        let (document, failure) = read(bytes)
        let (again, failureAgain) = read(bytes)
        try require(failure == failureAgain, "it fails in two ways")
        if let failure {
            try require((0...bytes.count).contains(failure.offset), "the error stands outside of the text: \(failure.offset)")
            try require(
                failure.line >= 1 && failure.column >= 1 && !failure.message.isEmpty, "the error has no place: \(failure)")
        }
        try compareWithFoundation(bytes, failure)
        let pretty = JSONPretty.lines(bytes, limit: 16 << 20)
        guard let document, let again else {
            try require(pretty == nil, "what is no JSON is printed")
            return
        }
        try walk(document, again)
        try print(document, pretty)
        show(document)
    }

    private static func read(_ bytes: [UInt8]) -> (JSONDocument?, JSONError?) {
        do throws(JSONError) {
            return (try JSONDocument(bytes), nil)
        } catch {
            return (nil, error)
        }
    }

    /// Every value lies inside its parent, and its count is the number of its children.
    private static func walk(_ document: JSONDocument, _ again: JSONDocument) throws(FuzzFinding) {
        var waiting = [(document.root, again.root)]
        while let (node, twin) = waiting.popLast() {
            try require(
                node.kind == twin.kind && node.byteRange == twin.byteRange && node.count == twin.count, "two readings differ")
            var count = 0
            switch node.kind {
            case .object:
                for (member, other) in zip(node.entries, twin.entries) {
                    try require(member.key == other.key, "two readings have other keys")
                    try require(
                        isInside(member.name, node) && isInside(member.value, node), "a member lies outside of its object")
                    try require(
                        node[member.key] != nil || isIllFormed(member.name), "a key is not found: \(member.name.source)")
                    waiting.append((member.value, other.value))
                    count += 1
                }
            case .array:
                for (element, other) in zip(node.elements, twin.elements) {
                    try require(isInside(element, node), "an element lies outside of its array")
                    waiting.append((element, other))
                    count += 1
                }
            case .string:
                try require(
                    node.string != nil && (node.stringEquals(node.displayText) || isIllFormed(node)),
                    "a string is not its own text")
            case .number: try require(node.double != nil, "a number is none: \(node.source)")
            case .true, .false, .null: break
            }
            try require(count == node.count, "\(node.count) values are counted, and \(count) are there")
        }
    }

    /// Ill-formed UTF-8 appears as U+FFFD, and does not equal its display text.
    private static func isIllFormed(_ node: JSONNode) -> Bool { node.source.unicodeScalars.contains("\u{fffd}") }

    private static func isInside(_ node: JSONNode, _ parent: JSONNode) -> Bool {
        node.byteRange.lowerBound > parent.byteRange.lowerBound && node.byteRange.upperBound < parent.byteRange.upperBound
    }

    /// The pretty-printed text is JSON with the same values, and printing it again changes nothing.
    private static func print(_ document: JSONDocument, _ pretty: PrettyText?) throws(FuzzFinding) {
        guard let pretty else { return }
        let (printed, failure) = read(pretty.bytes)
        guard let printed else { throw FuzzFinding("pretty JSON is none: \(failure.map(\.description) ?? "")") }
        try require(JSONPretty.lines(pretty.bytes, limit: 32 << 20)?.bytes == pretty.bytes, "printing twice changes the text")
        var waiting = [(document.root, printed.root)]
        while let (node, twin) = waiting.popLast() {
            try require(node.kind == twin.kind && node.count == twin.count, "printing changes a value")
            switch node.kind {
            case .object: for (member, other) in zip(node.entries, twin.entries) { waiting.append((member.value, other.value)) }
            case .array: for (element, other) in zip(node.elements, twin.elements) { waiting.append((element, other)) }
            case .string, .number, .true, .false, .null:
                try require(node.source == twin.source, "printing changes \(node.source)")
            }
        }
        for index in 0..<min(pretty.lines.count, 64) {
            _ = JSONLine.spans(String(decoding: pretty.bytes[pretty.lines[index]], as: UTF8.self))
        }
    }

    /// The calls of the panes.
    private static func show(_ document: JSONDocument) {
        let tree = JSONTree(document, folds: JSONFolds(openDepth: JSONTree.openDepth(for: document)))
        for row in 0..<min(tree.count, 64) { _ = JSONPreview.makeText(tree[row].value, limit: 80) }
        if let table = JSONTable(document) { for place in table.sample.prefix(16) { _ = table.cells(place) } }
        _ = JSONPointerIndex(document).findNode(at: "/0")
    }

    /// Compares with Foundation's result, except where it deviates from RFC 8259: it rejects deep nesting,
    /// ill-formed UTF-8, lone surrogates and numbers outside the range of a double, guesses encodings from
    /// zero bytes and marks, and accepts a comma before a closing bracket.
    private static func compareWithFoundation(_ bytes: [UInt8], _ failure: JSONError?) throws(FuzzFinding) {
        guard bytes.count < 4_096, !bytes.contains(0), !bytes.contains(UInt8(ascii: "\\")),
            bytes.first.map({ $0 < 0x80 }) ?? false,
            bytes.count(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) < 400,
            !hasLongNumber(bytes), !endsWithCommas(bytes), String(validating: bytes, as: UTF8.self) != nil
        else { return }
        let theirs = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        try require(
            theirs == (failure == nil),
            "Foundation \(theirs ? "reads" : "refuses") it: \(failure.map(\.description) ?? "we read it")")
    }

    /// A comma, then optional blank space and a closing bracket.
    private static func endsWithCommas(_ bytes: [UInt8]) -> Bool {
        let marks = bytes.filter { $0 > 0x20 }
        return zip(marks, marks.dropFirst()).contains {
            $0 == UInt8(ascii: ",") && ($1 == UInt8(ascii: "]") || $1 == UInt8(ascii: "}"))
        }
    }

    /// An exponent, or more digits than a double holds.
    private static func hasLongNumber(_ bytes: [UInt8]) -> Bool {
        var digits = 0
        for byte in bytes {
            if (0x30...0x39).contains(byte) {
                digits += 1
                if digits > 200 { return true }
            } else {
                if digits > 0, byte | 0x20 == UInt8(ascii: "e") { return true }
                digits = 0
            }
        }
        return false
    }
}
