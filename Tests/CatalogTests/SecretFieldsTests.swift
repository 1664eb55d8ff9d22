// What a description calls a password is secret in the plan, wherever the schema says so.

import NetLayer
import Testing

@testable import Catalog

@Suite struct SecretFieldsTests {
    private func operation(_ text: String) throws -> Catalog.Operation {
        let whole = """
            {"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"http://a.example"}],
            "components":{"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X-Plain"}},
             "schemas":{"Word":{"type":"string","format":"password"},
              "Circle":{"properties":{"inner":{"$ref":"#/components/schemas/Circle"},"deep":{"$ref":"#/components/schemas/Word"}}}}},
            "paths":{"/a":{"post":{"operationId":"a",\(text)}}}}
            """
        let description = try APIDescription.parse(Array(whole.utf8), source: "a.json", base: nil)
        return try #require(description.operation(0))
    }

    private func names(_ schema: String) throws -> (Set<String>, Bool) {
        let operation = try operation(#""requestBody":{"content":{"application/json":{"schema":\#(schema)}}}"#)
        let secrets = operation.bodySecrets("application/json")
        return (secrets.names, secrets.isWhole)
    }

    @Test(
        "places of a schema",
        arguments: [
            (#"{"properties":{"zeta":{"type":"string","format":"password"},"eta":{"type":"string"}}}"#, ["zeta"]),
            (#"{"properties":{"a":{"properties":{"zeta":{"format":"password"}}}}}"#, ["zeta"]),
            (##"{"type":"array","items":{"properties":{"zeta":{"$ref":"#/components/schemas/Word"}}}}"##, ["zeta"]),
            (#"{"properties":{"list":{"type":"array","items":{"format":"password"}}}}"#, ["list"]),
            (#"{"properties":{"map":{"additionalProperties":{"format":"password"}}}}"#, ["map"]),
            (#"{"allOf":[{"properties":{"a":{}}},{"properties":{"zeta":{"format":"password"}}}]}"#, ["zeta"]),
            (#"{"oneOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"zeta":{"format":"password"}}}]}"#, ["zeta"]),
            (#"{"properties":{"zeta":{"anyOf":[{"type":"string","format":"password"},{"type":"null"}]}}}"#, ["zeta"]),
            (##"{"$ref":"#/components/schemas/Circle"}"##, ["deep"]),
            (
                #"{"properties":{"code":{"type":"string","writeOnly":true},"category":{"type":"string","writeOnly":true}}}"#,
                ["code"]
            ),
            (#"{"properties":{"key":{"type":"boolean","writeOnly":true}}}"#, []),
        ] as [(String, [String])])
    func places(_ schema: String, _ expected: [String]) throws {
        let (names, isWhole) = try names(schema)
        #expect(names == Set(expected) && !isWhole)
    }

    /// More schemas than are looked at do not hide what stands beside them, in whatever order they are written.
    @Test func whatIsNearTheTopIsLookedAtFirst() throws {
        let many = (0..<5_000).map { #""m\#($0)":{"type":"string"}"# }.joined(separator: ",")
        let (names, _) = try names(#"{"properties":{"zeta":{"format":"password"},"tree":{"properties":{\#(many)}}}}"#)
        #expect(names == ["zeta"])
    }

    @Test func aBodyMayBeOneAsAWhole() throws {
        #expect(try names(##"{"$ref":"#/components/schemas/Word"}"##) == ([], true))
        #expect(try names(#"{"type":"array","items":{"format":"password"}}"#) == ([], true))
        let operation = try operation(
            #""requestBody":{"content":{"text/plain":{"schema":{"type":"string","format":"password"}}}}"#)
        var plan = RequestPlan(id: "a", path: "/a")
        plan.body = .bytes([65], contentType: "text/plain")
        operation.hideSecrets(in: &plan)
        #expect(plan.isBodySecret)
    }

    @Test func theMakerHidesParametersKeysAndMembers() throws {
        let operation = try operation(
            #"""
            "security":[{"k":[]}],"parameters":[{"name":"zeta","in":"query","schema":{"type":"string","format":"password"}},
             {"name":"list","in":"query","schema":{"type":"array","items":{"type":"string","format":"password"}}},
             {"name":"filter","in":"query","style":"deepObject","schema":{"type":"object","properties":{"a":{"format":"password"}}}},
             {"name":"plain","in":"query","schema":{"type":"string"}}],
            "requestBody":{"content":{"application/json":{"schema":{"properties":{"eta":{"format":"password"}}}}}}
            """#)
        var plan = RequestPlan(id: "a", method: .post, path: "/a")
        let texts = ["zeta": "zeta-value", "list": "list-1,list-2", "filter": #"{"a":"deep-value"}"#, "plain": "shown"]
        for field in operation.parameters { plan.parameters += field.parameters(for: texts[field.name] ?? "") }
        plan.headers = ["X-Plain": "key-value"]
        plan.body = .bytes(Array(#"{"b":[{"eta":"eta-value"}]}"#.utf8), contentType: "application/json")
        operation.hideSecrets(in: &plan)
        let request = try RequestGenerator().request(for: plan, on: Service(name: "a", baseURL: URI("http://a.example")))
        let shown = "\(request.url) \(request.headers) \(String(decoding: request.maskedBody ?? [], as: UTF8.self))"
        for secret in ["zeta-value", "list-1", "list-2", "deep-value", "key-value", "eta-value"] {
            #expect(!shown.contains(secret), "\(shown)")
        }
        #expect(shown.contains("plain=shown") && shown.contains("eta"))
    }
}
