// A small API that tests of verifications share, and a server for it that is a function.

import Catalog
import Document
import NetLayer
import Testing

@testable import Workbench

enum VerifyShop {
    static let text = #"""
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://shop.example"}],
         "paths": {
          "/items": {
           "get": {"operationId": "listItems", "parameters": [
             {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
             {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["name", "price"]}},
             {"name": "code", "in": "query", "schema": {"type": "string", "pattern": "^[A-Z]{3}$", "minLength": 3, "maxLength": 3}},
             {"name": "X-Tenant", "in": "header", "required": true, "schema": {"type": "string", "minLength": 2}}],
            "responses": {"200": {"description": "ok", "content": {"application/json": {
              "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}}}}},
           "post": {"operationId": "addItem", "requestBody": {"required": true, "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/NewItem"},
              "examples": {"lamp": {"value": {"name": "lamp", "price": 3}}, "chair": {"value": {"name": "chair", "price": 9}}}}}},
            "responses": {"201": {"description": "made", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Item"}}}}}}},
          "/items/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}}],
           "get": {"operationId": "getItem", "responses": {"200": {"description": "ok", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Item"}}}}}},
           "delete": {"operationId": "deleteItem", "responses": {"204": {"description": "gone"}}}}},
         "components": {"schemas": {
          "Item": {"type": "object", "required": ["id", "name"], "properties": {
            "id": {"type": "integer"}, "name": {"type": "string"}, "price": {"type": "number"}}},
          "NewItem": {"type": "object", "required": ["name", "price"], "additionalProperties": false, "properties": {
            "name": {"type": "string", "minLength": 2, "maxLength": 10}, "price": {"type": "number", "minimum": 0},
            "kind": {"type": "string", "enum": ["lamp", "chair"]}}}}}}
        """#

    static func description() throws -> APIDescription {
        try APIDescription.parse(Array(text.utf8), source: "shop.json", base: nil)
    }

    static func plan(isNegative: Bool = false, isUnsafe: Bool = false, most: Int = 1_000, seed: UInt64 = 1) throws -> VerifyPlan {
        var options = VerifyPlan.Options()
        (options.isNegative, options.isUnsafe, options.most, options.seed) = (isNegative, isUnsafe, most, seed)
        return VerifyPlan(try description(), options)
    }

    static func index(of id: String) throws -> Int {
        try #require(try description().endpoints.first { $0.id == id }).index
    }

    /// The cases of an endpoint before any response.
    static func cases(_ id: String, isNegative: Bool = false, seed: UInt64 = 1) throws -> [VerifyCase] {
        try plan(isNegative: isNegative, isUnsafe: true, seed: seed).cases(of: index(of: id), FoundValues()).cases
    }

    static func response(_ status: Int, _ body: String = "", type: String = "application/json") -> RawResponse {
        let headers: Headers = body.isEmpty ? [:] : ["Content-Type": type]
        return RawResponse(
            head: ResponseHead(status: status, headers: headers), body: Array(body.utf8), url: URI("https://shop.example/items"))
    }

    /// What a server does that is as described, and has the items 7 and 8.
    static func answer(_ verifyCase: VerifyCase) -> RawResponse {
        if verifyCase.isForbidden { return response(400) }
        switch (verifyCase.plan.method, verifyCase.pathValues["id"]) {
        case (.get, nil): return response(200, #"[{"id": 7, "name": "lamp"}, {"id": 8, "name": "chair"}]"#)
        case (.get, "7"?), (.get, "8"?), (.get, "9"?): return response(200, #"{"id": 7, "name": "lamp"}"#)
        case (.post, _): return response(201, #"{"id": 9, "name": "lamp"}"#)
        case (.delete, "9"?): return response(204)
        default: return response(404)
        }
    }

    /// Runs a verification to its end.
    /// - Returns: the report, and the requests in their order.
    static func run(
        _ plan: VerifyPlan, atOnce: Int = 2, _ answer: (VerifyCase) -> VerifyEnd?
    ) -> (report: VerifyReport, sent: [VerifyCase]) {
        var machine = VerifyMachine(plan, atOnce: atOnce)
        var sent: [VerifyCase] = []
        var orders = machine.begin()
        while !orders.isEmpty {
            let order = orders.removeFirst()
            sent.append(order.verifyCase)
            let usual = VerifyEnd.judged(
                VerifyJudge.judge(order.verifyCase, Self.answer(order.verifyCase)), request: "curl", elapsed: .milliseconds(5))
            orders += machine.ended(order.number, answer(order.verifyCase) ?? usual)
        }
        machine.finish()
        #expect(machine.isOver)
        return (machine.report, sent)
    }

    /// The end of a request with this response.
    static func judged(_ verifyCase: VerifyCase, _ response: RawResponse) -> VerifyEnd {
        .judged(VerifyJudge.judge(verifyCase, response), request: "curl", elapsed: .zero)
    }
}
