// The published JSON suites, and Foundation's reader as a second opinion.

import Document
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct JSONConformanceTests {
    static let cases = SharedData.files(under: "conformance/JSONTestSuite/test_parsing", suffix: ".json")

    private func parses(_ path: String) throws -> Bool {
        let bytes = try SharedData.bytes(path)
        do {
            let document = try JSONDocument(bytes)
            return document.root.byteRange.upperBound <= bytes.count
        } catch {
            return false
        }
    }

    private func names(_ prefix: String) -> [String] {
        Self.cases.filter { $0.split(separator: "/").last?.hasPrefix(prefix) == true }
    }

    @Test func everyValidTextOfTheSuiteParses() throws {
        #expect(names("y_").count == 95)
        for path in names("y_") { #expect(try parses(path), "\(path)") }
    }

    @Test func everyInvalidTextOfTheSuiteIsRefused() throws {
        #expect(names("n_").count == 188)
        for path in names("n_") { #expect(try !parses(path), "\(path)") }
    }

    @Test func textsThatMayGoEitherWayNeitherCrashNorLoseTheirStrings() throws {
        #expect(names("i_").count == 35)
        for path in names("i_") + SharedData.files(under: "conformance/JSONTestSuite/test_transform", suffix: ".json") {
            guard let document = try? JSONDocument(SharedData.bytes(path)) else { continue }
            for element in document.root.elements where element.kind == .string { #expect(element.string != nil, "\(path)") }
        }
    }

    @Test(arguments: ["conformance/nativejson", "openapi/readme-oas-examples/3.0/json"])
    func readsWhatFoundationReads(folder: String) throws {
        let files = SharedData.files(under: folder, suffix: ".json")
        #expect(!files.isEmpty)
        for path in files {
            let bytes = try SharedData.bytes(path)
            guard let expected = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
                continue
            }
            #expect(same(try JSONDocument(bytes).root, expected), "\(path)")
        }
    }

    @Test(arguments: ["conformance/nativejson", "openapi/readme-oas-examples/3.0/json"])
    func prettyPrintingChangesNoValueAndIsStable(folder: String) throws {
        for path in SharedData.files(under: folder, suffix: ".json") {
            let bytes = try SharedData.bytes(path)
            guard let expected = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
                continue
            }
            let pretty = try #require(JSONPretty.lines(bytes), "\(path)")
            #expect(same(try JSONDocument(pretty.bytes).root, expected), "\(path)")
            #expect(JSONPretty.lines(pretty.bytes)?.bytes == pretty.bytes, "\(path)")
        }
    }

    private func same(_ node: JSONNode, _ expected: Any) -> Bool {
        switch node.kind {
        case .object:
            guard let object = expected as? [String: Any], object.count == node.count else { return false }
            return node.members.allSatisfy { member in object[member.key].map { same(member.value, $0) } ?? false }
        case .array:
            guard let array = expected as? [Any], array.count == node.count else { return false }
            return zip(node.elements, array).allSatisfy { same($0, $1) }
        case .string: return node.string == expected as? String
        case .number:
            return (expected as? NSNumber).map { abs($0.doubleValue - (node.double ?? .nan)) <= abs($0.doubleValue) * 1e-15 }
                ?? false
        case .true, .false: return node.bool == expected as? Bool
        case .null: return expected is NSNull
        }
    }
}
