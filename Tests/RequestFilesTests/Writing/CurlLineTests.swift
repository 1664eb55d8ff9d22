// A request as a curl line: how it reads, what it hides, and that curl sends what NetLayer sends.

import Foundation
import TestSupport
import Testing

@testable import NetLayer
@testable import RequestFiles

@Suite struct CurlLineTests {
    static func request(
        _ method: HTTPMethod = .get, _ url: String = "https://api.example/v1/items?page=2", _ headers: [(String, String)] = [],
        body: String? = nil
    ) -> WireRequest {
        WireRequest(
            method: method, url: URI(url), headers: Headers(([("User-Agent", "x/1")] + headers).map { HeaderField($0.0, $0.1) }),
            body: body.map { .bytes(Array($0.utf8)) } ?? .none)
    }

    private static func line(_ request: WireRequest, reveals: Bool = false) -> String {
        CurlLine.makeCommand(request, revealsSecrets: reveals).replacing(" \\\n  -H 'User-Agent: x/1'", with: "")
    }

    @Test func getIsShort() {
        #expect(Self.line(Self.request()) == "curl -L --compressed 'https://api.example/v1/items?page=2'")
        #expect(CurlLine.makeCommand(Self.request(), followsRedirects: false).hasPrefix("curl --compressed 'https"))
        #expect(Self.line(Self.request(.head)).hasPrefix("curl -I -L --compressed "))
        #expect(Self.line(Self.request(.delete)).hasPrefix("curl -L --compressed -X DELETE 'https"))
    }

    @Test func postReadsAsAPersonWouldWriteIt() {
        let request = Self.request(
            .post, "https://api.example/items", [("Content-Type", "application/json")], body: #"{"name": "it's"}"#)
        #expect(
            Self.line(request) == """
                curl -L --compressed https://api.example/items \\
                  -H 'Content-Type: application/json' \\
                  --data-raw '{"name": "it'\\''s"}'
                """)
    }

    @Test func putKeepsItsMethodAndAnEmptyBodyIsAnnounced() {
        let line = Self.line(Self.request(.put, "https://api.example/items"))
        #expect(line == "curl -L --compressed -X PUT https://api.example/items \\\n  -H 'Content-Type:' \\\n  --data-raw ''")
    }

    @Test func whatCurlWouldReadItsOwnWayIsSwitchedOff() {
        let line = Self.line(Self.request(.get, "https://api.example/a/../b?filter[name]=x"))
        #expect(line == "curl -L --compressed -g --path-as-is 'https://api.example/a/../b?filter[name]=x'")
        #expect(!Self.line(Self.request(.get, "https://x.example/", [("Accept-Encoding", "br")])).contains("--compressed"))
        #expect(CurlLine.makeCommand(WireRequest(url: URI("https://x.example/"))).contains("-H 'User-Agent:'"))
    }

    @Test func secretsAreVariables() {
        var request = Self.request(
            .get, "https://ann:hunter2@api.example/u/s3cret/x?token=t0ken&q=1&sig=5ig",
            [("Authorization", "Bearer abc"), ("X-Api-Key", "k3y"), ("Cookie", "a=b; c=d"), ("X-Empty", "")])
        request.url.secretTexts = [Secret("s3cret")]
        request.connection.proxy = Secret("http://me:pr0xy@proxy.example:3128")
        let line = Self.line(request)
        for secret in ["hunter2", "s3cret", "t0ken", "5ig", "abc", "k3y", "a=b", "pr0xy"] {
            #expect(!line.contains(secret), "\(secret)")
        }
        #expect(line.contains(#""https://ann:$PASSWORD@api.example/u/$SECRET/x?token=$TOKEN&q=1&sig=$SIG""#))
        #expect(line.contains(#"-H "Authorization: Bearer $TOKEN_2""#))
        #expect(line.contains(#"-H "X-Api-Key: $X_API_KEY""#))
        #expect(line.contains(#"-H "Cookie: $COOKIE""#))
        #expect(line.contains("-H 'X-Empty;'") || line.contains(#"-H "X-Empty;""#))
        #expect(line.contains(#"-x "http://me:$PASSWORD_2@proxy.example:3128""#))
        let revealed = Self.line(request, reveals: true)
        for secret in ["hunter2", "s3cret", "t0ken", "5ig", "abc", "k3y", "a=b", "pr0xy"] {
            #expect(revealed.contains(secret), "\(secret)")
        }
        #expect(!revealed.contains("$"))
    }

