// The dialect of OpenAPI 3.0 beside openapi-core: values that both hold against the same schemas, and each disagreement with its reason.

import Document
import Foundation
import JSONSchema
import TestSupport
import Testing

@Suite(.within(minutes: 3))
struct OpenAPIOracleTests {
    private static let path = SharedData.repository.appending(path: "Tests/Fixtures/schemas/openapi30.json").path

    /// Where explorer says something else, and why: the schema, its value, and what explorer says.
    private static let disagreements: [(pair: String, fits: Bool, why: String)] = [
        ("a whole number: 1000.0", true, "1000.0 is a whole number (JSON Schema Validation §6.1.1); Python reads a float."),
        (
            "a nullable reference: null", true,
            "nullable is the only way to say null beside allOf, and is meant so, although the standard wants a type beside it."
        ),
        (
            "nullable choices without null: null", true,
            "Authors who write nullable beside an enum mean it; the standard wants null in the enum too."
        ),
        ("decimal multiples: 0.07", true, "0.07 is seven times 0.01, but not in binary."),
        ("decimal multiples: 19.99", true, "19.99 is 1999 times 0.01, but not in binary."),
        (
            "a discriminator: {\"kind\": \"dog\", \"bark\": \"w\"}", true,
            "The name is unknown; the value fits one alternative. A discriminator is a hint (OpenAPI, Discriminator Object)."
        ),
        ("a discriminator of any: {\"type\": \"Triangle\", \"size\": 1}", true, "The same, of anyOf."),
        (
            "read-only behind a reference, in a request: {}", true,
            "What a reference leads to is read-only, so only responses require it; openapi-core does not follow it."
        ),
        ("read-only in another part, in a request: {}", true, "Another part of allOf says that it is read-only."),
        ("a read-only whole, in a request: 1", true, "readOnly has a meaning for properties alone (OpenAPI 3.0, Schema Object)."),
        ("email: \"@example.com\"", false, "An address has a local part (RFC 5321 §4.1.2)."),
        ("email: \"a b@example.com\"", false, "A space stands in quotes only (RFC 5321 §4.1.2)."),
        ("byte: \"not base64!\"", true, "explorer does not check byte, a remark about the content."),
        ("uri: \"no address\"", false, "openapi-core checks addresses with another package only."),
    ]

    /// The pairs, each with its name and whether explorer says that it fits.
    private func judge() throws -> [(name: String, fits: Bool)] {
        let document = try JSONDocument([UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.path))))
        let check = Check(document, dialect: .openAPI30)
        var pairs: [(name: String, fits: Bool)] = []
        for each in try #require(document.root["x-cases"]).elements {
            let (about, schema) = (try #require(each["about"]?.string), try #require(each["schema"]))
            let direction: SchemaDirection = each["way"]?.string == "request" ? .request : .response
            var run = SchemaRun(check.program, schema, direction: direction)
            for value in try #require(each["values"]).elements {
                let verdict = run.validate(value)
                pairs.append((name: "\(about): \(value.source)", fits: verdict.fits))
            }
        }
        return pairs
    }

    @Test(.enabled(if: SchemaOracle.isPresent, SchemaOracle.whyAbsent))
    func valuesFitAsInOpenAPICore() async throws {
        let ours = try judge()
        let theirs = try await SchemaOracle.verdicts(on: Self.path)
        try #require(ours.count == theirs.count && ours.count == 244)
        let found = zip(ours, theirs).compactMap { pair, isRight -> String? in
            pair.fits == isRight ? nil : "\(pair.name) \(pair.fits)"
        }
        #expect(found == Self.disagreements.map { "\($0.pair) \($0.fits)" })
    }

    /// What is listed holds where openapi-core is absent too.
    @Test func theListedDisagreementsAreOurs() throws {
        let verdicts = Dictionary(try judge().map { ($0.name, $0.fits) }, uniquingKeysWith: { first, _ in first })
        for each in Self.disagreements { #expect(verdicts[each.pair] == each.fits, "\(each.pair): \(each.why)") }
    }
}
