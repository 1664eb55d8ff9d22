// A description whose operations lead to each other, and another reading of it.

import Canvas
import Catalog
import NetLayer

@testable import Screen

enum Guild {
    static let pool = ServicePool([Service(name: "guild.example", baseURL: URI("https://guild.example"))])

    static let text = ##"""
        {"openapi": "3.1.0", "info": {"title": "Guild", "version": "1"}, "servers": [{"url": "https://guild.example"}],
         "paths": {
          "/members": {
           "get": {"operationId": "listMembers", "summary": "All members", "tags": ["members"], "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
            "externalDocs": {"url": "https://guild.example/docs", "description": "The handbook"},
            "responses": {"200": {"description": "Them.", "headers": {"X-Left": {"description": "Calls that are left.", "schema": {"type": "integer"}}},
              "content": {"application/json": {"schema": {"type": "array"}, "examples": {"two": {"summary": "Two members", "value": [{"id": 1}, {"id": 2}]}, "none": {"value": []}}}}}}},
           "post": {"operationId": "join", "summary": "Join", "tags": ["members"],
            "callbacks": {"welcome": {"{$request.body#/url}": {"post": {"summary": "Says hello"}}}},
            "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"name": {"type": "string"}}}}}},
            "responses": {"201": {"description": "In.", "links": {
              "member": {"operationId": "getMember", "description": "Who **joined**.", "parameters": {"path.id": "$response.body#/id", "limit": 5, "X-From": "$response.header.X-Desk"}},
              "rename": {"operationId": "rename", "parameters": {"id": "$response.body#/id"}, "requestBody": "$response.body#/card", "server": {"url": "https://desk.example"}},
              "lost": {"operationId": "none"}}}}}},
          "/members/{id}": {
           "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
           "get": {"operationId": "getMember", "summary": "One member", "tags": ["members"], "parameters": [{"name": "X-From", "in": "header", "schema": {"type": "string"}}], "responses": {"200": {"description": "It."}}},
           "put": {"operationId": "rename", "summary": "Rename", "tags": ["members"], "requestBody": {"content": {"application/json": {}, "text/plain": {}}}, "responses": {"200": {"description": "Done."}}}},
          "/halls": {"get": {"operationId": "listHalls", "tags": ["halls"], "responses": {"200": {"description": "Them."}}}}}}
        """##

    static func description(_ change: (String) -> String = { $0 }) throws -> APIDescription {
        try Shop.read(Array(change(text).utf8))
    }

    static func driver(_ size: Size = .medium) throws -> Driver {
        Driver(try description(), pool, width: size.width, height: size.height)
    }

    /// The next reading: a new operation first, one gone, one with another id, one changed.
    static func later() throws -> APIDescription {
        try description {
            $0.replacing(
                "\"paths\": {\n",
                with: "\"paths\": {\n  \"/news\": {\"get\": {\"operationId\": \"news\", \"tags\": [\"members\"]}},\n"
            )
            .replacing("\"operationId\": \"listHalls\"", with: "\"operationId\": \"halls\"")
            .replacing("\"summary\": \"Rename\"", with: "\"summary\": \"Give another name\"")
            .replacing("\"get\": {\"operationId\": \"getMember\"", with: "\"head\": {\"operationId\": \"look\"")
        }
    }

    static func reread(_ driver: inout Driver, _ later: APIDescription) {
        guard let old = driver.model.description else { return }
        driver.update(.source(.reread(later, pool, later.changes(since: old))))
    }
}
