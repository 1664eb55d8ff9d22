// explorer.yaml: what it says becomes services and failover options, and what it says wrong is told by line, all at once.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct WorkspaceFileTests {
    private static func read(_ text: String, _ environment: [String: String] = [:]) throws -> WorkspaceFile {
        try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml", environment: environment)
    }

    /// An API with two services, and this below its `failover:`.
    private static func failover(
        _ text: String, _ environment: [String: String] = ["KEY": "0123456789abcdef", "SHORT": "s3cret"]
    ) throws -> WorkspaceAPI {
        let lines = text.split(separator: "\n").map { "      \($0)\n" }.joined()
        let file = try read(
            "apis:\n  shop:\n    environments: { release: [https://a.example, https://b.example] }\n    failover:\n" + lines,
            environment)
        return try #require(file.apis.first)
    }

    @Test func theSmallestUsefulWorkspace() throws {
        let file = try Self.read(
            """
            # explorer.yaml: the smallest useful workspace
            apis:
              shop:
                description: ./openapi.yaml
                environments:
                  release: [https://api-1.example.com, https://api-2.example.com]
                  test: ["http://127.0.0.1:8080"]
                failover: { policy: breaker, health: /health }
                auth: { bearer: "${env:SHOP_TOKEN}" }
            """)
        let api = try #require(file.apis.first)
        #expect(file.apis.count == 1 && api.name == "shop" && api.description == .file("/w/openapi.yaml"))
        #expect(api.environments == ["release", "test"])
        #expect(api.services.map(\.name) == ["api-1", "api-2"])
        #expect(api.services[0].standing(in: "test").baseURL == URI("http://127.0.0.1:8080"))
        #expect(api.services[1].standing(in: "test").deployment == nil)
        #expect(api.failover?.health == HealthCheck(path: "/health") && api.failover?.policy == .breaker())
        #expect(file.warnings.map(\.line) == [9], "the variable is not set, and that is said")
        let pool = api.makePool()
        #expect(pool.id == "shop" && pool.environment == "release" && pool.failover?.options.health?.path == "/health")
        #expect(api.makePool(in: "test").environment == "test")
    }

    @Test func twoServicesFailOverWithoutAWord() throws {
        let two = try Self.read("apis: { a: { environments: { x: [http://a, http://b] } } }").apis[0]
        #expect(two.makePool().failover?.options == FailoverOptions())
        let one = try Self.read("apis: { a: { environments: { x: http://a } } }").apis[0]
        #expect(one.makePool().failover == nil && one.services.count == 1)
        let off = try Self.read("apis: { a: { failover: false, environments: { x: [http://a, http://b] } } }").apis[0]
        #expect(off.makePool().failover == nil)
    }

    @Test func servicesAreTheSameByNameAndInOneOrder() throws {
        let file = try Self.read(
            """
            apis:
              shop:
                environments:
                  release:
                    - { name: east, url: https://east.example }
                    - { name: west, url: https://west.example }
                  test:
                    - { name: east, url: http://localhost:1 }
                    - { name: middle, url: http://localhost:2 }
                    - { name: west, url: http://localhost:3 }
            """)
        let services = file.apis[0].services
        #expect(services.map(\.name) == ["east", "middle", "west"])
        #expect(services.map { $0.standing(in: "release").deployment != nil } == [true, false, true])
    }

    @Test func everyOptionOfABreaker() throws {
        let api = try Self.failover(
            """
            policy: breaker
            consecutive: 3
            failure-rate: 25%
            minimum: 20
            window: 1m
            slow-call: 500ms
            slow_rate: 80
            open: 2s
            open-max: 1.5m
            rise: 2
            trial-interval: 1s
            healthy-interval: 30s
            failback: { dwell: 20s, canary: 15s }
            selection: next
            services-per-call: 2
            redispatch: false
            hedge: 200ms
            hedge-share: 5%
            enforce: 0%
            health: { path: "/live?deep=1", method: HEAD, status: 2xx, contains: ok, timeout: 2s, interval: 4s, fall: 2, shortens-open: true }
            offline-guard: false
            offline-window: 3s
            flap-limit: 4
            flap-window: 2m
            directive-fall: 5
            seed: 42
            """)
        var rule = BreakerRule()
        (rule.consecutive, rule.percent, rule.minimum, rule.window) = (3, 25, 20, .seconds(60))
        (rule.slowCall, rule.slowPercent) = (.milliseconds(500), 80)
        var expected = FailoverOptions(policy: .breaker(rule))
        (expected.timing.open, expected.timing.openMax, expected.timing.rise) = (.seconds(2), .seconds(90), 2)
        (expected.timing.trialInterval, expected.timing.healthyInterval) = (.seconds(1), .seconds(30))
        expected.failback = .automatic(minDwell: .seconds(20), canary: .seconds(15))
        (expected.selection, expected.servicesPerCall, expected.inFlight, expected.enforce) = (.nextWrapping, 2, .leave, 0)
        (expected.hedge, expected.hedgePercent) = (.after(.milliseconds(200)), 5)
        var health = HealthCheck(path: "/live?deep=1")
        (health.method, health.statuses, health.bodyContains, health.timeout) = (.head, 200...299, "ok", .seconds(2))
        (health.interval, health.fall, health.shortensOpen) = (.seconds(4), 2, true)
        expected.health = health
        (expected.guardsOffline, expected.offlineWindow) = (false, .seconds(3))
        (expected.flapLimit, expected.flapWindow, expected.directiveFall, expected.seed) = (4, .seconds(120), 5, 42)
        #expect(api.failover == expected)
    }

    @Test(
        "policies",
        arguments: [
            ("policy: classic", FailoverPolicy.classic), ("policy: manual", .manual), ("policy: consecutive", .consecutive(5)),
            ("policy: consecutive\nconsecutive: 7", .consecutive(7)), ("policy: error-rate", .errorRate()),
            ("policy: error_rate\nwindow: 40\ncodes: classic", .errorRate(span: .last(40), codes: .classic)),
            (
                "policy: error-rate\nwindow: 30s\nfailure-rate: 20\nminimum: 5",
                .errorRate(minimum: 5, percent: 20, span: .time(.seconds(30)))
            ),
            ("policy: error-rate\nwindow: run", .errorRate(span: .run)), ("open: 9s", .breaker()),
        ])
    func policies(_ text: String, _ policy: FailoverPolicy) throws {
        #expect(try Self.failover(text).failover?.policy == policy)
    }

    @Test func aPolicyAlone() throws {
        let file = try Self.read("apis: { a: { failover: classic, environments: { x: [http://a, http://b] } } }")
        #expect(file.apis[0].failover == .classic)
        #expect(try Self.failover("policy: classic").failover == .classic)
        #expect(try Self.failover("open: 80s").failover?.timing.openMax == .seconds(80), "never shorter than open")
    }

    @Test func theShortestIntervals() throws {
        let api = try Self.failover(
            "trial-interval: 100ms\nhealth: { path: /h, interval: 100ms }\ndirectives: [ { url: https://a, every: 1s } ]")
        #expect(api.failover?.health?.interval == .milliseconds(100) && api.failover?.timing.trialInterval == .milliseconds(100))
        #expect(api.directives == [.url(URI("https://a"), every: .seconds(1))])
    }

    @Test func directivesAndTheirKey() throws {
        let api = try Self.failover(
            """
            key: $KEY
            directives:
              - file: ./switch
              - socket: /run/shop.sock
              - { url: https://ops.example/switch, every: 10s }
              - url: https://ops.example/other
              - header: true
              - header: false
            """)
        #expect(
            api.directives == [
                .file(path: "/w/switch"), .socket(path: "/run/shop.sock"),
                .url(URI("https://ops.example/switch"), every: .seconds(10)),
                .url(URI("https://ops.example/other"), every: .seconds(30)),
            ])
        let rules = DirectiveRules(key: DirectiveKey(Secret("0123456789abcdef")), header: "X-NetLayer-Switch")
        #expect(rules.key != nil && api.failover?.directives == rules && api.makePool().failover?.options.directives == rules)
        #expect(try Self.failover("key: ${env:KEY}").failover?.directives == DirectiveRules(key: rules.key))
    }

    @Test func theSchemaForEditorsKnowsEveryOption() throws {
        let bytes = try Data(contentsOf: SharedData.repository.appending(path: "docs/schema/explorer.schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        let parts = try #require(schema["$defs"] as? [String: [String: Any]])
        func options(_ part: String) -> [String] { (parts[part]?["properties"] as? [String: Any])?.keys.sorted() ?? [] }
        #expect(options("failover") == FailoverReader.options.sorted())
        #expect(options("health") == HealthReader.options.sorted())
        #expect(options("directives") == DirectivesReader.options.sorted())
        #expect(options("api") == APIReader.options.sorted())
        #expect(options("paging") == PagingReader.options.sorted())
        #expect(options("business") == BusinessReader.options.sorted())
        #expect(options("endpointPaging") == PagingReader.options.filter { $0 != "endpoints" }.sorted())
        #expect(options("auth") == AuthReader.options.sorted())
        #expect(options("oauth2") == LoginReader.options.sorted())
        #expect(options("requestLogin") == RequestLoginReader.options.sorted())
        #expect(options("refreshRequest") == RequestsReader.call.sorted())
        #expect(options("tokenCarrier") == RequestLoginReader.carriers.sorted())
        #expect(options("cache") == CacheReader.options.sorted())
        #expect(options("request") == RequestsReader.options.sorted())
        #expect(options("requestAuth") == RequestsReader.auth.sorted())
        #expect(options("policies") == RequestsReader.policies.sorted())
        #expect(options("callPolicies") == CallPoliciesReader.options.sorted())
        #expect(options("body") == SavedBodyReader.options.sorted())
        #expect(options("assert") == AssertionsReader.options.sorted())
        #expect(options("expected") == AssertionsReader.checks.sorted())
        #expect(options("captured") == CapturesReader.options.sorted())
        #expect((schema["properties"] as? [String: Any])?.keys.sorted() == WorkspaceFile.options.sorted())
        #expect(parts["cachePolicy"]?["enum"] as? [String] == CacheReader.policies)
        #expect(parts["policy"]?["enum"] as? [String] == FailoverReader.policies)
    }

    // MARK: What is wrong

    private static func problems(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch {
            return (error as? WorkspaceError)?.lines ?? ["\(error)"]
        }
    }

    @Test(
        "what is wrong in failover",
        arguments: [
            ("polcy: breaker", "5: 'polcy' is not an option of failover; did you mean policy?"),
            ("policy: braker", "5: policy 'braker' is not known; did you mean breaker?"),
            (
                "policy: manual\nwindow: 3s",
                "6: 'window' is not an option of failover; it is one of the policy breaker and error-rate"
            ),
            ("open: 5", "5: open '5' is not a duration; write a number and ms, s, m or h, for example 5s"),
            ("open: 0s", "5: open 0s is out of range; take more than 0 to 24h"),
            ("open: 25h", "5: open 25h is out of range; take more than 0 to 24h"),
            (
                "hedge: nevr",
                "5: hedge 'nevr' cannot be used; write never, a time of at most 1h such as 200ms, or p95 (later than 95 of 100 recent calls)"
            ),
            (
                "hedge: 2h",
                "5: hedge '2h' cannot be used; write never, a time of at most 1h such as 200ms, or p95 (later than 95 of 100 recent calls)"
            ),
            ("open: 5s\nopen-max: 4s", "6: open-max is shorter than open; make it at least as long"),
            ("failure-rate: 0%", "5: failure-rate '0%' is not a share; write 1% to 100%"),
            ("enforce: 101", "5: enforce '101' is not a share; write 0% to 100%"),
            ("rise: 0", "5: rise '0' is not a number from 1 to 100; write one"),
            ("redispatch: maybe", "5: redispatch 'maybe' is neither true nor false; write one of the two"),
            ("rise: 2\nrise: 3", "6: 'rise' is set twice; remove it here or in line 5"),
            (
                "health: health",
                "5: 'health' is not a health path; write a path of the services that begins with a slash: /health"
            ),
            (
                "health: //evil.example",
                "5: '//evil.example' is not a health path; write a path of the services that begins with a slash: /health"
            ),
            ("health: { status: 200 }", "5: health has no path; write 'path: /health'"),
            ("health: { path: /h, status: 2000 }", "5: status '2000' is not a status; write 200, 200-299 or 2xx"),
            (
                "health: { path: /h, interval: 1ms }",
                "5: failover/health/interval 1ms would ask without a pause; take 100ms or more"
            ),
            ("trial-interval: 99ms", "5: failover/trial-interval 99ms would ask without a pause; take 100ms or more"),
            (
                "directives: [ { url: https://a, every: 999ms } ]",
                "5: failover/directives/every 999ms would ask without a pause; take 1s or more"
            ),
            ("failback: sometimes", "5: failback 'sometimes' is not known; there are automatic, manual, never"),
            ("directives: [ { fiel: x } ]", "5: 'fiel' is not an option of directives; did you mean file?"),
            (
                "directives:\n  - { file: a, header: true }",
                "6: a source of directives must be one of file, socket, url and header; begin each with a dash of its own"
            ),
            (
                "directives: [ { url: ops } ]",
                "5: 'ops' is not a URL for directives; write http:// or https:// and a host, without a credential"
            ),
            ("key: hunter2", "5: key names no environment variable; write $NAME: a workspace is shared, its secrets are not"),
            ("key: $NONE", "5: the variable NONE with the directives' key is not set; export it, or remove the key"),
            (
                "key: $SHORT",
                "5: the key in SHORT has fewer than 16 bytes; use a random one: openssl rand -hex 32"
            ),
        ])
    func whatIsWrongInFailover(_ text: String, _ problem: String) {
        let found = Self.problems { _ = try Self.failover(text) }
        #expect(found.contains("/w/explorer.yaml:\(problem)"), "\(found)")
    }

    @Test(
        "what is wrong with services",
        arguments: [
            ("{ x: [] }", "the environment x has no service; write its base URLs: [https://api.example.com]"),
            ("{ x: }", "the environment x has no service; write its base URLs: [https://api.example.com]"),
            ("{}", "environments is not a mapping with entries; write 'release: [https://api.example.com]' below it"),
            ("[http://a]", "environments is not a mapping with entries; write 'release: [https://api.example.com]' below it"),
            (
                "{ x: [http://a/v1, http://A:80/v1/] }",
                "http://A:80/v1/ occurs twice in x, first in line 3; a service cannot be its own failover: remove one of the two"
            ),
            (
                "{ x: [{ name: e, url: http://a }, { name: e, url: http://b }] }",
                "two services of x are named e, the first in line 3; give one of them another name"
            ),
            (
                "{ x: [api.example.com] }",
                "'api.example.com' is not a base URL; write http:// or https://, a host, and a path if there is one"
            ),
            ("{ x: ['ftp://a'] }", "'ftp://a' is not a base URL; write http:// or https://, a host, and a path if there is one"),
            ("{ x: [{ name: e }] }", "the service has no url; write 'url: https://…'"),
            ("{ x: [{ nam: e, url: http://a }] }", "'nam' is not an option of x; did you mean name?"),
            (
                "{ x: [{ name: e, url: http://a }, { name: f, url: http://b }], y: [{ name: f, url: http://b }, { name: e, url: http://a }] }",
                "e comes after f here, and before it in another environment; all environments share one order of services"
            ),
        ])
    func whatIsWrongWithServices(_ environments: String, _ problem: String) {
        let found = Self.problems { _ = try Self.read("apis:\n  shop:\n    environments: \(environments)\n") }
        #expect(found == ["/w/explorer.yaml:3: \(problem)"])
    }

    @Test func credentialsAreNotRepeated() {
        for text in ["{ x: ['https://ada:hunter2@a'] }", "{ x: [http://b], y: ['https://hunter2@a'] }"] {
            let found = Self.problems { _ = try Self.read("apis:\n  shop:\n    environments: \(text)\n") }
            #expect(found.count == 1 && found[0].contains("holds a credential") && !found[0].contains("hunter2"), "\(found)")
        }
        let key = Self.problems { _ = try Self.failover("key: hunter2") }
        #expect(!key.joined().contains("hunter2"))
    }

    @Test(
        "what is no workspace",
        arguments: [
            ("", 1, "apis"), ("apis", 1, "not a mapping"), ("api:\n  shop: 1\n", 2, "did you mean apis?"),
            ("apis:\n  - x\n", 2, "not a mapping with entries"),
            ("apis:\n  shop:\n    failover: breaker\n", 3, "shop has no environments"),
            ("apis:\n\tshop: 1\n", 2, "the YAML is broken"),
            ("{}", 1, "it has no APIs"), ("apis:\n  a: 1\n  a: 2\n", 3, "'a' occurs twice"),
        ] as [(String, Int, String)])
    func whatIsNoWorkspace(_ text: String, _ line: Int, _ problem: String) {
        let found = Self.problems { _ = try Self.read(text) }
        #expect(found.contains { $0.hasPrefix("/w/explorer.yaml:\(line): ") && $0.contains(problem) }, "\(found)")
    }

    @Test func everythingWrongIsToldAtOnceInTheOrderOfTheFile() {
        let found = Self.problems {
            _ = try Self.read(
                """
                apis:
                  shop:
                    failover:
                      open: 5
                      rise: 0
                    environments:
                      release: [https://a.example, nonsense]
                """)
        }
        #expect(found.map { $0.dropFirst("/w/explorer.yaml:".count).prefix(2) } == ["4:", "5:", "7:"])
    }

    @Test func filesAndFoldersThatAreWorkspaces() throws {
        let folder = try TemporaryFolder()
        #expect(WorkspaceFile.workspacePath(of: folder.path) == nil)
        let path = try folder.file("explorer.yaml", "apis: { a: { environments: { x: http://a } } }")
        #expect(WorkspaceFile.workspacePath(of: folder.path) == path && WorkspaceFile.workspacePath(of: path) == path)
        #expect(WorkspaceFile.workspacePath(of: "staging.explorer.yaml") == "staging.explorer.yaml")
        #expect(WorkspaceFile.workspacePath(of: "shops/explorer.yaml") == "shops/explorer.yaml")
        for other in ["petstore-explorer.yaml", "myexplorer.yaml", "explorer.yaml/", "x-explorer.yaml"] {
            #expect(WorkspaceFile.workspacePath(of: other) == nil, "\(other) is a description's name")
        }
        #expect(WorkspaceFile.workspacePath(of: "openapi.yaml") == nil && WorkspaceFile.workspacePath(of: "-") == nil)
        #expect(WorkspaceFile.workspacePath(of: "https://x.example/explorer.yaml") == nil)
        #expect(try WorkspaceFile(path, environment: [:]).apis.count == 1)
        #expect(throws: ReadError.self) { try WorkspaceFile(folder.path("missing"), environment: [:]) }
    }
}
