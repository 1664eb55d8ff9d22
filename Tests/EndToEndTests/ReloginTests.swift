// `business: { relogin: […] }`: a code in a body that ends the login brings a new token, and the request once more.

import Foundation
import Synchronization
import TestSupport
import Testing

extension ServedWorkspace {
    /// A service whose first token is refused by a code in a body with status 200.
    fileprivate static func forgetful() throws -> ServedWorkspace {
        let tokens = Mutex(0)
        return try ServedWorkspace(variables: ["KEY": "k"]) { server in
            """
            description: \(server.url("/api.json"))
            environments: { release: ["\(server.url(""))"] }
            auth:
              oauth2:
                grant: client-credentials
                token-url: \(server.url("/token"))
                client-id: shop
                client-secret: "${env:KEY}"
            business: { code: /errcode, success: [0], message: /msg, relogin: [11010] }
            requests: { items: { url: /items } }
            """
        } responding: { request in
            if request.path == "/api.json" {
                return .json(
                    #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/items":{"get":{"operationId":"list"}}}}"#)
            }
            guard request.path == "/token" else {
                let isFirst = request.fields.contains { $0.name == "Authorization" && $0.value == "Bearer t1" }
                return .json(isFirst ? #"{"errcode": 11010, "msg": "log in again"}"# : #"{"errcode": 0, "data": "lamp"}"#)
            }
            let number = tokens.withLock { count in
                count += 1
                return count
            }
            return .json(#"{"access_token": "t\#(number)", "token_type": "Bearer", "expires_in": 3600}"#)
        }
    }
}

@Suite(.within(minutes: 2)) struct ReloginTests {
    @Test func aSavedRequestIsRepeatedWithANewToken() async throws {
        let shop = try ServedWorkspace.forgetful()
        #expect(try await shop.run(["trust", shop.path]).code == 0)
        let result = try await shop.run(["run", shop.path, "items"])
        #expect(result.code == 0, "\(result.errors)")
        #expect(shop.paths.filter { $0 == "/token" }.count == 2 && shop.paths.filter { $0 == "/items" }.count == 2)
    }
}

extension ReloginTests {
    /// `send` streams the body: it must not write the refusal before the repetition.
    @Test func sendWritesTheSecondResponseAlone() async throws {
        let shop = try ServedWorkspace.forgetful()
        #expect(try await shop.run(["trust", shop.path]).code == 0)
        let result = try await shop.run(["send", shop.path, "list"])
        #expect(result.code == 0, "\(result.errors)")
        let body = String(decoding: result.output, as: UTF8.self)
        #expect(body.contains("lamp") && !body.contains("11010"))
        #expect(shop.paths.filter { $0 == "/token" }.count == 2 && shop.paths.filter { $0 == "/items" }.count == 2)
    }
}

extension ScreenFlows {
    @Suite struct ReloginFlowTests {
        @Test func theScreenShowsTheSecondResponse() async throws {
            let shop = try ServedWorkspace.forgetful()
            #expect(try await shop.run(["trust", shop.path]).code == 0)
            let tmux = try await shop.open()
            try await tmux.waitFor("items")
            try await tmux.press("s")
            try await tmux.waitFor("the second response") { $0.contains("lamp") && !$0.contains("11010") }
            #expect(shop.paths.filter { $0 == "/items" }.count == 2)
        }
    }
}

extension FaultReply {
    fileprivate static func json(_ body: String) -> FaultReply {
        .answer(headers: [("Content-Type", "application/json")], body: Array(body.utf8))
    }
}
