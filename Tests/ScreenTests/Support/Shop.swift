// The description that most tests open, and one by somebody who means no good.

import Catalog
import Foundation
import NetLayer
import TestSupport

enum Shop {
    static let pool = ServicePool([Service(name: "api.shop.example", baseURL: URI("https://api.shop.example/v1"))])

    static func description() throws -> APIDescription {
        let file = SharedData.repository.appending(path: "Tests/Fixtures/shop.json")
        return try read([UInt8](try Data(contentsOf: file)))
    }

    static func read(_ bytes: [UInt8]) throws -> APIDescription {
        try APIDescription.parse(bytes, source: "shop.json", base: nil)
    }
}

enum Hostile {
    /// Escape sequences, a bell, C1 controls, text that runs backwards, and characters of every width.
    static let text = "A\u{1b}[31mB\u{7}C\u{9b}2JD\u{202e}E\u{0}F\u{7f}日本e\u{301}👩‍👩‍👧🇩🇪\u{200b}G\tH\r\nI"

    static func description() throws -> APIDescription {
        let evil = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let path = String(decoding: try JSONEncoder().encode("/" + text + "/{" + text + "}"), as: UTF8.self)
        let json = """
            {"openapi": "3.0.3", "info": {"title": \(evil), "version": \(evil)}, "servers": [{"url": "https://evil.example/"}],
             "paths": {\(path): {"get": {"operationId": \(evil), "summary": \(evil), "tags": [\(evil)],
               "parameters": [{"name": \(evil), "in": "path", "required": true, "example": \(evil), "schema": {"type": "string"}},
                              {"name": "q", "in": "query", "schema": {"type": "string", "default": \(evil), "format": \(evil)}}]}}}}
            """
        return try Shop.read(Array(json.utf8))
    }
}
