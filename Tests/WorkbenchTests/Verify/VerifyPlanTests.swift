// Which requests a verification makes of a description: what it allows, and each way to break it.

import Catalog
import Document
import NetLayer
import Testing

@testable import Workbench

@Suite struct VerifyPlanTests {
    @Test(arguments: [
        ("listItems", "limit=explorer-unknown, of another type", "/schema/type"),
        ("listItems", "limit=0, below the minimum", "/schema/minimum"),
        ("listItems", "limit=101, above the maximum", "/schema/maximum"),
        ("listItems", "sort=explorer-unknown, none of the choices", "/schema/enum"),
        ("listItems", "code=xx, too short", "/schema/minLength"), ("listItems", "code=xxxx, too long", "/schema/maxLength"),
        ("listItems", "code=!!!, against the pattern", "/schema/pattern"),
        ("listItems", "X-Tenant is missing", "/required"), ("listItems", "X-Tenant=x, too short", "/schema/minLength"),
        ("addItem", "no body", "/requestBody"), ("addItem", "the media type text/plain", "/requestBody"),
        ("addItem", "/name is missing", "/required"), ("addItem", "/price is missing", "/required"),
        ("addItem", "/name of another type", "/type"), ("addItem", "/name=x, too short", "/minLength"),
        ("addItem", "/name=xxxxxxxxxxx, too long", "/maxLength"), ("addItem", "/price=-1, below the minimum", "/minimum"),
        ("addItem", "/kind=explorer-unknown, none of the choices", "/enum"),
        ("addItem", "/explorerUnknown is unknown", "/additionalProperties"),
        ("getItem", "id=0, below the minimum", "/schema/minimum"),
    ])
    func eachWayToBreakTheDescriptionIsTried(_ id: String, _ name: String, _ rule: String) throws {
        let cases = try VerifyShop.cases(id, isNegative: true)
        let found = try #require(cases.first { $0.name == name }, "\(cases.map(\.name))")
        guard case .refusal(let place) = found.demand else {
            Issue.record("\(name) is not forbidden")
            return
        }
        #expect(place.pointer.hasSuffix(rule), "\(place.pointer)")
    }

    /// The marks of each rule are those of a request, not only those of a name.
    @Test func forbiddenRequestsDifferInTheirValue() throws {
        let cases = try VerifyShop.cases("listItems", isNegative: true)
        let below = try #require(cases.first { $0.name == "limit=0, below the minimum" })
        #expect(below.plan.parameters.contains { $0.name == "limit" && $0.value.revealed == "0" })
        #expect(below.plan.parameters.contains { $0.name == "X-Tenant" }, "required values are there")
        let missing = try #require(cases.first { $0.name == "X-Tenant is missing" })
        #expect(!missing.plan.parameters.contains { $0.name == "X-Tenant" })
        let bodies = try VerifyShop.cases("addItem", isNegative: true)
        let unnamed = try #require(bodies.first { $0.name == "/name is missing" })
        guard case .bytes(let bytes, "application/json") = unnamed.plan.body else {
            Issue.record("no JSON body")
            return
        }
        let root = try JSONDocument(bytes).root
        #expect(root["name"] == nil && root["price"] != nil)
        let typed = try #require(bodies.first { $0.name == "the media type text/plain" })
        guard case .bytes(_, "text/plain") = typed.plan.body else {
            Issue.record("\(typed.plan.body)")
            return
        }
    }

    @Test func aMethodThatThePathDoesNotHaveIsTriedOnce() throws {
        let plan = try VerifyShop.plan(isNegative: true)
        let cases = plan.endpoints.filter { plan.omitted[$0] == nil }.flatMap { plan.cases(of: $0, FoundValues()).cases }
        let others = cases.filter { if case .noMethod = $0.demand { true } else { false } }
        #expect(others.map(\.name) == ["the method TRACE", "the method TRACE"], "of two paths")
        let unsafe = try VerifyShop.cases("listItems", isNegative: true)
        #expect(unsafe.last?.plan.method == .put)
    }

