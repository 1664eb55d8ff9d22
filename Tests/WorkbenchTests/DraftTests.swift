// What a draft makes of what it is given, and what it refuses.

import Catalog
import Foundation
import NetLayer
import Testing

@testable import Workbench

@Suite struct DraftTests {
    private static let shop = """
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
         "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
         "paths": {"/items/{id}": {
          "get": {"operationId": "getItem", "security": [{"key": []}], "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
            {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
            {"name": "q", "in": "query", "schema": {"type": "string"}}]},
          "put": {"operationId": "putItem", "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
            "requestBody": {"required": true, "content": {"application/x-www-form-urlencoded": {"schema": {
              "type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "n": {"type": "integer"}}}}}}}}}}
        """

    private static func draft(_ id: String) throws -> RequestDraft {
        let description = try APIDescription.parse(Array(shop.utf8), source: "shop", base: nil)
        let endpoint = try #require(description.endpoints.first { $0.id == id })
        return RequestDraft(.operation(endpoint, try #require(description.operation(endpoint.index))))
    }

    private static func problem(_ given: [(String, String)], in id: String = "getItem") throws -> DraftProblem? {
        var draft = try draft(id)
        do throws(DraftProblem) {
            try draft.setValues(given.map { ($0.0, .plain($0.1)) })
            return nil
        } catch {
            return error
        }
    }

    @Test func namesThatNothingHasAreNamedFirst() throws {
        let known = ["id", "tag", "q", "X-Key"]
        #expect(try Self.problem([("nosuch", "1"), ("nosuch", "2")]) == .unknown("nosuch", known: known, isMember: false))
        #expect(try Self.problem([("name", "1")], in: "putItem") == .unknown("name", known: ["id"], isMember: true))
        #expect(try Self.problem([("q", "1"), ("q", "2")]) == .givenTwice("q", type: "string"))
        #expect(try Self.problem([("X-Key", "1"), ("X-Key", "2")]) == .givenTwice("X-Key", type: nil))
        #expect(try Self.problem([("tag", "1"), ("tag", "2"), ("id", "3")]) == nil)
    }

    @Test func whatIsMissingIsAGap() throws {
        var draft = try Self.draft("putItem")
        let gaps = draft.findGaps(in: draft.plan, besides: Headers())
        #expect(gaps.map { if case .parameter(let field) = $0 { field.name } else { "body" } } == ["id", "body"])
        draft.setPathValues("/items/5")
        try draft.setData(Array(#"{"n": "x"}"#.utf8), draft.body(), isTyped: false)
        let plan = draft.plan
        #expect(draft.findGaps(in: plan, besides: Headers()).isEmpty)
        let checks = try #require(draft.runChecks(of: plan))
        #expect(checks.missingMembers.map(\.name) == ["name"] && checks.problems.count == 1, "\(checks.problems)")
    }

    /// A secret stays one, whatever it is called where it goes.
    @Test func aSecretIsOneInEveryPlace() throws {
        var draft = try Self.draft("getItem")
        try draft.setValues([("id", .plain("1")), ("q", .secret(Secret("geheim"))), ("tag", .secret(Secret("heikel")))])
        for parameter in draft.plan.parameters where parameter.name != "id" {
            #expect(parameter.value.isSecret, "\(parameter.name)")
        }
        let collection = """
            {"info": {"name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [
              {"name": "Login", "request": {"method": "POST", "url": "https://a.example/login?q=1", "body": {"mode": "urlencoded",
                "urlencoded": [{"key": "code", "value": "x"}]}}}]}
            """
        let description = try #require(
            try CollectionFiles.description(Array(collection.utf8), source: "c.json", name: "c"))
        let saved = try #require(description.operation(0)?.saved)
        var collected = RequestDraft(.collected(description.endpoints[0], saved, environment: nil))
        try collected.setValues([("code", .secret(Secret("ge heim"))), ("q", .secret(Secret("heikel")))])
        let plan = collected.plan
        #expect(plan.parameters.allSatisfy(\.value.isSecret) && !plan.parameters.isEmpty, "\(plan.parameters)")
        let wire = try RequestGenerator().request(for: plan, on: ServicePool(description).services.first)
        let body = wire.maskedBody.map { String(decoding: $0, as: UTF8.self) }
        #expect(!"\(wire.url)".contains("heikel") && body?.contains("heim") == false, "\(wire.url) \(body ?? "-")")
    }

    /// What is given for a form takes the place of what the collection has.
    @Test func partsTakeThePlaceOfThoseOfACollection() throws {
        let collection = "POST https://a.example/x\nContent-Type: application/x-www-form-urlencoded\n\na=1&b=2\n"
        let description = try #require(
            try CollectionFiles.description(Array(collection.utf8), source: "c.http", name: "c"))
        let saved = try #require(description.operation(0)?.saved)
        var draft = RequestDraft(.collected(description.endpoints[0], saved, environment: nil))
        try draft.setForm(
            [RequestDraft.Part(MultipartBody.Part(name: "a", text: "9"), text: "9", hasType: false)],
            BodyField(isRequired: false, contentTypes: ["application/x-www-form-urlencoded"]))
        let form = draft.plan.parameters.filter { $0.place == .form }
        #expect(form.count { $0.name == "a" } == 1 && form.last { $0.name == "a" }?.value.revealed == "9")
    }
}

extension RequestDraft {
    /// What the description says of its body.
    fileprivate func body() -> BodyField {
        if case .operation(_, let operation) = target {
            operation.bodyField
        } else {
            BodyField(isRequired: false, contentTypes: [])
        }
    }
}
