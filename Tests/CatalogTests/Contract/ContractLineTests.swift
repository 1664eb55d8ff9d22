// The lines of rules: in the user's text, JSON or YAML, and at the nearest place that the text has.

import Catalog
import Testing

struct ContractLineTests {
    private static let yaml = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        paths:
          /items:
            get:
              responses:
                "200":
                  description: fine
                  headers:
                    X-Total:
                      required: true
                      schema: {type: integer}
                  content:
                    application/json:
                      schema:
                        $ref: "#/components/schemas/Item"
                "404":
                  $ref: "#/components/responses/Gone"
        components:
          responses:
            Gone:
              description: gone
              headers:
                X-Why:
                  required: true
                  schema: {type: string}
          schemas:
            Item:
              type: object
              properties:
                price:
                  type: number
        """

    @Test func rulesOfYAMLHaveTheirLines() throws {
        let report = try held(try read(Self.yaml), 200, #"{"price": "x"}"#)
        #expect(report.mismatches.map(\.line) == [11, 32])
        #expect(
            report.mismatches.map(\.rulePlace) == [
                "line 11, /paths/~1items/get/responses/200/headers/X-Total",
                "line 32, /components/schemas/Item/properties/price/type",
            ])
        #expect(try held(try read(Self.yaml), 500).mismatches.map(\.line) == [7], "the statuses")
    }

    @Test func rulesOfJSONHaveTheirLines() throws {
        let api = try read(
            """
            {"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "paths": {
              "/items": {"get": {"responses": {"200": {"description": "", "content": {
                "application/json": {"schema": {
                  "type": "object",
                  "required": ["id"]}}}}}}}}}
            """)
        let report = try held(api, 200, "{}")
        #expect(report.mismatches.map(\.line) == [5], "\(report.mismatches.map(\.rulePlace))")
    }

    /// The operation has headers there, the text has a reference.
    @Test func aReferenceStandsForWhatItRefersTo() throws {
        let mismatch = try #require(try held(try read(Self.yaml), 404).mismatches.first)
        #expect(mismatch.place == "header X-Why")
        #expect(mismatch.rule.pointer == "/paths/~1items/get/responses/404" && mismatch.line == 18)
    }

    @Test func swaggerHasNoContent() throws {
        let api = try read(
            """
            swagger: "2.0"
            info: {title: Shop, version: "1"}
            produces: [application/json]
            paths:
              /items:
                get:
                  responses:
                    "200":
                      description: fine
                      schema:
                        type: array
                        items: {type: integer}
            """)
        #expect(try held(api, 200, "[1]").status == .fits)
        let typed = try #require(try held(api, 200, "[1]", type: "text/html").mismatches.first)
        #expect(typed.rule.pointer == "/paths/~1items/get/responses/200" && typed.line == 9)
        let body = try #require(try held(api, 200, #"["x"]"#).mismatches.first)
        #expect(body.line == 12 && body.rule.pointer.hasSuffix("/responses/200/schema/items/type"), "\(body.rulePlace)")
    }
}
