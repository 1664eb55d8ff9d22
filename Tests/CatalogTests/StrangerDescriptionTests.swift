// Descriptions by somebody who means no good: what is said of them and kept of them stays small.

import Document
import NetLayer
import TestSupport
import Testing

@testable import Catalog

struct StrangerDescriptionTests {
    private static let longName = String(repeating: "n", count: 200_000)

    /// All texts of a check, in bytes.
    private func size(_ warnings: [Warning]) -> Int { warnings.reduce(0) { $0 + $1.pointer.utf8.count + $1.message.utf8.count } }

    private func list(_ count: Int, _ member: (Int) -> String) -> String { (0..<count).map(member).joined(separator: ",") }

    /// Two thousand problems, each at the end of a way of 200 KB. Of `parts`, `NAME` is a name of that length, and `LIST` is two
    /// thousand times the member, numbered.
    @Test(
        arguments: [
            (.unknownKey, #""links": {"NAME": {"operationId": "a", LIST}}"#, #""zz%": 1"#),
            (.unresolvedReference, #""schemas": {"NAME": {"properties": {LIST}}}"#, "\"p%\":\n{\"$ref\": \"#/x%\"}"),
            (.unusedComponent, #""NAME": {LIST}"#, "\"c%\":\n{}"),
        ] as [(CheckRule, String, String)])
    func problemsFarDownAreCut(_ rule: CheckRule, _ parts: String, _ member: String) throws {
        let members = list(2_000) { member.replacing("%", with: "\($0)") }
        let components = parts.replacing("LIST", with: members).replacing("NAME", with: Self.longName)
        let paths = #""/a": {"get": {"operationId": "a", "responses": {"200": {"description": "ok"}}}}"#
        let found = try read(description(paths, "\"components\": {\(components)}")).check()
        #expect(size(found) < 64 << 20)
        #expect(found.count { $0.rule == rule } > 20)
        #expect(found.count { $0.message.hasPrefix("there are more problems") } == 1)
    }

    /// Where there is room for all, all is told, however deep.
    @Test func depthAloneHidesNothing() throws {
        var schema = "{\"zz\": 1}"
        for _ in 0..<500 { schema = "{\"zz\": 1,\n\"items\": \(schema)}" }
        let found = try read(description("", "\"components\": {\"schemas\": {\"A\": \(schema)}}")).check()
        #expect(found.count { $0.message.hasPrefix("the schema has a key 'zz'") } == 501)
    }

    @Test(arguments: ["$anchor", "$id"]) func namesFarDownAreCut(_ key: String) throws {
        let members = list(500) { "\"p\($0)\": {\"\(key)\": \"a\($0)\"}" }
        let text = "{\"schemas\": {\"\(Self.longName)\": {\"properties\": {\(members)}}}}"
        let index = AnchorIndex(try JSONDocument(Array(text.utf8)), base: nil)
        #expect(!index.isWhole)
        #expect(index.resources.reduce(0) { $0 + $1.pointer.utf8.count } < 32 << 20)
        let found = try read(description("", "\"components\": \(text)")).check()
        #expect(found.count { $0.message.hasPrefix("schemas with their own names") } == 1)
    }

    /// Each address is resolved against the one around it, and grows.
    @Test func addressesInAddressesAreCut() throws {
        let depth = 2_500
        let open = (0..<depth).map { "{\"$id\": \"aaaa\($0)/\", \"items\": " }.joined()
        let text = open + "{}" + String(repeating: "}", count: depth)
        let index = AnchorIndex(try JSONDocument(Array(text.utf8)), base: URI("https://a.example/"))
        #expect(!index.isWhole)
        #expect(index.resources.reduce(0) { $0 + $1.pointer.utf8.count + $1.base.revealed.utf8.count } < 32 << 20)
    }

    /// Every mapping names a schema by another reference than its alternative does.
    @Test func mappingsAreLookedUpOnce() throws {
        let count = 3_000
        let schemas = list(count) { "\"S\($0)\": {\"$anchor\": \"s\($0)\"}" }
        let alternatives = list(count) { "{\"$ref\": \"#/components/schemas/S\($0)\"}" }
        let mapping = list(count) { "\"m\($0)\": \"#s\($0)\"" }
        let schema =
            "{\"oneOf\": [\(alternatives)], \"discriminator\": {\"propertyName\": \"k\", \"mapping\": {\(mapping)}}}"
        let text = description(
            "\"/a\": {\"post\": {\"requestBody\": {\"content\": {\"application/json\": {\"schema\": \(schema)}}}}}",
            "\"components\": {\"schemas\": {\(schemas)}}")
        let link = try #require(try read(text).operation(0)?.body?.media.first?.schema)
        var opened: Schema?
        #expect(ThreadTime().measure { opened = link.resolve() } < .seconds(5))
        #expect(opened?.discriminatorValues == (0..<count).map { "m\($0)" })
    }

    @Test func bracesOfPatternsAndPathsEnd() {
        let braces = String(repeating: "{", count: 8_191)
        let name = String(repeating: "n", count: 200_000)
        let long = String(repeating: "(", count: 8_193)
        var found: [String?] = []
        let time = ThreadTime().measure {
            for _ in 0..<100 { found.append(PatternSyntax.problem(in: braces + "}")) }
            found.append(PatternSyntax.problem(in: long))
            found.append(PathShape.parse("/a/{\(name)}").problem)
        }
        #expect(time < .seconds(10))
        #expect(found.allSatisfy { $0 == nil })
        #expect(PatternSyntax.problem(in: "a{3,2}") == "{3,2} is out of order")
    }

    /// More texts than one body may have: each example has its own.
    @Test func allExamplesAreHeldAgainstPatterns() throws {
        let schemas = list(1_500) {
            "\"S\($0)\": {\"type\": \"string\", \"pattern\": \"^a$\", \"example\": \"\($0 == 1_499 ? "b" : "a")\"}"
        }
        let found = try read(description("", "\"components\": {\"schemas\": {\(schemas)}}")).check()
        #expect(found.filter { $0.rule == .invalidExample }.map(\.pointer) == ["/components/schemas/S1499/example"])
    }

    /// The same words lead somewhere in one schema and nowhere in the next.
    @Test func referencesAreLookedAtWhereTheyStand() throws {
        let schemas =
            ##""A": {"$id": "https://a.example/a", "$defs": {"x": {}}, "items": {"$ref": "#/$defs/x"}}, "B": {"items": {"$ref": "#/$defs/x"}}, "##
            + ##""C": {"$id": "https://a.example/c", "$defs": {"y": {"$ref": "https://a.example/a#/$defs/x"}}, "items": {"$ref": "#/$defs/y"}}"##
        let found = try read(description("", "\"components\": {\"schemas\": {\(schemas)}}")).check()
        #expect(found.filter { $0.rule == .unresolvedReference }.map(\.pointer) == ["/components/schemas/B/items"])
    }

    /// A component is used when one of two references with the same words leads to it.
    @Test func componentsAreUsedByWhatTheirUsersMean() throws {
        let schemas =
            ##""A": {"$id": "https://a.example/a", "$defs": {"x": {}}, "items": {"$ref": "#/components/schemas/D"}, "components": {"schemas": {"D": {}}}}, "##
            + ##""B": {"items": {"$ref": "#/components/schemas/D"}}, "D": {}"##
        let paths = ##""/a": {"get": {"responses": {"200": {"description": "ok"}}}}"##
        let found = try read(description(paths, "\"components\": {\"schemas\": {\(schemas)}}")).check()
        #expect(
            found.filter { $0.rule == .unusedComponent }.map(\.pointer) == ["/components/schemas/B"])
    }
}