    @Test func secretsOfBodiesAreVariables() {
        let form = Self.request(
            .post, "https://x.example/login", [("Content-Type", "application/x-www-form-urlencoded")],
            body: "user=ann&password=h%20x&code_verifier=zzz&empty=")
        #expect(Self.line(form).contains(#"--data-raw "user=ann&password=$PASSWORD&code_verifier=$CODE_VERIFIER&empty=""#))
        let json = Self.request(
            .post, "https://x.example/login", [("Content-Type", "application/json")],
            body: #"{"user": "ann", "clientSecret": "zz\"z", "deep": [{"PWD": 17, "token": null}], "token": {"a": ["b"]}}"#)
        let line = Self.line(json)
        #expect(
            line.contains(
                #"'{"user": "ann", "clientSecret": "'"$CLIENT_SECRET"'", "deep": [{"PWD": '"$SECRET_PWD"', "token": null}], "token": '"$TOKEN"'}'"#
            ),
            "\(line)")
        #expect(Self.line(json, reveals: true).contains(#""clientSecret": "zz\"z""#))
    }

    @Test func connectionOptionsAreCurls() {
        var request = Self.request(.get, "https://x.example/")
        request.connection.insecure = true
        request.connection.caFile = "/etc/my ca.pem"
        request.connection.clientCertificateFile = "me.pem"
        request.connection.clientKeyFile = "key.pem"
        request.connection.unixSocket = "/run/x.sock"
        request.connection.connectTo = ["a:443:127.0.0.1:8443"]
        request.connection.proxy = Secret("socks5h://127.0.0.1:9050")
        request.timeouts = Timeouts(connect: .milliseconds(2_500), idle: .seconds(7), total: .seconds(5))
        #expect(
            Self.line(request) == """
                curl -L --compressed https://x.example/ \\
                  -k --cacert '/etc/my ca.pem' --cert me.pem --key key.pem -x socks5h://127.0.0.1:9050 --unix-socket /run/x.sock --connect-to a:443:127.0.0.1:8443 --connect-timeout 2.500 --speed-limit 1 --speed-time 7 --max-time 5
                """)
    }

    @Test func authenticationThatCurlWorksOutIsItsOwn() {
        var request = Self.request(.get, "https://x.example/")
        request.connection.authentication = .digest(user: "it's", password: Secret("p w"))
        #expect(Self.line(request).hasSuffix(#"--digest -u "it's:$PASSWORD""#))
        #expect(Self.line(request, reveals: true).hasSuffix(#"--digest -u 'it'\''s:p w'"#))
        #expect(HTTPFileText.makeBlock(request).contains("@PASSWORD = $PASSWORD\n"))
        #expect(HTTPFileText.makeBlock(request).hasSuffix("\nAuthorization: Digest it's {{PASSWORD}}\n"))
        request.connection.authentication = .awsSigV4(accessKey: "id", secretKey: Secret("k3y"), region: "eu", service: "s3")
        #expect(Self.line(request).hasSuffix(#"--aws-sigv4 aws:amz:eu:s3 -u "id:$PASSWORD""#))
        #expect(
            HTTPFileText.makeBlock(request, revealsSecrets: true).hasSuffix("\nAuthorization: AWS id k3y region:eu service:s3\n"))
        #expect(OpenAPISnippet.makeDescription(request, title: "t")?.contains("\"scheme\": \"aws4-hmac-sha256\"") == true)
    }

    @Test func bytesThatATerminalWouldObeyAreEscaped() {
        let request = Self.request(.post, "https://x.example/", [("X", "a\u{1B}[31mb")], body: "\u{0}\u{9b}%\\'-\n")
        let line = CurlLine.makeCommand(request)
        #expect(line.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value < 0x7F })
        #expect(line.hasPrefix(#"printf '\000\302\233%%\\'\''-\n' |"# + "\ncurl "))
        #expect(line.contains(##"-H "$(printf 'X: a\033[31mb')""##))
    }

    @Test func bodiesInPiecesAreJoinedByTheShell() throws {
        let folder = try TemporaryFolder()
        let slice = try FileSlice(path: try folder.file("a", [1, 2, 3]), range: 1..<3)
        var request = Self.request(.post, "https://x.example/")
        request.body = .stream(BodySource([.bytes(Array("a\n".utf8)), .file(slice)]))
        let line = CurlLine.makeCommand(request)
        #expect(line.hasPrefix("{ printf 'a\\n'; tail -c +2 \(folder.path("a")) | head -c 2; } |\ncurl "))
        #expect(line.hasSuffix("--data-binary @-"))
        request.body = .stream(BodySource([.bytes([UInt8](repeating: 1, count: 16_384))]))
        #expect(CurlLine.makeCommand(request).hasSuffix("--data-binary @-"))
        request.body = .stream(BodySource([.bytes([UInt8](repeating: 1, count: 16_384)), .file(slice), .bytes([1])]))
        #expect(CurlLine.makeCommand(request).hasPrefix("# Put the body (16387 bytes) into the file request-body first.\n"))
    }

    @Test func secretPartsAreVariables() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", [1, 2, 3])
        var generator = RequestGenerator()
        generator.boundary = { "line" }
        generator.builtinBody = [Parameter("device", .secret(Secret("d3vice")), in: .form)]
        var plan = RequestPlan(id: "x", method: .post, path: "https://x.example/up")
        let parts: [MultipartBody.Part] = [
            .init(name: "password", text: "hunter2"), .init(name: "f", file: path), .init(name: "token", text: "t0ken"),
            .init(name: "note", text: "password"),
        ]
        plan.body = .multipart(MultipartBody(parts))
        plan.parameters = [Parameter("it's", .secret(Secret("s3cret")), in: .form)]
        let line = CurlLine.makeCommand(try generator.request(for: plan, on: nil))
        for secret in ["hunter2", "t0ken", "d3vice", "s3cret"] { #expect(!line.contains(secret), "\(line)") }
        #expect(line.contains(#"name="password"\r\n\r\n%s\r\n--line"#.replacing(#"\r"#, with: #"\015"#)), "\(line)")
        #expect(line.contains(#"name="note"\015\n\015\npassword\015\n--line--"#), "\(line)")
        for name in ["PASSWORD", "TOKEN", "DEVICE", "IT_S"] { #expect(line.contains("\"$\(name)\""), "\(line)") }
        let revealed = CurlLine.makeCommand(try generator.request(for: plan, on: nil), revealsSecrets: true)
        for secret in ["hunter2", "t0ken", "d3vice", "s3cret"] { #expect(revealed.contains(secret)) }
        // Encoded beforehand, it is masked by the names in it.
        plan.body = MultipartBody.encode(Array(parts.prefix(1)))
        plan.parameters = []
        #expect(!CurlLine.makeCommand(try generator.request(for: plan, on: nil)).contains("hunter2"))
    }

    @Test func aBodySaidToBeSecretComesFromAFile() {
        var request = Self.request(.post, "https://x.example/", body: "hunter2")
        request.isBodySecret = true
        #expect(Self.line(request).hasPrefix("# Put the body (7 bytes) into the file request-body first.\ncurl "))
        #expect(!Self.line(request).contains("hunter2") && Self.line(request, reveals: true).contains("hunter2"))
        request.body = .stream(BodySource([.bytes(Array("hunter2".utf8))]))
        #expect(!Self.line(request).contains("hunter2") && Self.line(request, reveals: true).contains("hunter2"))
    }

    @Test func longBodiesComeFromAFile() {
        let text = CurlLine.makeCommand(Self.request(.post, "https://x.example/", body: String(repeating: "x", count: 100_001)))
        #expect(text.hasPrefix("# Put the body (100001 bytes) into the file request-body first.\ncurl "))
        #expect(text.hasSuffix("--data-binary @request-body"))
        let binary = CurlLine.makeCommand(
            Self.request(.post, "https://x.example/", body: String(repeating: "\u{1}", count: 16_385)))
        #expect(binary.hasSuffix("--data-binary @request-body"))
    }
}

/// The line is run by a shell and compared with what the engine sends.
@Suite(.within(minutes: 2), .enabled(if: access("/usr/bin/curl", X_OK) == 0, "curl is not installed"))
struct CurlLineOnTheWireTests {
    private static let pieces = [
        "a", "Z", "0", " ", "'", "\"", "\\", "$", "`", "$(touch x)", "!", "!!", "#", "&", ";", "|", "<", ">", "*", "?", "[", "]",
        "{", "}",
        "(", ")", "~", "%", "%s", "%n", "%25", "\\n", "\\c", "@", "=", "+", ",", ":", "/", "..", "-", "--", "-d", "\t", "é", "日",
        "🇩🇪",
        "\u{202e}", "\u{1b}[2J", "\u{7}", "\u{9b}", "\u{7f}", "^", "${HOME}", "\\'", "''", "EOF",
    ]

    private static func text(_ random: inout SplitMix64, most: Int, lineBreaks: Bool = false) -> String {
        let all = lineBreaks ? pieces + ["\n", "\r\n", "\u{0}"] : pieces
        return (0..<Int.random(in: 0...most, using: &random)).map { _ in all.randomElement(using: &random) ?? "" }.joined()
    }

    private static func plan(_ random: inout SplitMix64, _ server: FaultServer) -> RequestPlan {
        let methods: [HTTPMethod] = [.get, .post, .put, .patch, .delete, .head, .options, "PROPFIND", "A'B"]
        let method = methods.randomElement(using: &random) ?? .get
        var plan = RequestPlan(id: "x", method: method, path: server.url("/p/{id}/x"))
        plan.parameters.append(Parameter("id", .plain("i" + text(&random, most: 3)), in: .path))
        let names = ["q", "filter[a]", "token", "pass word", "it's", "$x"]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let value = text(&random, most: 5)
            let isSecret = Bool.random(using: &random)
            plan.parameters.append(
                Parameter(
                    names.randomElement(using: &random) ?? "q", isSecret ? .secret(Secret(value)) : .plain(value), in: .query))
        }
        for name in ["X-A", "X-B'", "X-Api-Key", "Authorization", "Cookie", "Accept", "Content-Type"]
        where Int.random(in: 0..<3, using: &random) == 0 {
            plan.headers.add(HeaderField(name, text(&random, most: 5)))
        }
        if method != .head, Int.random(in: 0..<3, using: &random) > 0 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                plan.body = .bytes(
                    (0..<40).map { _ in .random(in: 0...255, using: &random) }, contentType: "application/octet-stream")
            case 1: plan.body = .bytes(Array(text(&random, most: 30, lineBreaks: true).utf8), contentType: "text/plain")
            case 2:
                let value = text(&random, most: 6, lineBreaks: true)
                let json = (try? JSONEncoder().encode(["password": value, "b": text(&random, most: 6)])) ?? Data()
                plan.body = .bytes([UInt8](json), contentType: "application/json")
            default:
                plan.headers.remove("Content-Type")
                plan.parameters.append(Parameter("password", .plain(text(&random, most: 6, lineBreaks: true)), in: .form))
                plan.parameters.append(Parameter("b", .plain(text(&random, most: 6)), in: .form))
            }
        }
        return plan
    }

    @Test func bodiesOfFilesAreReadFromThem() async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let client = NetClient(transport: CurlTransport())
        let path = try folder.file("it's one", (0..<3_000).map { UInt8(truncatingIfNeeded: $0) })
        let bodies: [RequestBody] = [
            .file(path: path, contentType: "image/png"), .file(path: path, range: 7..<1_007, contentType: "image/png"),
            .multipart(
                MultipartBody([
                    .init(name: "f", file: path), .init(name: "t", text: "100% 'x' \\n"), .init(name: "g", file: path),
                ])),
            .multipart(MultipartBody([.init(name: "t", text: "no file")])),
            .multipart(
                MultipartBody([
                    .init(name: "password", text: "it's 100%\n"), .init(name: "token", file: path), .init(name: "pwd", text: ""),
                    .init(name: "key", text: "--\\\r\n\r\n"),
                ])),
        ]
        for body in bodies {
            let plan = RequestPlan(id: "x", method: .post, path: server.url("/up"), body: body)
            let request = try RequestGenerator().request(for: plan, on: nil)
            // The very request: another one would have another boundary.
            var endpoint = Endpoint(plan)
            endpoint.behaviour.request.signer = ClosureAdapter { made, _ in made = request }
            _ = try await client.send(endpoint, on: ServicePool([]))
            var names = SecretNames(reveals: false)
            let line = CurlLine.makeCommand(request, followsRedirects: true, &names)
            let environment = ["PATH": "/usr/bin:/bin"].merging(names.values) { $1 }
            let run = try await ChildProcess.run("/bin/sh", ["-c", line], environment: environment)
            #expect(run.code == 0, "\(line)\n\(run.errors)")
            let both = server.counts.requests.suffix(2)
            #expect(both.count == 2 && both.first?.head == both.last?.head && both.first?.body == both.last?.body, "\(line)")
            #expect(both.last?.body == (try request.body.collected()))
        }
    }

    @Test(arguments: 1...6) func curlSendsWhatNetLayerSends(_ seed: UInt64) async throws {
        let server = try FaultServer { _ in .answer(body: "ok") }
        defer { server.stop() }
        let client = NetClient(transport: CurlTransport())
        var random = SplitMix64(seed: seed)
        for _ in 0..<25 {
            let plan = Self.plan(&random, server)
            let request = try client.generator.request(for: plan, on: nil)
            _ = try await client.send(Endpoint(plan), on: ServicePool([]))
            let ours = try #require(server.counts.requests.last)

            var names = SecretNames(reveals: Bool.random(using: &random))
            let line = CurlLine.makeCommand(request, followsRedirects: true, &names)
            let environment = ["PATH": "/usr/bin:/bin"].merging(names.values) { $1 }
            let run = try await ChildProcess.run("/bin/sh", ["-c", line], environment: environment)
            #expect(run.code == 0, "\(line)\n\(run.errors)")
            let theirs = try #require(server.counts.requests.last)
            #expect(theirs.connection != ours.connection)
            #expect(theirs.head == ours.head, "\(line)")
            #expect(theirs.body == ours.body, "\(line)")
        }
    }
}
