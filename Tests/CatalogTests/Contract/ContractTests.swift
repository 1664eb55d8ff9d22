// Responses held against what their operation promises: statuses, media types, headers, bodies.

import Catalog
import NetLayer
import Testing

struct ContractTests {
    // MARK: Status

    private static let statuses = """
        "200": {"description": ""}, "4XX": {"description": ""}
        """

    @Test(arguments: [(200, "200"), (404, "4XX"), (499, "4XX")])
    func theStatusDecidesThenItsRange(_ status: Int, _ key: String) throws {
        let report = try held(try promising(Self.statuses), status)
        #expect(report.fits && report.response == key)
        #expect(report.status == .noSchema && report.problem == nil)
    }

    @Test func anUndocumentedStatusDiffers() throws {
        let report = try held(try promising(Self.statuses), 500, "oops")
        #expect(report.words == ["status must be one of 200, 4XX; 500 came"])
        #expect(report.status == .differs(1) && report.summary == "differs in 1 place")
        #expect(report.mismatches.first?.rule.pointer == "/paths/~1items/get/responses")
        let open = try held(try promising(Self.statuses + #", "default": {"description": ""}"#), 500)
        #expect(open.fits && open.response == "default")
    }

    // MARK: Media types

    private func typed(_ described: String, _ came: String?) throws -> [String] {
        let api = try promising(
            #""200": {"description": "", "content": {"\#(described)": {"schema": {"type": "object"}}}}"#)
        return try held(api, 200, "{}", type: came).words
    }

    @Test(arguments: [
        ("application/json", "application/json"), ("application/json", "Application/JSON; charset=utf-8"),
        ("application/json; charset=utf-8", "application/json"), ("application/*", "application/problem+json"),
        ("*/*", "application/json"), ("text/*", "text/plain"),
    ])
    func parametersAndWildcardsAreTaken(_ described: String, _ came: String) throws {
        #expect(try typed(described, came) == [])
    }

    @Test func anotherMediaTypeDiffers() throws {
        #expect(
            try typed("application/json", "text/html") == ["media type must be application/json; text/html came"])
        #expect(try typed("application/json", nil) == ["media type must be application/json; no media type came"])
        #expect(try typed("text/*", "application/json") == ["media type must be text/*; application/json came"])
    }

    @Test func aTextThatLooksLikeJSONIsAText() throws {
        let api = try promising(
            #""200": {"description": "", "content": {"text/plain": {"schema": {"type": "string"}}}}"#)
        let report = try held(api, 200, "5", type: "text/plain")
        #expect(report.fits && report.status == .noSchema)
    }

    @Test func whatCallsItselfJSONMustBeJSON() throws {
        for described in ["application/json", "*/*"] {
            let api = try promising(
                #""200": {"description": "", "content": {"\#(described)": {"schema": {"type": "object"}}}}"#)
            #expect(try held(api, 200, "<html>").words == ["body must be JSON; something else came"])
        }
    }

    // MARK: Headers

    private static let headers = #"""
        "200": {"description": "", "headers": {
          "X-Total": {"required": true, "schema": {"type": "integer", "minimum": 1}},
          "X-Kind": {"schema": {"type": "string", "enum": ["a", "b"]}},
          "Content-Type": {"required": true, "schema": {"type": "integer"}}}}
        """#

    @Test func headersHaveTheirTypes() throws {
        let api = try promising(Self.headers)
        #expect(try held(api, headers: [("x-total", "5"), ("X-Kind", "a")]).fits)
        #expect(try held(api).words == ["header X-Total is required; no such header came"])
        let report = try held(api, headers: [("X-Total", "many"), ("X-Kind", "hunter2")])
        #expect(
            report.words == [
                "header X-Total must be a whole number, such as 42; a text of 4 characters came",
                "header X-Kind must be one of a, b; a text of 7 characters came",
            ])
        #expect(report.mismatches.map(\.rule.pointer).first == "/paths/~1items/get/responses/200/headers/X-Total")
        #expect(try held(api, headers: [("X-Total", "0")]).mismatches.count == 1)
    }

    // MARK: Bodies

    private static let json = #""content": {"application/json": {"schema": {"type": "object", "required": ["id"]}}}"#

    @Test func aMissingBodyDiffersWhereOneIsDescribed() throws {
        let api = try promising(#""200": {"description": "", \#(Self.json)}, "204": {"description": "", \#(Self.json)}"#)
        #expect(try held(api).words == ["body must be application/json; no body came"])
        #expect(try held(api, 204).fits, "a 204 has none")
        let head = try promising(#""200": {"description": "", \#(Self.json)}"#, method: "head")
        #expect(try held(head).fits, "nor has a response to HEAD")
    }

    @Test func aBodyIsHeldAgainstItsSchema() throws {
        let api = try promisingJSON(
            ##"{"type": "array", "items": {"$ref": "#/components/schemas/Item"}}"##,
            schemas: ##"""
                "Item": {"type": "object", "required": ["id"],
                  "properties": {"id": {"type": "integer"}, "price": {"type": "number"}}}
                """##)
        #expect(try held(api, 200, #"[{"id": 1, "price": 1.5}]"#).status == .fits)
        let report = try held(api, 200, #"[{"id": 1}, {"id": "x", "price": "9.5"}, {}]"#)
        #expect(
            report.words.sorted() == [
                "/1/id must be a whole number, such as 42; a text of 1 character came",
                "/1/price must be a number, such as 1.5; a text of 3 characters came",
                "/2 must have 'id'; an empty object came",
            ])
        #expect(
            report.mismatches.map(\.rule.pointer).sorted() == [
                "/components/schemas/Item/properties/id/type", "/components/schemas/Item/properties/price/type",
                "/components/schemas/Item/required",
            ])
        #expect(report.summary == "differs in 3 places" && !"\(report)".contains("9.5"))
    }

    @Test func nullIsAsTheVersionSays() throws {
        let nullable = #"{"type": "object", "properties": {"a": {"type": "string", "nullable": true}}}"#
        #expect(try held(try promisingJSON(nullable), 200, #"{"a": null}"#).fits)
        #expect(
            try held(try promisingJSON(nullable, version: "3.1.0"), 200, #"{"a": null}"#).words
                == ["/a must not be null; null came"])
    }

    @Test func directionsCount() throws {
        let api = try promisingJSON(
            #"{"type": "object", "required": ["id", "pass"], "properties": {"id": {"type": "integer", "readOnly": true}, "pass": {"type": "string", "writeOnly": true}}}"#
        )
        #expect(try held(api, 200, #"{"id": 1}"#).fits, "a response need not have what is only written")
        #expect(
            try held(api, 200, #"{"pass": "geheim"}"#).words.sorted() == [
                "/pass must not be returned: it is write-only; a text of 6 characters came",
                "body must have 'id'; an object with 1 member came",
            ])
    }

    @Test func theNearestAlternativeIsNamed() throws {
        let api = try promisingJSON(
            #"{"oneOf": [{"type": "object", "required": ["cat"], "properties": {"cat": {"type": "string"}, "age": {"type": "integer"}}}, {"type": "object", "required": ["dog"]}]}"#,
            version: "3.1.0")
        let report = try held(api, 200, #"{"cat": "Tom", "age": "x"}"#)
        #expect(report.mismatches.count == 1 && report.mismatches.first?.nearest.map(\.pointer) == ["/age"])
        #expect(report.mismatches.first?.nearest.first?.line != nil, "it has a line too")
    }

    @Test func undocumentedMembersAreNotes() throws {
        let api = try promisingJSON(#"{"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer"}}}}"#)
        let report = try held(api, 200, #"[{"b": 1}, {"a": 1, "b": 2}]"#)
        #expect(report.fits && report.status == .fits)
        #expect(report.notes.map(\.pointer) == ["/0/b"] && report.notes.map(\.count) == [2])
    }

    @Test func recordsAreCheckedOneByOne() throws {
        let record = #"{"type": "object", "properties": {"n": {"type": "integer"}}}"#
        let api = try promising(
            #""200": {"description": "", "content": {"application/x-ndjson": {"schema": \#(record)}}}"#)
        let lines = "{\"n\": 1}\n{\"n\": \"x\"}\n{\"n\": 3}\n"
        #expect(
            try held(api, 200, lines, type: "application/x-ndjson").words
                == ["/1/n must be a whole number, such as 42; a text of 1 character came"])
        let list = try promising(
            #""200": {"description": "", "content": {"application/x-ndjson": {"schema": {"type": "array", "maxItems": 2, "items": \#(record)}}}}"#
        )
        #expect(
            try held(list, 200, lines, type: "application/x-ndjson").mismatches.map(\.pointer).sorted() == ["", "/1/n"])
    }

    // MARK: Limits

    @Test func limitsAreSaid() throws {
        let api = try promisingJSON(#"{"type": "array", "items": {"type": "integer"}}"#)
        let numbers = "[\(Array(repeating: "1", count: 1_000).joined(separator: ","))]"
        let cut = try held(api, 200, numbers, limits: ContractLimits(steps: 100))
        #expect(cut.status == .unchecked("the body is too large to be checked whole"))
        #expect(cut.problem == "the response was not checked whole: the body is too large to be checked whole")
        let texts = "[\(Array(repeating: "\"x\"", count: 50).joined(separator: ","))]"
        let many = try held(api, 200, texts, limits: ContractLimits(mismatches: 10))
        #expect(many.stop == .mismatches && many.summary == "differs in more than 10 places")
        #expect(many.problem?.hasSuffix("; and more than 7 more places") == true, "\(many.problem ?? "")")
    }

    @Test func aBodyThatIsNotThereIsNotChecked() throws {
        let api = try promisingJSON(#"{"type": "object"}"#)
        let contract = try #require(Contract(0, of: api))
        let response = ContractResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: .unread("the body is gone"))
        let report = contract.report(on: response)
        #expect(report.fits && report.status == .unchecked("the body is gone"))
    }

    @Test func onlyDescribedEndpointsHaveAContract() throws {
        let api = try promising("").replacingSaved([
            WorkspaceRequest(name: "mine", target: .address(.get, WorkspaceText(literal: "/items")))
        ])
        #expect(Contract(0, of: api) == nil, "an operation without responses promises nothing")
        #expect(Contract(1, of: api) == nil && Contract(9, of: api) == nil)
    }
}
