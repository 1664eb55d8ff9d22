// Servers: variables, relative ones, defaults.

import Catalog
import NetLayer
import Testing

struct ServerTests {
    private func servers(_ json: String?, base: String? = nil) throws -> APIDescription {
        try read(
            "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"A\"}, \(json.map { "\"servers\": \($0), " } ?? "")\"paths\": {}}",
            base: base)
    }

    @Test func variablesTakeTheirDefaults() throws {
        let api = try servers(
            #"[{"url": "https://{region}.example:{port}/v{n}", "description": "Main\nsite", "variables": {"region": {"default": "eu"}, "port": {"default": 8443}, "n": {"enum": ["2", "1"]}}}]"#
        )
        #expect(api.servers.map(\.url.revealed) == ["https://eu.example:8443/v2"])
        #expect(api.servers.map(\.description) == ["Main site"])
        #expect(api.servers.map(\.template) == ["https://{region}.example:{port}/v{n}"])
        #expect(api.warnings.isEmpty)
    }

    @Test func aVariableWithoutADefaultIsReported() throws {
        let api = try servers(#"[{"url": "https://{region}.example/"}]"#)
        #expect(api.warnings.map(\.message).first == "the server's variable 'region' has no default")
        #expect(api.warnings.map(\.pointer).first == "/servers/0")
    }

    @Test(arguments: [
        ("/v2", "https://a.example:444/v2"), ("v2", "https://a.example:444/docs/v2"), ("../v2", "https://a.example:444/v2"),
        ("//b.example/x", "https://b.example/x"),
        (".", "https://a.example:444/docs/"), ("https://c.example", "https://c.example"),
    ])
    func relativeServersAreResolvedAgainstTheDescription(url: String, expected: String) throws {
        let api = try servers("[{\"url\": \"\(url)\"}]", base: "https://a.example:444/docs/openapi.json?x=1")
        #expect(api.servers.map(\.url.revealed) == [expected])
        #expect(api.warnings.isEmpty)
    }

    @Test func aRelativeServerOfAFileStaysAndIsReported() throws {
        let api = try servers(#"[{"url": "/v2"}]"#, base: "file:///home/openapi.json")
        #expect(api.servers.map(\.url.revealed) == ["/v2"])
        #expect(api.warnings.map(\.message) == ["the server '/v2' is relative, and the description's own address is unknown"])
        #expect(api.warnings.map(\.hint) == ["give the base URL"])
    }

    @Test(arguments: [nil, "[]"])
    func withoutServersTheDescriptionsOwnRootIsTheServer(json: String?) throws {
        #expect(
            try servers(json, base: "https://a.example:444/docs/openapi.json").servers.map(\.url.revealed) == [
                "https://a.example:444/"
            ])
        let file = try servers(json)
        #expect(file.servers.isEmpty)
        #expect(file.warnings.map(\.pointer) == ["/servers"])
    }

    @Test func brokenServersCostOnlyThemselves() throws {
        let api = try servers(#"[7, {"description": "x"}, {"url": "https://ok.example"}]"#)
        #expect(api.servers.map(\.url.revealed) == ["https://ok.example"])
        #expect(api.warnings.map(\.pointer) == ["/servers/0", "/servers/1"])
        #expect(try servers("{}").warnings.map(\.message).first == "servers is not an array")
    }

    @Test func variablesMayBeChosen() throws {
        let server = try #require(
            try servers(
                #"[{"url": "/{stage}/v{n}/{stage}", "name": "Own", "variables": {"stage": {"default": "live", "enum": ["live", "test"], "description": "Which\none"}, "n": {"default": 2}}}]"#,
                base: "https://a.example/docs/openapi.json"
            ).servers.first)
        #expect(server.url.revealed == "https://a.example/live/v2/live")
        #expect(server.resolvedURL(with: ["stage": "test", "other": "x"]).revealed == "https://a.example/test/v2/test")
        #expect(
            server.variables == [
                Server.Variable(name: "stage", defaultValue: "live", choices: ["live", "test"], description: "Which one"),
                Server.Variable(name: "n", defaultValue: "2"),
            ])
        #expect(server.name == "Own")
    }

    @Test func aServerThatIsNoHTTPIsLeftOutAndSaid() throws {
        let api = try servers(#"[{"url": "wss://a.example"}]"#)
        #expect(api.warnings.map(\.message) == ["the server 'wss://a.example' is not an http or https URL"])
        #expect(ServicePool(api.servers).services.isEmpty)
    }

    /// Only the server that the API is asked at is one that the user has seen: a second one of the description vouches for none.
    @Test func anOperationsServersAreNotWhatCredentialsAreFor() throws {
        let api = try servers(#"[{"url": "https://api.example/v1"}, {"url": "https://evil.example"}]"#)
        let own = try servers(#"[{"url": "https://evil.example"}, {"url": "https://api.example/v2"}]"#).servers
        var home = ServicePool(api)
        #expect(
            ServicePool(own, insteadOf: home).services.map(\.credentialHome) == [
                ["https://api.example:443"], ["https://api.example:443"],
            ])
        try home.switchTo(1)
        #expect(
            ServicePool(own, insteadOf: home).services.map(\.credentialHome) == [
                ["https://evil.example:443"], ["https://evil.example:443"],
            ])
        #expect(ServicePool(own).services.allSatisfy { $0.credentialHome == nil })
        #expect(
            ServicePool(own, insteadOf: ServicePool([])).services.allSatisfy { $0.credentialHome == [] }, "nothing is for nobody")
    }
}
