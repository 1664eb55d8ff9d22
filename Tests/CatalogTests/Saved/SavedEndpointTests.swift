// Saved requests as endpoints of their API.

import Catalog
import NetLayer
import Testing

@Suite struct SavedEndpointTests {
    private static let shop = """
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "security": [{"key": []}],
         "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
         "paths": {
          "/items": {
            "get": {"operationId": "listItems", "tags": ["items"], "parameters": [{"name": "page", "in": "query", "schema": {"type": "integer"}}]},
            "post": {"operationId": "addItem", "tags": ["items"], "requestBody": {"content": {"application/json": {}}}}},
          "/orders": {"get": {"operationId": "orders", "tags": ["orders"]}}}}
        """

    private static func requests() throws -> [WorkspaceRequest] {
        var list = WorkspaceRequest(name: "items/list", target: .endpoint("listItems"))
        list.parameters = [.init("page", try WorkspaceText("${page}")), .init("tag", WorkspaceText(literal: "new"))]
        list.headers = [.init("X-Trace", WorkspaceText(literal: "on"))]
        var add = WorkspaceRequest(name: "items/add", target: .endpoint("POST /items"))
        add.body = .text(WorkspaceText(literal: "a,b"), type: "text/csv")
        var login = WorkspaceRequest(name: "orders", target: .address(.post, try WorkspaceText("/login/{who}")))
        login.parameters = [.init("who", WorkspaceText(literal: "me")), .init("soon", WorkspaceText(literal: "1"))]
        login.body = .json(WorkspaceText(literal: "{}"))
        var lost = WorkspaceRequest(name: "lost", target: .endpoint("nowhere"))
        lost.auth = .none
        return [list, add, login, lost]
    }

    private static func description() throws -> APIDescription {
        try APIDescription.parse(Array(shop.utf8), source: "shop.json", base: nil).replacingSaved(requests())
    }

    @Test func theyStandInFrontOfTheOthersInTheirFolders() throws {
        let description = try Self.description()
        #expect(description.ownCount == 3)
        #expect(description.groups.map(\.name) == ["saved/items", "saved", "items", "orders"])
        #expect(description.groups.map(\.endpoints) == [[3, 4], [5, 6], [0, 1], [2]])
        let saved = description.endpoints[3...]
        #expect(saved.map(\.title) == ["list", "add", "orders", "lost"])
        #expect(saved.map(\.method) == [.get, .post, .post, .get])
        #expect(saved.map(\.path) == ["/items", "/items", "/login/{who}", "nowhere"])
        #expect(saved.map(\.id) == ["items/list", "items/add", "saved orders", "lost"], "an id is nobody else's")
        #expect((3...6).map(description.target(of:)) == [0, 1, 5, 6])
        #expect(description.savedRequest(2) == nil)
        #expect(description.savedRequest(5)?.name == "orders")
    }

    @Test func aSavedRequestHasTheFormOfItsEndpointAndWhatItSendsBesides() throws {
        let description = try Self.description()
        let list = try #require(description.operation(3))
        #expect(list.parameters.map(\.name) == ["page", "tag", "X-Trace"])
        #expect(list.parameters.map(\.place) == [.query, .query, .header])
        #expect(list.parameters[0].type == "integer", "what the description says of it counts")
        #expect(list.security.schemes.count == 1)
        #expect(list.given?.name == "items/list")
        let add = try #require(description.operation(4))
        #expect(add.body?.contentTypes == ["application/json", "text/csv"])
        #expect(description.operation(0)?.given == nil)
    }

    @Test func anAddressNeedsNoDescription() throws {
        let login = try #require(try Self.description().operation(5))
        #expect(login.parameters.map(\.place) == [.path, .query])
        #expect(login.parameters.map(\.name) == ["who", "soon"])
        #expect(login.body?.contentTypes == ["application/json"])
    }

    @Test func whoCallsWhatIsNotThereHasNoForm() throws { #expect(try Self.description().operation(6) == nil) }

    @Test func othersTakeTheirPlace() throws {
        let description = try Self.description()
        let one = description.replacingSaved([WorkspaceRequest(name: "one", target: .endpoint("listItems"))])
        #expect(one.endpoints.count == 4)
        #expect(one.groups.map(\.name) == ["saved", "items", "orders"])
        #expect(one.replacingSaved([]).groups.map(\.name) == ["items", "orders"])
        #expect(one.replacingSaved([]).endpoints == Array(description.endpoints.prefix(3)))
    }

    @Test func whatNobodyDescribesHasItsSavedRequestsAlone() throws {
        let description = APIDescription.undescribed("shop").replacingSaved(try Self.requests())
        #expect(description.ownCount == 0)
        #expect(description.endpoints.count == 4)
        #expect(description.operation(0) == nil)
        #expect(description.operation(2)?.parameters.map(\.name) == ["who", "soon"])
    }
}
