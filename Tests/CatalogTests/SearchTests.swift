// Finding an endpoint by a few words.

import Catalog
import Testing

struct SearchTests {
    private let api: APIDescription

    init() throws {
        api = try read(
            description(
                """
                "/items": {"get": {"operationId": "listItems", "summary": "Everything in stock"}, "post": {"operationId": "makeItem"}},
                "/items/{id}": {"get": {"operationId": "getItem"}, "delete": {"operationId": "dropItem", "summary": "Throw one away"}},
                "/items/search": {"get": {"operationId": "search"}},
                "/users/{name}": {"get": {}},
                "/{kind}/top": {"get": {"operationId": "top"}}
                """))
    }

    private func found(_ text: String) -> String {
        switch api.findEndpoint(text) {
        case .one(let endpoint): endpoint.id
        case .many(let endpoints): "many: " + endpoints.map(\.id).joined(separator: " ")
        case .none(let closest): "none: " + closest.map(\.id).joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("search", "search"), ("listItems", "listItems"), ("GET /items", "listItems"), ("get /items", "listItems"),
        ("POST /items", "makeItem"),
        ("GET /items/{id}", "getItem"), ("GET /items/5", "getItem"), ("DELETE /items/a%20b?force=1", "dropItem"),
        ("GET /items/search", "search"),
        ("GET /users/ann", "GET /users/{name}"), ("GET /users/{name}", "GET /users/{name}"),
        ("GET /users/top", "many: GET /users/{name} top"),
        ("LISTITEMS", "listItems"), ("dropi", "dropItem"), ("stock", "listItems"), ("throw one", "dropItem"),
        ("users", "GET /users/{name}"),
        ("post item", "makeItem"), ("/users/ann", "GET /users/{name}"), ("  getItem \n", "getItem"),
    ])
    func aTextMeansOneEndpoint(text: String, id: String) {
        #expect(found(text) == id)
    }

    @Test(arguments: [
        ("item", "many: listItems makeItem getItem dropItem search"), ("/items", "many: listItems makeItem"),
        ("/items/{id}", "many: getItem dropItem"),
        ("GET item", "many: listItems getItem search"),
    ])
    func anAmbiguousTextGivesAllItMayMean(text: String, ids: String) {
        #expect(found(text) == ids)
    }

    @Test(arguments: [
        ("lisItmes", "none: listItems"), ("PATCH /items", "none: listItems makeItem"), ("zzzzzzzz", "none: "), ("", "none: "),
        ("   ", "none: "),
    ])
    func aTextThatMeansNothingGivesWhatIsSpelledLikeIt(text: String, ids: String) {
        let answer = found(text)
        #expect(answer.hasPrefix(ids))
        if ids == "none: " { #expect(answer == ids) }
    }
}
