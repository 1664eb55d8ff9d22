// The published JSONPath suite: every case of it, by values and by places.

import Document
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct JSONPathSuiteTests {
    @Test func everyCaseOfThePublishedSuitePasses() throws {
        let suite = try JSONDocument(try SharedData.bytes("conformance/jsonpath-cts/cts.json"))
        let cases = Array(try #require(suite.root["tests"]).elements)
        let misses = cases.filter { !Self.passes($0) }.map { "\($0["name"]?.string ?? ""): \($0["selector"]?.string ?? "")" }
        #expect(cases.count == 703)
        #expect(cases.filter { $0["invalid_selector"]?.bool == true }.count == 247)
        #expect(misses.isEmpty, "\(misses.count) of \(cases.count) miss:\n\(misses.joined(separator: "\n"))")
    }

    private static func passes(_ test: JSONNode) -> Bool {
        guard let selector = test["selector"]?.string else { return false }
        guard let path = try? JSONPath(selector) else { return test["invalid_selector"]?.bool == true }
        guard let document = test["document"].flatMap({ try? JSONDocument(Array($0.source.utf8)) }) else { return false }
        // In steps of one, so that every place to stop at is stopped at.
        var run = JSONPathRun(path, in: document)
        while !run.isComplete { run.advance(steps: 1) }
        let found = run.places.compactMap { document.node(Int($0)) }
        let pointers = run.places.map { document.pointer(to: Int($0)) }
        let (values, paths) =
            test["result"].map { ([$0], [test["result_paths"]].compactMap { $0 }) }
            ?? (test["results"].map { Array($0.elements) } ?? [], test["results_paths"].map { Array($0.elements) } ?? [])
        return zip(values, paths).contains { values, paths in
            values.count == found.count && zip(values.elements, found).allSatisfy { $0.means($1) }
                && paths.elements.map { pointer($0.string ?? "") } == pointers
        }
    }

    /// The pointer that a normalized path (RFC 9535 §2.7) means: `$['a'][0]` is `/a/0`.
    private static func pointer(_ path: String) -> String {
        var pointer = ""
        var rest = path.unicodeScalars.dropFirst()
        while rest.popFirst() == "[" {
            var token = String.UnicodeScalarView()
            if rest.first == "'" {
                rest.removeFirst()
                while let scalar = rest.popFirst(), scalar != "'" {
                    token.append(scalar == "\\" ? escaped(&rest) : scalar)
                }
            } else {
                while let scalar = rest.first, scalar != "]" {
                    token.append(scalar)
                    rest.removeFirst()
                }
            }
            rest.removeFirst()
            pointer = JSONPointer.append(pointer, String(token))
        }
        return pointer
    }

    private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
        switch rest.removeFirst() {
        case "b": return "\u{8}"
        case "f": return "\u{c}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let digits = String(rest.prefix(4))
            rest.removeFirst(4)
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{fffd}"
        case let scalar: return scalar
        }
    }
}
