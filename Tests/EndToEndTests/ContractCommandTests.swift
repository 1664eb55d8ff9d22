// `--contract` of send, run and pages, and `contract: true`, against a server whose responses differ from their description.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct ContractCommandTests {
    private static let yaml = """
        openapi: 3.1.0
        info: { title: Shop, version: "1" }
        paths:
          /items:
            get:
              operationId: listItems
              parameters: [{ name: page, in: query, schema: { type: integer } }]
              responses:
                "200":
                  description: A page.
                  content:
                    application/json:
                      schema: { type: array, items: { $ref: "#/components/schemas/Item" } }
          /good: { get: { operationId: good, responses: { "200": { $ref: "#/components/responses/Item" } } } }
          /bad: { get: { operationId: bad, responses: { "200": { $ref: "#/components/responses/Item" } } } }
          /broken: { get: { operationId: broken, responses: { "200": { $ref: "#/components/responses/Item" } } } }
          /more: { get: { operationId: more, responses: { "200": { $ref: "#/components/responses/Item" } } } }
          /silent: { get: { operationId: silent, responses: { "200": { description: "No schema." } } } }
          /untold: { get: { operationId: untold } }
        components:
          responses:
            Item:
              description: An item.
              content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } }
          schemas:
            Item:
              type: object
              required: [id]
              properties:
                id: { type: integer }
                price: { type: number }
        """

    private static func respond(_ request: FaultRequest) -> FaultReply {
        let json = [("Content-Type", "application/json")]
        let next = json + [("Link", "</items?page=2>; rel=\"next\"")]
        return switch request.target {
        case "/items": .answer(headers: next, body: #"[{"id": 1}, {"id": 2}]"#)
        case "/items?page=2": .answer(headers: json, body: #"[{"id": 3}, {"id": 4, "price": "geheim"}]"#)
        case "/bad": .answer(headers: json, body: #"{"id": "geheim"}"#)
        case "/more": .answer(headers: json, body: #"{"id": 1, "extra": "geheim"}"#)
        case "/broken": .answer(500, headers: json, body: "{}")
        default: .answer(headers: json, body: #"{"id": 1, "price": 1.5}"#)
        }
    }

    private static let saved = """
        requests:
          fits: { endpoint: good, assert: { contract: true } }
          differs: { endpoint: bad, assert: { status: 200, contract: true } }
          plain: { endpoint: bad }
          unknown: { endpoint: untold, assert: { contract: true } }
          elsewhere: { url: /bad, assert: { contract: true } }
        groups: { all: [fits, differs] }
        """

    private func shop() throws -> ServedWorkspace {
        let shop = try ServedWorkspace(
            api: { server in
                "description: api.yaml\nenvironments: { release: [\"\(server.url(""))\"] }\n" + Self.saved
            }, responding: Self.respond)
        _ = try shop.folder.file("api.yaml", Self.yaml)
        return shop
    }

    private func send(_ shop: ServedWorkspace, _ endpoint: String, _ more: String...) async throws -> ChildProcess.Result {
        try await shop.run(["send", shop.path, endpoint, "--contract"] + more)
    }

    // MARK: send

    @Test func aResponseAsDescribedIsASuccess() async throws {
        let result = try await send(try shop(), "good")
        #expect(result.code == 0 && result.text == #"{"id": 1, "price": 1.5}"#)
        #expect(result.errors == "explorer: contract: as described\n")
    }

    @Test func eachDifferenceHasItsPlaces() async throws {
        let shop = try shop()
        let result = try await send(shop, "bad")
        #expect(result.code == 65 && result.text == #"{"id": "geheim"}"#, "the body is printed as ever")
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "explorer: contract: /id must be a whole number, such as 42; a text of 6 characters came (line 30, /components/schemas/Item/properties/id/type)",
                "explorer: contract: differs in 1 place",
            ])
        #expect(try await shop.run(["send", shop.path, "bad"]).code == 0, "nobody asked")
    }

    @Test func undocumentedMembersAreNoDifference() async throws {
        let result = try await send(try shop(), "more")
        #expect(result.code == 0)
        #expect(
            result.errors == "explorer: contract: /extra is not in the description\nexplorer: contract: as described\n")
    }

    /// A failed request is worse than a response that differs.
    @Test func aFailedRequestKeepsItsCode() async throws {
        let result = try await send(try shop(), "broken")
        #expect(result.code == 5)
        #expect(result.errors.contains("contract: status must be 200; 500 came (line "), "\(result.errors)")
    }

    @Test(arguments: [
        ("silent", "explorer: contract: no schema for this response\n"),
        ("untold", "explorer: contract: nothing is checked: no description describes this response\n"),
    ])
    func nothingToCheckIsSaidInALine(_ endpoint: String, _ line: String) async throws {
        let result = try await send(try shop(), endpoint)
        #expect(result.code == 0 && result.errors == line, "\(result.errors)")
    }

    @Test func aRequestByHandHasNoContract() async throws {
        let shop = try shop()
        let result = try await shop.run(["send", shop.server.url("/bad"), "--contract"])
        #expect(result.code == 0 && result.errors.contains("no description describes this response"))
    }

    @Test func eventsHaveTheResult() async throws {
        let result = try await send(try shop(), "bad", "--events")
        #expect(result.code == 65)
        let event = try #require(try result.events().first { $0["event"] as? String == "contract" })
        #expect(event["endpoint"] as? String == "bad" && event["task"] is Int)
        let contract = try #require(event["contract"] as? [String: Any])
        #expect(contract["status"] as? String == "differs" && contract["response"] as? String == "200")
        let mismatch = try #require((contract["mismatches"] as? [[String: Any]])?.first)
        #expect(mismatch["place"] as? String == "/id" && mismatch["pointer"] as? String == "/id")
        let rule = try #require(mismatch["rule"] as? [String: Any])
        #expect(rule["pointer"] as? String == "/components/schemas/Item/properties/id/type")
        #expect(rule["line"] as? Int == 30 && rule["file"] is NSNull)
        #expect(mismatch["message"] as? String == "must be a whole number, such as 42")
        #expect(mismatch["came"] as? String == "a text of 6 characters")
        #expect(!result.errors.contains("explorer: contract:"))
    }

    // MARK: pages

    @Test func everyPageIsChecked() async throws {
        let shop = try shop()
        let result = try await shop.run(["pages", shop.path, "listItems", "--contract"])
        #expect(result.code == 65 && result.lines.count == 4)
        #expect(
            result.errors.contains(
                "contract: page 2 /1/price must be a number, such as 1.5; a text of 6 characters came (line 31,"),
            "\(result.errors)")
        #expect(result.errors.contains("contract: differs in 1 place\n"))
        let first = try await shop.run(["pages", shop.path, "listItems", "--contract", "--max-pages", "1"])
        #expect(first.code == 0 && first.errors.contains("contract: as described\n"), "\(first.errors)")
    }

    // MARK: run

    @Test(
        arguments: [
            (["good"], 0), (["good", "bad"], 65), (["bad", "broken"], 5), (["silent", "untold"], 0),
        ] as [([String], Int32)])
    func theWorstCodeOfSeveral(_ endpoints: [String], _ code: Int32) async throws {
        let shop = try shop()
        let result = try await shop.run(["run", shop.path] + endpoints + ["--contract"])
        #expect(result.code == code, "\(result.text)\(result.errors)")
        #expect(result.lines.count == endpoints.count)
    }

    @Test func eachMemberHasItsResult() async throws {
        let shop = try shop()
        let names = ["good", "bad", "broken", "silent", "untold"]
        let result = try await shop.run(["run", shop.path] + names + ["--contract", "--format", "json"])
        let objects = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
        let statuses = objects.map { ($0["contract"] as? [String: Any])?["status"] as? String }
        #expect(statuses == ["fits", "differs", "differs", "no-schema", "no-schema"])
        #expect(objects.map { $0["state"] as? String }.prefix(2) == ["succeeded", "succeeded"], "it fails no request")
        #expect(result.errors.contains("explorer: GET /bad: contract: /id must be"), "\(result.errors)")
        #expect(!result.errors.contains("GET /good: contract"))
        #expect(
            result.errors.contains(
                "explorer: contract: 1 as described, 2 not as described, 1 without a schema, 1 without a description\n"))
        let plain = try await shop.run(["run", shop.path, "bad", "--format", "json"])
        #expect(plain.code == 0 && !plain.text.contains("contract"))
    }

    @Test func aMeasuredRunChecksNothing() async throws {
        let shop = try shop()
        let result = try await shop.run(["run", shop.path, "good", "--contract", "--repeat", "5", "--rate", "10/s"])
        #expect(result.code == 64 && result.errors.contains("--contract") && shop.paths.isEmpty, "\(result.errors)")
    }

    // MARK: saved requests

    @Test func anExpectedContractDecides() async throws {
        let shop = try shop()
        let report = shop.folder.path("report.xml")
        let result = try await shop.run(["run", shop.path, "all", "--junit", report])
        #expect(result.code == 65)
        #expect(Set(result.lines.compactMap { $0.split(separator: "\t").first }) == ["succeeded", "failed"], "\(result.text)")
        let problem = "/id must be a whole number, such as 42; a text of 6 characters came"
        #expect(result.errors.contains("differs: \(problem) (line "), "\(result.errors)")
        #expect(try shop.folder.text("report.xml").contains("<failure message=\"\(problem) (line "))
    }

    @Test(arguments: ["unknown", "elsewhere"]) func anExpectedContractMustExist(_ name: String) async throws {
        let shop = try shop()
        let result = try await shop.run(["run", shop.path, name])
        #expect(result.code == 65)
        #expect(result.errors.contains("\(name): no description describes this response"), "\(result.errors)")
    }

    @Test func theOptionWatchesSavedRequestsToo() async throws {
        let shop = try shop()
        let result = try await shop.run(["run", shop.path, "plain", "--contract", "--format", "json"])
        #expect(result.code == 65, "\(result.text)\(result.errors)")
        let objects = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
        #expect(objects.first?["state"] as? String == "succeeded")
        #expect((objects.first?["contract"] as? [String: Any])?["status"] as? String == "differs")
        #expect(try await shop.run(["run", shop.path, "plain"]).code == 0)
    }
}