    @Test func whatTheDescriptionAllowsIsTried() throws {
        let lists = try VerifyShop.cases("listItems")
        #expect(lists.allSatisfy { !$0.isForbidden } && lists.first?.name == "the usual request")
        let limits = Set(lists.flatMap(\.plan.parameters).filter { $0.name == "limit" }.map(\.value.revealed))
        #expect(limits.isSuperset(of: ["1", "100"]), "\(limits)")
        let sorts = Set(lists.flatMap(\.plan.parameters).filter { $0.name == "sort" }.map(\.value.revealed))
        #expect(sorts == ["name", "price"])
        let bodies = try VerifyShop.cases("addItem").map(\.name)
        #expect(bodies.contains("the example 'chair'") && bodies.contains("all members"), "\(bodies)")
        #expect(bodies.count <= 12 && lists.count <= 24)
    }

    /// Every allowed body fits the schema: a refusal would be the server's fault.
    @Test func allowedBodiesFit() throws {
        let description = try VerifyShop.description()
        let rules = DescribedRules(description)
        let index = try VerifyShop.index(of: "addItem")
        let schema = try #require(description.operation(index)?.body?.media.first?.schema)
        for verifyCase in try VerifyShop.cases("addItem", isNegative: true) {
            guard case .bytes(let bytes, "application/json") = verifyCase.plan.body else { continue }
            let mismatch = rules.mismatch(inBody: String(decoding: bytes, as: UTF8.self), schema)
            #expect((mismatch == nil) == !verifyCase.isForbidden, "\(verifyCase.name)")
        }
    }

    @Test func equalSeedsMakeEqualRequests() throws {
        func texts(_ seed: UInt64) throws -> [String] {
            try VerifyShop.cases("listItems", isNegative: true, seed: seed).map { "\($0.name) \($0.plan.parameters)" }
        }
        #expect(try texts(3) == texts(3))
        #expect(try Set((1...20).map { try texts($0) }).count > 1, "the seed draws values")
    }

    @Test func onlySafeRequestsAreSentUnlessTheUserAsksForMore() throws {
        let plan = try VerifyShop.plan(isNegative: true)
        let methods = plan.endpoints.filter { plan.omitted[$0] == nil }.flatMap { plan.cases(of: $0, FoundValues()).cases }
            .map(\.plan.method)
        #expect(!methods.isEmpty && methods.allSatisfy(\.isSafe))
        #expect(plan.omitted.count == 2 && plan.omitted.values.allSatisfy { $0.reason.contains("may change something") })
    }

    /// A value of a safe method may name another one: the guards refuse it by this entry.
    @Test func withoutUnsafeEachCallIsBoundToWhatIsSafe() throws {
        let pool = ServicePool([Service(name: "s", baseURL: URI("https://shop.example"))])
        for isUnsafe in [false, true] {
            let plan = try VerifyShop.plan(isNegative: true, isUnsafe: isUnsafe)
            let cases = plan.cases(of: try VerifyShop.index(of: "listItems"), FoundValues()).cases
            let target = VerifyTarget(plan: try #require(cases.first).plan, pool: pool)
            let bound = cases.map { target.makePlan(of: $0).agreements.contains(GuardRule.onlySafe) }
            #expect(!bound.isEmpty && bound.allSatisfy { $0 != isUnsafe })
        }
    }

    @Test func listsComeFirstAndRemovalsLast() throws {
        let plan = try VerifyShop.plan(isUnsafe: true)
        let names = plan.rounds.map { $0.map { plan.description.endpoints[$0].id } }
        #expect(names == [["listItems"], ["addItem"], ["getItem"], ["deleteItem"]])
    }

    @Test func anEndpointWithoutAValueIsNotTried() throws {
        let text = #"""
            {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a",
             "parameters": [{"name": "q", "in": "query", "required": true, "style": "deepObject", "schema": {"type": "object"}}],
             "responses": {"200": {"description": "ok"}}}}}}
            """#
        let plan = VerifyPlan(
            try APIDescription.parse(Array(text.utf8), source: "a.json", base: nil), VerifyPlan.Options())
        let cases = plan.cases(of: 0, FoundValues())
        #expect(cases.cases.isEmpty && cases.obstacle?.reason.contains("no value for q") == true)
    }

    @Test func aHeaderOfAllRequestsIsNotLeftOut() throws {
        var options = VerifyPlan.Options()
        (options.isNegative, options.commonHeaders) = (true, ["x-tenant"])
        let plan = VerifyPlan(try VerifyShop.description(), options)
        let names = plan.cases(of: try VerifyShop.index(of: "listItems"), FoundValues()).cases.map(\.name)
        #expect(!names.contains("X-Tenant is missing") && names.contains("limit=0, below the minimum"))
    }
}
