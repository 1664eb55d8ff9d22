// Checks values of requests against the schemas of a description, before they are sent.

import Document
import JSONSchema

extension SchemaLink {
    /// The steps of a check that a user waits for while typing: some dozens of milliseconds.
    public static let typedSteps = 250_000

    /// Checks a value against the schema. Members that only responses have are doubts in a request: it should not have them
    /// (OpenAPI, Schema Object), but a resource that was read and changed does, and servers ignore them.
    /// - Parameters:
    ///   - direction: of the value; it is checked as a request unless another direction is given.
    ///   - steps: the most steps of the check.
    public func check(
        _ value: JSONNode, direction: SchemaDirection = .request, steps: Int = SchemaLink.typedSteps
    ) -> SchemaVerdict {
        var run = SchemaRun(program, written, direction: direction, limits: SchemaLimits(steps: steps, mismatches: 20))
        var verdict = run.validate(value)
        let readOnly = verdict.mismatches.filter { $0.keyword == "readOnly" }
        verdict.mismatches.removeAll { $0.keyword == "readOnly" }
        verdict.doubts += readOnly.map { SchemaDoubt(pointer: $0.pointer, message: "is read-only: the server may refuse it") }
        return verdict
    }

    /// One of the schema's ``Schema/alternatives``; `nil` when there is no such one.
    public func alternative(_ index: Int) -> SchemaLink? {
        let alternatives = resolve().alternatives
        return alternatives.indices.contains(index) ? alternatives[index] : nil
    }

    /// A JSON text as a request can have it: without the members that only responses have. `nil` when it is not JSON, or does not
    /// fit otherwise.
    public func requestText(of example: String) -> String? {
        var run = SchemaRun(program, written, direction: .request, limits: SchemaLimits(steps: Self.typedSteps))
        return run.requestText(of: example, written)
    }
}

extension SchemaRun {
    /// See ``SchemaLink/requestText(of:)``.
    mutating func requestText(of example: String, _ schema: JSONNode) -> String? {
        guard let document = try? JSONDocument(Array(example.utf8)) else { return nil }
        let verdict = validate(document.root, against: schema)
        if verdict.fits { return example }
        guard verdict.stop == nil, verdict.mismatches.allSatisfy({ $0.keyword == "readOnly" }),
            let rest = try? JSONDocument(document.removing(members: verdict.mismatches.map(\.node))), fits(rest.root, schema)
        else { return nil }
        return JSONPretty.format(rest.root.source)
    }
}

extension JSONDocument {
    /// The text without some members. What stays keeps its bytes.
    /// - Parameter values: the numbers of the members' values. The key of a member has the number before.
    fileprivate func removing(members values: [Int]) -> [UInt8] {
        let members = values.compactMap { number -> Range<Int>? in
            guard let key = node(number - 1), let value = node(number) else { return nil }
            return key.byteRange.lowerBound..<value.byteRange.upperBound
        }
        var outermost: [Range<Int>] = []
        for range in members.sorted(by: { $0.lowerBound < $1.lowerBound })
        where range.lowerBound >= outermost.last?.upperBound ?? 0 {
            outermost.append(range)
        }
        var bytes = bytes
        for range in outermost.reversed() {
            let end = bytes[range.upperBound...].firstIndex { !Self.isSpace($0) } ?? bytes.endIndex
            let start = bytes[..<range.lowerBound].lastIndex { !Self.isSpace($0) } ?? bytes.startIndex
            if end < bytes.endIndex, bytes[end] == UInt8(ascii: ",") {
                bytes.removeSubrange(range.lowerBound...end)
            } else {
                // The last member takes the comma before it along.
                bytes.removeSubrange((bytes[start] == UInt8(ascii: ",") ? start : range.lowerBound)..<range.upperBound)
            }
        }
        return bytes
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }
}
