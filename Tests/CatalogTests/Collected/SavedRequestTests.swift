// Saved requests as plans: fields, variables, bodies and authentication as they go over the wire.

import Catalog
import NetLayer
import RequestFiles
import Testing

struct SavedRequestTests {
    private func postman(_ request: String, _ more: String = "") throws -> APIDescription {
        try collection(
            """
            {"info": {"name": "S", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}\(more),
             "item": [{"name": "R", "request": \(request)}]}
            """, "s.json")
    }

    @Test func everyFieldIsSentAsItIsSaved() throws {
        let shop = try postman(
            """
            {"method": "PUT", "url": {"raw": "http://a.example/x/:id/y?q=a b&q=2&off=1&empty=", "host": "http://a.example", "path": ["x", ":id", "y"],
              "query": [{"key": "q", "value": "a b"}, {"key": "q", "value": "2"}, {"key": "off", "value": "1", "disabled": true}, {"key": "empty", "value": ""}],
              "variable": [{"key": "id", "value": "1/2"}]},
             "header": [{"key": "X-A", "value": "1"}, {"key": "X-A", "value": "2"}, {"key": "X-Off", "value": "3", "disabled": true}],
             "body": {"mode": "raw", "raw": "{\\"a\\": 1}", "options": {"raw": {"language": "json"}}}}
            """)
        #expect(
            try shop.wire("R").lines == [
                "PUT http://a.example/x/1%2F2/y?q=a%20b&q=2&empty=", "X-A: 1", "X-A: 2", "Content-Type: application/json",
                "{\"a\": 1}",
            ])
        let fields = try shop.saved("R").fields
        #expect(fields.map(\.name) == ["id", "q", "q", "off", "empty", "X-A", "X-A", "X-Off"])
        #expect(fields.map(\.text) == ["1/2", "a b", "2", "", "", "1", "2", ""])
        #expect(fields.map(\.placeholder) == ["", "", "", "1", "", "", "", "3"])
        #expect(fields.map(\.isSentEmpty) == [false, false, false, false, true, false, false, false])
        #expect(fields.map(\.isRequired) == [true] + Array(repeating: false, count: 7))
    }

    @Test func changesTakeAwayAddAndReplace() throws {
        let shop = try postman(
            """
            {"method": "POST", "url": {"raw": "http://a.example/x?keep=1&drop=2&off=3", "host": "http://a.example", "path": "x",
              "query": [{"key": "keep", "value": "1"}, {"key": "drop", "value": "2"}, {"key": "off", "value": "3", "disabled": true}]},
             "body": {"mode": "raw", "raw": "old"}}
            """)
        #expect(
            try shop.wire("R", ["keep": "9", "drop": "", "off": "on"], body: "new").lines == [
                "POST http://a.example/x?keep=9&off=on", "Content-Type: text/plain", "new",
            ])
    }

    /// An archive has none, and a shell writes its own as `$NAME`.
    @Test(arguments: [
        (
            "a.har",
            #"{"method": "POST", "url": "http://a.example/x?q={{q}}", "headers": [{"name": "X", "value": "{{x}}"}], "postData": {"mimeType": "text/plain", "text": "{{y}}"}}"#
        ),
        ("a.sh", "curl 'http://a.example/x?q={{q}}' -H 'X: {{x}}' -H 'Content-Type: text/plain' --data-raw '{{y}}'"),
    ])
    func bracesAreTextWhereTheFormatHasNoVariables(_ name: String, _ text: String) throws {
        let shop = try collection(text, name)
        let id = shop.endpoints[0].id
        let filled = try shop.filled(id)
        let fields = try shop.saved(id).fields
        #expect(filled.missing.isEmpty && fields.allSatisfy { !$0.name.contains("{{") })
        let lines = try shop.wire(id).lines
        #expect(
            lines.first?.hasSuffix("/x?q=%7B%7Bq%7D%7D") == true && lines.contains("X: {{x}}") && lines.last == "{{y}}",
            "\(lines)")
    }

    /// By its name alone, as on the screen: a file of requests seldom says it.
    @Test func variablesWithTellingNamesAreSecret() throws {
        let shop = try collection(
            "@password = S3CRET\n@api_key = K3Y\n### r\nPOST http://a.example/{{api_key}}?x={{password}}\nX-Foo: {{password}}\n\n{\"q\": \"{{password}}\"}\n",
            "s.http")
        let wire = try shop.wire("r")
        for text in [CurlLine.makeCommand(wire), HTTPFileText.makeBlock(wire, title: "r"), "\(wire.url)"] {
            #expect(!text.contains("S3CRET") && !text.contains("K3Y"), "\(text)")
        }
    }

    @Test func variablesOfAShellAreNoText() throws {
        let shop = try collection("T=1\ncurl http://a.example/$T -H \"X: $T {{T}} {{u}} $V\"", "a.sh")
        let filled = try shop.filled(shop.endpoints[0].id)
        #expect(filled.missing == ["V"])
        #expect(try shop.wire(shop.endpoints[0].id).lines.contains("X: 1 1 {{u}} {{V}}"))
    }

    @Test func variablesAreLookedUpFromTheNearestScope() throws {
        let text = """
            @host = http://a.example
            @id = file

            ### r
            # @name r
            GET {{host}}/{{id}}?t={{token}}&n={{a}}
            X-Id: {{id}}
            """
        let beside: [CollectionFiles.File] = [
            (
                "http-client.env.json",
                Array("{\"dev\": {\"token\": \"d\", \"a\": \"{{b}}\", \"b\": \"deep\", \"id\": \"env\"}}".utf8)
            )
        ]
        let shop = try collection(text, "s.http", beside: beside)
        let id = try #require(shop.endpoints.first?.id)
        #expect(try shop.wire(id, in: "dev").url.revealed.hasSuffix("?t=d&n=deep"))
        #expect(try shop.filled(id).missing == ["token", "a"])
        #expect(try shop.filled(id, ["token": "x", "a": "y"]).missing == [])
    }

    /// An empty variable would take a segment away: `//` is another path.
    @Test(arguments: [
        ("/a/{{e}}/b", ["e"]), ("/a/{{e}}", ["e"]), ("/a/{{e}}{{e2}}/b", ["e", "e2"]), ("/a/x{{e}}/b", []), ("/a/{{full}}/b", []),
        ("/a?q={{e}}", []),
    ])
    func anEmptyVariableOfAPathIsMissing(_ path: String, _ missing: [String]) throws {
        let shop = try collection("@e =\n@e2 =\n@full = x\n### r\nGET http://a.example\(path)\n", "s.http")
        #expect(try shop.filled("r").missing == missing)
        #expect(try missing.isEmpty || shop.saved("r").fields.contains { $0.name == "{{e}}" && $0.isRequired })
        let given = Dictionary(uniqueKeysWithValues: missing.map { ($0, "1") })
        #expect(try shop.filled("r", given).missing.isEmpty)
    }

    @Test func circlesOfVariablesEnd() throws {
        let shop = try collection("@a = {{b}}\n@b = {{a}}\n### r\nGET http://a.example/{{a}}\n", "s.http")
        #expect(try shop.filled("r").missing == ["a"])
    }

    @Test func whatATypedVariableBringsIsASecret() throws {
        let shop = try collection("### r\nGET http://a.example/x?k={{token}}\nX-Id: {{token}}\n\n{{token}}\n", "s.http")
        let plan = try shop.filled("r", ["token": "hidden"]).plan
        #expect(!"\(plan)".contains("hidden") && !"\(plan.headers)".contains("hidden") && plan.isBodySecret)
        #expect(try shop.wire("r", ["token": "hidden"]).url.revealed == "http://a.example/x?k=hidden")
    }

    @Test func formsAndPartsAreSentInTheirOrder() throws {
        let form = try postman(
            """
            {"method": "POST", "url": "http://a.example", "body": {"mode": "urlencoded", "urlencoded": [
              {"key": "a", "value": "1 2"}, {"key": "b", "value": "x", "disabled": true}, {"key": "a", "value": "ü"}]}}
            """)
        #expect(
            try form.wire("R").lines == [
                "POST http://a.example/", "Content-Type: application/x-www-form-urlencoded", "a=1%202&a=%C3%BC",
            ])
        let parts = try postman(
            """
            {"method": "POST", "url": "http://a.example", "body": {"mode": "formdata", "formdata": [
              {"key": "t", "value": "v", "type": "text", "contentType": "text/csv"}, {"key": "off", "value": "v", "type": "text", "disabled": true}]}}
            """)
        guard case .multipart(let body) = try parts.filled("R").plan.body else {
            Issue.record("no multipart body")
            return
        }
        #expect(
            body.parts.map(\.name) == ["t"] && body.parts.first?.contentType == "text/csv" && body.parts.first?.fileName == nil)
    }

    @Test func filesAreFoundBesideTheCollection() throws {
        let text = """
            {"info": {"name": "S", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
             "item": [{"name": "R", "request": {"method": "POST", "url": "http://a.example", "body": {"mode": "file", "file": {"src": "in/b.bin"}}}}]}
            """
        let shop = try collection(text, "s.json", folder: "dir/")
        guard case .file(let path, nil, let type) = try shop.filled("R").plan.body else {
            Issue.record("no file")
            return
        }
        #expect(path == "dir/in/b.bin" && type == "application/octet-stream")
        guard case .file("/else/c", _, _) = try shop.filled("R", ["file": "@/else/c"]).plan.body else {
            Issue.record("no other file")
            return
        }
    }

    @Test func authenticationIsInheritedAndPutWhereItBelongs() throws {
        func auth(_ text: String) throws -> [String] {
            try postman("{\"method\": \"GET\", \"url\": \"http://a.example\"}", ", \"auth\": \(text)").wire("R").lines
        }
        #expect(
            try auth(
                "{\"type\": \"basic\", \"basic\": [{\"key\": \"username\", \"value\": \"u\"}, {\"key\": \"password\", \"value\": \"p\"}]}"
            )
                == ["GET http://a.example/", "Authorization: Basic dTpw"])
        #expect(
            try auth("{\"type\": \"bearer\", \"bearer\": [{\"key\": \"token\", \"value\": \"t\"}]}") == [
                "GET http://a.example/", "Authorization: Bearer t",
            ])
        #expect(
            try auth(
                "{\"type\": \"apikey\", \"apikey\": [{\"key\": \"key\", \"value\": \"k\"}, {\"key\": \"value\", \"value\": \"v\"}, {\"key\": \"in\", \"value\": \"query\"}]}"
            ) == ["GET http://a.example/?k=v"])
        #expect(try auth("{\"type\": \"noauth\"}") == ["GET http://a.example/"])
    }

    @Test func digestAndSignaturesAreTheTransportsWork() throws {
        let digest = try postman(
            "{\"method\": \"GET\", \"url\": \"http://a.example\", \"auth\": {\"type\": \"digest\", \"digest\": [{\"key\": \"username\", \"value\": \"u\"}, {\"key\": \"password\", \"value\": \"p\"}]}}"
        )
        #expect(try digest.filled("R").plan.connection.authentication == .digest(user: "u", password: Secret("p")))
    }

    @Test func optionsOfACurlLineAreThoseOfThePlan() throws {
        let lines = try collection(
            "curl -k -m 7 --connect-timeout 2 -x http://proxy.example:1 --unix-socket /s --cacert ca.pem http://a.example/x\n",
            "c.sh",
            folder: "dir/")
        let plan = try lines.filled(try #require(lines.endpoints.first?.id)).plan
        #expect(!plan.followsRedirects && plan.connection.insecure && plan.connection.unixSocket == "/s")
        #expect(plan.connection.caFile == "dir/ca.pem" && plan.connection.proxy?.reveal() == "http://proxy.example:1")
        #expect(plan.timeouts.total == .seconds(7) && plan.timeouts.connect == .seconds(2))
    }

    /// What a request or its folder says of the address is not what everybody's service is.
    @Test func aRequestWithAnAddressOfItsOwnGoesThere() throws {
        let shop = try collection(
            """
            @base = https://prod.example

            ### a
            GET {{base}}/a

            ### b
            @base = https://staging.example
            DELETE {{base}}/all
            """, "s.http")
        for request in shop.endpoints {
            let url = try shop.wire(request.id).url.revealed
            let scope = try #require(try shop.saved(request.id).fields.first { $0.name == "{{base}}" })
            #expect(url.hasPrefix(scope.placeholder + "/"), "\(request.id): \(url), \(scope.placeholder)")
        }
    }

    @Test func variablesOfVariablesAreAskedForByTheirNames() throws {
        let shop = try collection("@base = https://{{host}}\n\n### r\nGET {{base}}/x\n", "s.http")
        #expect(try shop.filled("r").missing == ["host"])
        #expect(try shop.filled("r", ["host": "a.example"]).plan.path == "https://a.example/x")
    }

    @Test func secretsOfAQueryAreHiddenHoweverTheyAreWritten() throws {
        let environment = "{\"dev\": {\"sas\": \"sv=1&st=PRIVATE\", \"token\": \"HIDDEN\"}}"
        let shop = try collection(
            "### r\nGET http://a.example/x?{{sas}}&{{token}}\n", "s.http",
            beside: [("http-client.private.env.json", Array(environment.utf8))])
        let plan = try shop.filled("r", in: "dev").plan
        #expect(plan.path.contains("PRIVATE") && !"\(plan)".contains("PRIVATE"), "\(plan)")
    }

    @Test func endlessTimeoutsDoNotTrap() throws {
        let lines = try collection("curl -m 1e30 --connect-timeout 1e300 http://a.example/\n", "c.curl")
        let plan = try lines.filled(try #require(lines.endpoints.first?.id)).plan
        #expect((plan.timeouts.total ?? .zero) > .seconds(1e8))
    }

    @Test func bracesInAPathAreNoTemplates() throws {
        let lines = try collection("curl -g 'http://a.example/x{1}?y={z}'\n", "c.sh")
        #expect(try lines.wire(try #require(lines.endpoints.first?.id)).lines.first == "GET http://a.example/x%7B1%7D?y=%7Bz%7D")
    }
}
