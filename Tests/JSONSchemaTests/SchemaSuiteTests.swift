// The published suite of JSON Schema 2020-12: every required case, and which of the optional ones miss.

import Document
import Foundation
import JSONSchema
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct SchemaSuiteTests {
    private static let folder = "conformance/json-schema"

    /// A folder's cases, and the names of those that miss.
    private func run(_ folder: String, assertsFormats: Bool) throws -> (count: Int, misses: [String]) {
        let others = try remotes()
        var (count, misses): (Int, [String]) = (0, [])
        for file in SharedData.files(under: Self.folder + "/tests/" + folder, suffix: ".json") {
            // Not the folders below it.
            let name = String(file.dropFirst("\(Self.folder)/tests/\(folder)/".count))
            guard !name.contains("/") else { continue }
            for group in try JSONDocument(try SharedData.bytes(file)).root.elements {
                let schema = try JSONDocument(Array(try #require(group["schema"]).source.utf8))
                let check = Check(schema, others: others, assertsFormats: assertsFormats)
                var (whole, sliced) = (SchemaRun(check.program, schema.root), SchemaRun(check.program, schema.root))
                for test in try #require(group["tests"]).elements {
                    count += 1
                    let value = try #require(test["data"])
                    let verdict = whole.validate(value)
                    // In steps of one, so that every place to stop at is stopped at.
                    sliced.begin(value)
                    while !sliced.isComplete { sliced.advance(steps: 1) }
                    let isRight =
                        verdict.fits == test["valid"]?.bool && verdict.stop == nil
                        && sliced.verdict().mismatches == verdict.mismatches
                    if !isRight {
                        misses.append("\(name): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? "")")
                    }
                }
            }
        }
        return (count, misses)
    }

    /// The documents that the suite expects at an address of this machine.
    private func remotes() throws -> [(document: JSONDocument, address: String)] {
        let remotes = Self.folder + "/remotes/"
        return try SharedData.files(under: Self.folder + "/remotes", suffix: ".json").compactMap { file in
            let name = String(file.dropFirst(remotes.count))
            // Those of other drafts would be read with the meaning of this one.
            guard !name.hasPrefix("draft") || name.hasPrefix("draft2020-12") || name.hasPrefix("draft7/ignore") else {
                return nil
            }
            return (try JSONDocument(try SharedData.bytes(file)), "http://localhost:1234/" + name)
        }
    }

    @Test func everyRequiredCasePasses() throws {
        let (count, misses) = try run("draft2020-12", assertsFormats: false)
        #expect(count == 1_299)
        #expect(misses.isEmpty, "\(misses.joined(separator: "\n"))")
    }

    /// An `$id` below a keyword that no vocabulary knows counts here: descriptions have schemas in places of their own.
    @Test func theOptionalCasesThatMissAreKnown() throws {
        let (count, misses) = try run("draft2020-12/optional", assertsFormats: false)
        #expect(count == 162)
        #expect(misses.count == 2 && misses.allSatisfy { $0.hasPrefix("unknownKeyword.json: $id inside an unknown keyword") })
    }

    /// Only formats that are checked at all: of the others every wrong text misses.
    @Test func formatsThatAreCheckedPass() throws {
        let (count, misses) = try run("draft2020-12/optional/format", assertsFormats: true)
        #expect(count == 764)
        for file in ["date.json", "ipv4.json", "ipv6.json", "uuid.json", "unknown.json"] {
            #expect(misses.filter { $0.hasPrefix(file) } == [])
        }
    }
}
