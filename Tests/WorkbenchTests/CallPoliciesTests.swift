// Deadline, hedge and priority: the request's own come before the command's, and these before the API's.

import Catalog
import NetLayer
import Testing
import Workbench

@testable import Workspace

@Suite struct CallPoliciesTests {
    private static func file(_ policies: String) throws -> WorkspaceFile {
        let text = "apis:\n  a:\n    environments: { x: http://a.example }\n    policies: \(policies)\n"
        return try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml")
    }

    /// The one for all endpoints is for those that change nothing. A saved request has its own name.
    @Test func storedResponsesAreUsedAsTheWorkspaceSays() throws {
        let endpoints = "{ addItem: { policy: network-only-store }, mine: { policy: deferred } }"
        let cache = "{ policy: http, lifetime: 5s, endpoints: \(endpoints) }"
        let text = "apis:\n  a:\n    environments: { x: http://a.example }\n    cache: \(cache)\n"
        let source = try ChosenSource(
            try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml"), NetworkSettings(), variables: [:])
        func policies(_ method: HTTPMethod, _ id: String) -> CallPolicies {
            var plan = RequestPlan(id: "x", path: "/x")
            let endpoint = EndpointSummary(
                index: 0, method: method, path: "/items", id: id, summary: "", tags: [], isDeprecated: false, pointer: "")
            source.applyCaching(to: &plan, of: endpoint)
            return plan.policies
        }
        let usual = policies(.get, "listItems")
        #expect(usual.fetch == .http && usual.caching.lifetime == .fixed(.seconds(5)))
        #expect(policies(.delete, "removeItem") == CallPolicies())
        #expect(policies(.post, "addItem").fetch == .networkOnly(store: true))
        let saved = WorkspaceRequest(name: "mine", target: .address(.get, try WorkspaceText("/x")))
        let own = try #require(saved.ownSummary)
        #expect(own.method == .get && own.path == "/x" && policies(.get, own.id).fetch == .deferred)
        #expect(WorkspaceRequest(name: "mine", target: .endpoint("listItems")).ownSummary == nil)
    }

    /// Within one command too, a later request sends the cookies that an earlier one has received.
    @Test func eachClientKeepsCookiesAndResponsesForItsOwnTime() {
        let client = NetworkSettings().client(log: nil)
        #expect(client.cookies != nil && client.cache != nil)
    }

    @Test func theNearestPolicyCounts() throws {
        var settings = NetworkSettings()
        settings.calls = CallPolicies(hedge: .after(.milliseconds(50)))
        let file = try Self.file("{ deadline: 10s, hedge: p95, priority: low }")
        #expect(file.apis[0].policies.hedge == HedgePolicy(word: "p95"))
        let source = try ChosenSource(file, settings, variables: [:])
        let pool = try #require(source.pool)
        var plan = RequestPlan(id: "x", path: "/x")
        plan.policies.priority = .high
        try source.prepare(&plan, on: pool, service: nil)
        #expect(plan.policies.priority == .high && plan.policies.hedge == .after(.milliseconds(50)))
        #expect(plan.policies.deadline == .seconds(10))
        var other = RequestPlan(id: "x", path: "/x")
        try ChosenSource(try Self.file("{}"), NetworkSettings(), variables: [:]).prepare(&other, on: pool, service: nil)
        #expect(other.policies == CallPolicies())
    }

    @Test(arguments: [
        ("{ hedge: soon }", "4: hedge 'soon' cannot be used; write never, a time"),
        ("{ deadline: 0s }", "4: deadline 0s is out of range"),
        ("{ priority: top }", "4: priority 'top' is not known"),
        ("{ timeout: 5s }", "4: 'timeout' is not an option of policies; it belongs into the policies of a request"),
        ("low", "4: policies is not a mapping"),
    ])
    func eachMistakeIsReportedWithItsLine(_ policies: String, _ message: String) throws {
        let error = #expect(throws: WorkspaceError.self) { try Self.file(policies) }
        let lines = error?.lines ?? []
        #expect(lines.count == 1 && lines.first?.hasPrefix("/w/explorer.yaml:\(message)") == true, "\(lines)")
    }
}
