// Command lines of curl: what becomes of each option, and what is noted.

import RequestFiles
import Testing

struct CurlReaderTests {
    private func read(_ text: String) throws -> RequestCollection {
        try CurlReader.readCollection(Array(text.utf8), file: "a.sh")
    }

    private func only(_ text: String) throws -> CollectionRequest {
        let collection = try read(text)
        return try #require(collection.requests.count == 1 ? collection.requests.first : nil)
    }

    private func notes(_ text: String) throws -> [String] { try read(text).report.notes.map { "\($0.kind.rawValue) \($0)" } }

    @Test func aLineIsOneRequest() throws {
        let request = try only("curl -X PUT 'https://a.test/users/1?x=1' -H 'X-A: b' -d '{\"a\":1}'")
        #expect(request.name == "PUT /users/1")
        #expect(request.url == "https://a.test/users/1?x=1")
        #expect(request.headers == [CollectionField("X-A", "b")])
        #expect(request.body == .text("{\"a\":1}", mediaType: "application/x-www-form-urlencoded"))
        #expect(request.options.followsRedirects == false)
        #expect(request.place == ImportPlace(file: "a.sh", line: 1))
    }

    @Test func dataThatEveryEncoderWritesAlikeIsAForm() throws {
        #expect(
            try only("curl a.test -d a=1 -d b=x%40y").body == .form([CollectionField("a", "1"), CollectionField("b", "x@y")]))
        for text in ["a b=1", "a=x+y", "a=%7e", "a=%2f", "a", "=1", "a=1&", "a=$X", "a=*"] {
            let request = try only("curl a.test -d \"\(text)\"")
            #expect(request.body == .text(text == "a=$X" ? "a={{X}}" : text, mediaType: "application/x-www-form-urlencoded"))
        }
    }

    @Test func optionsOfTheConnectionAreKept() throws {
        let options = try only(
            "curl -sSLk --compressed -m 1.5 --connect-timeout 2 -x p:1 --unix-socket /s --cacert ca -E 'c\\:1:pw' --key k "
                + "--resolve a:1:2 --resolve b:1:3 --resolve '*:443:::1' --connect-to x::y: https://a.test"
        ).options
        #expect(options.followsRedirects == true)
        #expect(options.insecure && options.isCompressed)
        #expect(options.timeout == 1.5 && options.connectTimeout == 2)
        #expect(options.proxy == "p:1" && options.unixSocket == "/s" && options.caFile == "ca")
        #expect(options.certificateFile == "c:1" && options.keyFile == "k")
        #expect(options.connectTo == ["a:1:2:1", "b:1:3:1", ":443:[::1]:443", "x::y:"])
        #expect(try only("curl --socks5-hostname h:1 a.test").options.proxy == "socks5h://h:1")
        #expect(try only("curl -L --no-location a.test").options.followsRedirects == false)
    }

    @Test func waysToSignIn() throws {
        #expect(try only("curl -u 'me:a:b' a.test").auth == .basic(user: "me", password: "a:b"))
        #expect(try only("curl --digest -u me:a a.test").auth == .digest(user: "me", password: "a"))
        #expect(try only("curl --oauth2-bearer T -u me:a a.test").auth == .bearer(token: "T"))
        #expect(
            try only("curl --aws-sigv4 aws:amz:eu-1:s3 -u K:S a.test").auth
                == .awsSigV4(accessKey: "K", secretKey: "S", region: "eu-1", service: "s3", sessionToken: ""))
        #expect(
            try only("curl --aws-sigv4 aws:amz -u K:S https://s3.eu-2.amazonaws.com/x").auth
                == .awsSigV4(accessKey: "K", secretKey: "S", region: "eu-2", service: "s3", sessionToken: ""))
        #expect(
            try notes("curl --ntlm -u a:b a.test") == [
                "unsupported a.sh:1: NTLM authentication is not supported; use another way to sign in"
            ])
        #expect(try only("curl -u $USER:${PASS} a.test").auth == .basic(user: "{{USER}}", password: "{{PASS}}"))
    }

    @Test func filesAreBodies() throws {
        #expect(
            try only("curl --data-binary @x.json -H 'Content-Type: application/json' a.test").body
                == .file(path: "x.json", mediaType: "application/json"))
        #expect(try only("curl -T up.bin a.test/").url == "http://a.test/up.bin")
        #expect(try only("curl -T up.bin a.test/").body == .file(path: "up.bin", mediaType: ""), "curl sends no type")
        #expect(
            try only("curl -F 'f=@a.png,b.xyz;type=x/y' a.test").body
                == .multipart([
                    CollectionPart("f", .file(path: "a.png"), mediaType: "image/png"),
                    CollectionPart("f", .file(path: "b.xyz"), mediaType: "x/y"),
                ]))
    }

    @Test func scriptsHaveVariablesCommentsAndOtherCommands() throws {
        let collection = try read(
            """
            #!/bin/sh
            BASE=https://a.test
            export TOKEN="x y"

            # Lists users
            $ curl "$BASE/users" -H "Authorization: Bearer ${TOKEN}" | jq .
            echo done; ls -l
            ID=$(uuidgen) && sudo -u me curl "$BASE/$ID" --next ${BASE}/2
            """)
        #expect(
            collection.variables == [
                CollectionField("BASE", "https://a.test"), CollectionField("TOKEN", "x y"), CollectionField("ID", ""),
            ])
        #expect(collection.requests.map(\.url) == ["{{BASE}}/users", "{{BASE}}/{{ID}}", "{{BASE}}/2"])
        #expect(collection.requests.map(\.name) == ["GET /users", "GET /{{ID}}", "GET /2"])
        #expect(collection.requests.map(\.docs) == ["Lists users", "", ""])
        #expect(collection.requests[0].headers == [CollectionField("Authorization", "Bearer {{TOKEN}}")])
        #expect(
            collection.report.notes.map { "\($0.kind.rawValue) \($0)" } == [
                "unsupported a.sh:6: the commands after the | are not kept",
                "skipped a.sh:7: echo and 1 more: not a curl command, and not run",
                "unsupported a.sh:8: $(uuidgen) is computed by the shell, and kept as written; put the value there, or a variable",
            ])
    }

    @Test func hereDocumentsAreBodies() throws {
        let collection = try read(
            "curl a.test --json @- <<EOF\n{\"a\": \"$X\",\n\"b\": \"\\$Y\"}\nEOF\ncurl b.test -d @- <<'E'\n$X\ny\nE\n")
        #expect(
            collection.requests.map(\.body) == [
                .text("{\"a\": \"{{X}}\",\n\"b\": \"$Y\"}\n", mediaType: "application/json"),
                .text("$Xy", mediaType: "application/x-www-form-urlencoded"),
            ])
        #expect(collection.report.notes.isEmpty)
    }

    @Test func whatCannotBeHeldIsNoted() throws {
        #expect(
            try notes("curl -K c.txt a.test") == [
                "unsupported a.sh:1: -K is not kept; requests of this program do not support it"
            ])
        #expect(
            try notes("curl \\\n --frobnicate \\\n a.test")
                == [
                    "unsupported a.sh:2: curl's option --frobnicate is not known; remove it, or write its effect as a header or URL"
                ])
        #expect(try notes("curl -X POST") == ["skipped a.sh:1: the command has no URL; write one"])
        #expect(try notes("curl ftp://a.test") == ["unsupported a.sh:1: ftp is not HTTP; only http and https are read"])
        #expect(
            try notes("curl 'a.test' -o") == ["skipped a.sh:1: -o needs a value and has none; write one after it"])
        #expect(
            try notes("curl a.test?x=1&y=2")
                == ["assumed a.sh:1: an & without quotes ends the command, as in a shell; write the URL in quotes"])
        #expect(
            try notes("curl 'a.test/[1-3]'") == [
                "unsupported a.sh:1: braces and brackets in a URL make curl send a request for each value; kept as written; "
                    + "write one URL for each, or add -g to keep them"
            ])
        #expect(
            try notes("curl a.test -H 'Bearer abc' -b abc \"${X:-abc}\"") == [
                "unsupported a.sh:1: only the name of ${X…} is kept; give X the value it is to have",
                "skipped a.sh:1: the header field has no colon, and curl does not send it; write Name: value",
                "unsupported a.sh:1: the cookies in the file abc are not read; write them as -b 'name=value'",
            ])
        #expect(
            try notes("curl -G -d x -T f a.test")
                == ["assumed a.sh:1: curl refuses to send data (-d) and a file (-T) at once; keep one of them"])
        #expect(try notes("curl -svi -o x -w '%{json}' -D- --fail a.test").isEmpty)
        #expect(
            try notes("curl 'a.test").first
                == "assumed a.sh:1: the quote that begins here has no end; the rest of the file is in it; close it")
    }

    @Test func whatIsNoCommandIsRefused() {
        #expect(
            throws: ImportError(ImportPlace(file: "a.sh"), "it has no curl command", hint: "paste a line that begins with curl")
        ) {
            try read("echo hello\n")
        }
        #expect(throws: ImportError(ImportPlace(file: "a.sh"), "it is not text", hint: "curl command lines are text")) {
            try read("curl\0\0")
        }
    }

    @Test func aBrokenContinuationIsMended() throws {
        let collection = try read("curl a.test \\  \n  -d x\n")
        #expect(collection.requests.map(\.method) == ["POST"])
        #expect(collection.report.notes.map(\.place.line) == [1])
    }

    /// As Chrome copies for cmd.exe, and as it did before.
    @Test func windowsCommands() throws {
        let new = """
            curl ^"https://a.test/x?a=1^&b=^%^20c^" ^
              -H ^"accept: */*^" ^
              -H ^"x-q: say ^\\^"hi^\\^" ^^ ^%^PATH^%^" ^
              --data-raw ^"^{^\\^"a^\\^":1,^

            ^\\^"b^\\^":^\\^"c^\\^"^}^" ^
              --compressed & curl ^"https://a.test/2^"
            """
        let collection = try read(new)
        let first = try #require(collection.requests.first)
        #expect(collection.requests.map(\.url) == ["https://a.test/x?a=1&b=%20c", "https://a.test/2"])
        #expect(first.headers == [CollectionField("accept", "*/*"), CollectionField("x-q", "say \"hi\" ^ %PATH%")])
        #expect(first.body == .text("{\"a\":1,\n\"b\":\"c\"}", mediaType: "application/x-www-form-urlencoded"))
        #expect(first.options.isCompressed)
        #expect(collection.report.notes.isEmpty)
        let old = try only(
            "curl.exe \"https://a.test/x\" ^\r\n -H \"a: b^c\" ^\r\n --data-binary \"{\"\"k\"\":\\\"v\\\\\\\"}\"\r\n")
        #expect(old.headers == [CollectionField("a", "b^c")])
        #expect(old.body == .text("{\"k\":\"v\\\"}", mediaType: "application/x-www-form-urlencoded"))
    }
}
