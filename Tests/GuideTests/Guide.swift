// What the tests of the articles in NetLayer.docc share. They import the products as their users do: without `@testable`.
//
// Each piece of code in an article stands in one of these tests, word for word; ArchitectureTests hold the two together.

import NetLayer
import NetLayerTesting

enum Guide {
    static let shop = ServicePool([Service(name: "shop", baseURL: URI("https://shop.example/v1"))])

    /// Responds to every request with 200 and that body.
    static func transport(_ body: String = "[1]", headers: Headers = Headers()) -> ScriptedTransport {
        ScriptedTransport { _ in .answer(200, headers: headers, body: Array(body.utf8)) }
    }

    /// Pages of 20 numbers: each goes on where the one before ended.
    static func pagingTransport() -> ScriptedTransport {
        ScriptedTransport { request in
            let parameters = (request.url.query ?? "").split(separator: "&")
            let page = parameters.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) } ?? 1
            let numbers = (page * 20 - 19...page * 20).map(String.init).joined(separator: ",")
            return .answer(200, body: Array("[\(numbers)]".utf8))
        }
    }

    /// Receives every request and responds to none.
    static func silentTransport() -> ScriptedTransport { ScriptedTransport { _ in .silence } }

    static func failingTransport(_ kind: NetError.Kind) -> ScriptedTransport {
        ScriptedTransport { _ in .failure(kind, "by the script") }
    }

    /// A call whose response is text.
    static let items = Endpoint(RequestPlan(id: "listItems", path: "/items")) { response in
        String(decoding: response.body, as: UTF8.self)
    }
}
