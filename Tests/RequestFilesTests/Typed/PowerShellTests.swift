// PowerShell's commands, by its published rules: about_Quoting_Rules, about_Special_Characters, Invoke-WebRequest.

import RequestFiles
import Testing

@Suite struct PowerShellTests {
    private func request(_ text: String) throws -> CollectionRequest {
        let requests = try TypedRequestReader.readCollection(text).requests
        try #require(requests.count == 1)
        return requests[0]
    }

    private func headers(_ request: CollectionRequest) -> [String] { request.headers.map { "\($0.name): \($0.value)" } }

    /// As Chrome copies it.
    @Test func aBrowsersCopyIsRead() throws {
        let text = """
            $session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
            $session.UserAgent = "Mozilla/5.0 (X11)"
            $session.Cookies.Add((New-Object System.Net.Cookie("sid", "a1", "/", "shop.example")))
            $session.Cookies.Add((New-Object System.Net.Cookie("lang", "en", "/", "shop.example")))
            Invoke-WebRequest -UseBasicParsing -Uri "https://shop.example/items?q=1" `
            -Method "POST" `
            -WebSession $session `
            -Headers @{
            "authority"="shop.example"
              "method"="POST"
              "path"="/items?q=1"
              "scheme"="https"
              "accept"="*/*"
              "x-quote"="a `"b`" `$c"
            } `
            -ContentType "application/json" `
            -Body ([System.Text.Encoding]::UTF8.GetBytes("{`"name`":`"caf$([char]233)`"}"))
            """
        let request = try request(text)
        #expect(request.method == "POST" && request.url == "https://shop.example/items")
        #expect(request.query == [CollectionField("q", "1")])
        #expect(
            headers(request) == [
                "accept: */*", "x-quote: a \"b\" $c", "User-Agent: Mozilla/5.0 (X11)", "Cookie: sid=a1; lang=en",
                "Content-Type: application/json",
            ])
        #expect(request.body == .text("{\"name\":\"café\"}", mediaType: "application/json"))
    }

    /// As Postman writes it.
    @Test func variablesAndAHereStringAreRead() throws {
        let text = """
            $headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"
            $headers.Add("Content-Type", "application/json")
            $headers.Add("X-Trace", '$not `a variable')

            $body = @"
            {
              `"a`": 1
            }
            "@

            $response = Invoke-RestMethod 'http://127.0.0.1:9/v1/x' -Method 'PUT' -Headers $headers -Body $body
            $response | ConvertTo-Json
            """
        let request = try request(text)
        #expect(request.method == "PUT" && request.url == "http://127.0.0.1:9/v1/x")
        #expect(headers(request) == ["Content-Type: application/json", "X-Trace: $not `a variable"])
        #expect(request.body == .text("{\n  \"a\": 1\n}", mediaType: "application/json"))
    }

    @Test func aTableIsAFormOrAQuery() throws {
        let post = try request("irm https://a.example/x -Me POST -Body @{ a = 1; b = 'two words' }")
        #expect(post.body == .form([CollectionField("a", "1"), CollectionField("b", "two words")]))
        let get = try request("iwr https://a.example/x -Body @{ a = 1 }")
        #expect(get.query == [CollectionField("a", "1")] && get.body == .none)
    }

    @Test(arguments: [
        ("irm https://a.example/x?page=2", "https://a.example/x"),
        ("$base = 'https://a.example'; irm -Method DELETE $base/items/5", "https://a.example/items/5"),
        ("irm https://a.example/$id", "https://a.example/{{id}}"),
        ("irm https://a.example/$id.json", "https://a.example/{{id}}.json"),
        ("irm -Verbose https://a.example/v", "https://a.example/v"),
        ("irm \"https://a.example/$env:ID\"", "https://a.example/{{ID}}"),
        ("irm https://a.example/${env:ID}", "https://a.example/{{ID}}"),
        ("$URL = 'https://a.example'; irm $url", "https://a.example"),
    ])
    func aBareAddressIsReadToItsEnd(_ line: String, _ url: String) throws { #expect(try request(line).url == url) }

    @Test(arguments: [
        "$body = @{ name = 'x' } | ConvertTo-Json; irm https://a.example -Method POST -Body $body",
        "irm https://a.example -Method POST -Body (ConvertTo-Json @{ a = 'x' })",
        "irm https://a.example -Method POST -Headers @{ Authorization = 'Bearer ' + $t }",
    ])
    func anExpressionIsNotedAndNotGuessed(_ line: String) throws {
        let collection = try TypedRequestReader.readCollection(line)
        #expect(collection.report.notes.contains { $0.message.contains("expression") })
        let request = try #require(collection.requests.first)
        #expect(request.headers.isEmpty && [.none, .text("", mediaType: nil)].contains(request.body))
    }

    @Test func anIndexSetsAField() throws {
        let request = try request("$h = @{}; $h['X-A'] = '1'; $h[\"X-B\"] = '2'; irm https://a.example -Headers $h")
        #expect(headers(request) == ["X-A: 1", "X-B: 2"])
    }

    @Test func aSwitchCanBeFalse() throws {
        #expect(try !request("irm https://a.example -SkipCertificateCheck:$false").options.insecure)
        #expect(try request("irm https://a.example -SkipCertificateCheck").options.insecure)
    }

    @Test func aCommandWithoutAnAddressSaysSo() {
        #expect { try TypedRequestReader.readCollection("irm -Method POST") } throws: { "\($0)".contains("no address") }
    }

    @Test func optionsAreKept() throws {
        let request = try request("iwr -Uri https://a.example -TimeoutSec 5 -MaximumRedirection 0 -SkipCertificateCheck")
        #expect(request.options.timeout == 5 && request.options.followsRedirects == false && request.options.insecure)
    }

    @Test func aVariableWithoutAValueIsAField() throws {
        let request = try request("Invoke-WebRequest \"https://a.example/$id\" -Headers @{ Authorization = \"Bearer ${token}\" }")
        #expect(request.url == "https://a.example/{{id}}" && headers(request) == ["Authorization: Bearer {{token}}"])
        #expect(request.literalNames.isEmpty)
        let plain = try self.request("Invoke-WebRequest https://a.example -Method POST -Body '{{id}}'")
        #expect(plain.literalNames == ["id"])
    }

    @Test func withoutAnAddressThereIsNoRequest() {
        #expect { try TypedRequestReader.readCollection("Invoke-WebRequest -Method POST") } throws: {
            "\($0)".contains("-Uri")
        }
    }

    /// curl's own words as PowerShell 7.3 passes them.
    @Test(arguments: [
        "curl.exe -X POST 'https://a.example/x' -H 'X-A: it''s' -d '{\"a\": 1}'",
        "curl `\n  -X POST \"https://a.example/x\" `\n  -H \"X-A: it's\" `\n  -d \"{`\"a`\": 1}\"",
        "curl.exe -X POST https://a.example/x -H \"X-A: it's\" --data '{\"a\": 1}'",
    ])
    func curlInPowerShellIsRead(_ line: String) throws {
        let request = try request(line)
        #expect(request.method == "POST" && request.url == "https://a.example/x")
        #expect(headers(request) == ["X-A: it's"])
        guard case .text(let body, _) = request.body else {
            Issue.record("\(request.body)")
            return
        }
        #expect(body == "{\"a\": 1}")
    }
}
