// What .http files say, line by line, in small files of the three dialects.

import Testing

@testable import RequestFiles

struct HTTPFileReaderTests {
    private func read(_ text: String) throws -> RequestCollection {
        try HTTPFileReader.readCollection(Array(text.utf8), file: "api/users.http")
    }

    private func notes(_ collection: RequestCollection) -> [String] {
        collection.report.notes.map { "\($0.place.line ?? 0) \($0.message)" }
    }

    @Test func separatorsNamesCommentsAndMetadata() throws {
        let collection = try read(
            """
            # All about users
            ### Get a user ###
            # Reads one.
            # @name getUser
            # @no-redirect
            // @no-cookie-jar
            # @timeout 500 ms
            # @connection-timeout 2 m
            # @loop for 3
            GET https://a.example/users/1 HTTP/1.1
            Accept: application/json
            # of the header
            X-Empty:

            ### Second
            // @title All users
            https://a.example/users
            ###

            ### third
            delete {{ base }}/users/{{id}} HTTP/2
            """)
        #expect(collection.name == "users")
        #expect(collection.docs == "All about users")
        let requests = collection.requests
        #expect(requests.map(\.name) == ["getUser", "All users", "third"])
        #expect(requests.map(\.method) == ["GET", "GET", "DELETE"])
        #expect(requests.map(\.url) == ["https://a.example/users/1", "https://a.example/users", "{{base}}/users/{{id}}"])
        #expect(requests[0].docs == "Get a user\nReads one.\nof the header")
        #expect(requests[0].headers == [CollectionField("Accept", "application/json"), CollectionField("X-Empty", "")])
        #expect(requests[0].options.followsRedirects == false)
        #expect(requests[0].options.ignoresCookies)
        #expect(requests[0].options.timeout == 0.5)
        #expect(requests[0].options.connectTimeout == 120)
        #expect(requests.map(\.place.line) == [10, 17, 21])
        #expect(notes(collection) == ["9 `@loop` sends the request many times", "21 it needs HTTP/2"])
        #expect(collection.report.requests == 3)
    }

    @Test func urlsGoOverSeveralLines() throws {
        let requests = try read(
            """
            GET https://a.example
              /search
              ?q={{ $randomInt 1 5 }}
              &page=2
              #top
            Accept: text/plain

            ###
            GET https://b.example/x
            ?a=1
            &b=2

            ###
            GET unix:/var/run/docker.sock:/containers/json
            """
        ).requests
        #expect(requests[0].url == "https://a.example/search?q={{$randomInt 1 5}}&page=2#top")
        #expect(requests[0].headers == [CollectionField("Accept", "text/plain")])
        #expect(requests[1].url == "https://b.example/x?a=1&b=2")
        #expect(requests[2].url == "http://localhost/containers/json")
        #expect(requests[2].options.unixSocket == "/var/run/docker.sock")
    }

    @Test func requestsWithoutSeparatorsBeginAtTheirRequestLine() throws {
        let collection = try read(
            """
            @host = https://a.example
            GET /one
            GET /two

            POST /three

            {"a": 1}

            # @name four
            PUT /four
            X-A: b

            ###
            POST https://a.example/mail
            Content-Type: multipart/mixed; boundary=b

            --b

            GET /inner HTTP/1.1
            --b--
            """)
        #expect(
            collection.requests.map(\.url) == ["/one", "/two", "/three", "/four"].map { "{{host}}" + $0 } + [
                "https://a.example/mail"
            ])
        #expect(collection.requests[2].body == .text("{\"a\": 1}", mediaType: nil))
        #expect(collection.requests[3].name == "four")
        #expect(
            collection.requests[4].body
                == .text("--b\r\n\r\nGET /inner HTTP/1.1\r\n--b--", mediaType: "multipart/mixed; boundary=b"))
        #expect(notes(collection) == ["10 a request begins here, without `###` before it"])
    }

    @Test func variablesHoldInTheFileUnlessPartsDisagree() throws {
        let collection = try read(
            """
            @base = https://{{ domain }}/v1
            @lazy := {{$guid}}
            # @old = 1
            ###
            @path = one
            GET {{base}}/{{path}}
            ###
            @path = two
            @once = {{$timestamp -1 d}}
            GET {{base}}/{{path}}
            """)
        #expect(
            collection.variables == [
                CollectionField("base", "https://{{domain}}/v1"), CollectionField("lazy", "{{$guid}}"),
                CollectionField("once", "{{$timestamp -1 d}}"),
            ])
        #expect(collection.requests.map(\.variables) == [[CollectionField("path", "one")], [CollectionField("path", "two")]])
        #expect(notes(collection) == ["5 `path` is set more than once, and applies to the requests of its part"])
    }

    @Test func authIsWrittenInShort() throws {
        func auth(_ value: String) throws -> CollectionAuth? {
            let request = try #require(try read("GET https://a.example\nAuthorization: \(value)\nX-A: b\n").requests.first)
            #expect(request.headers.count == (request.auth == nil ? 2 : 1))
            return request.auth
        }
        #expect(try auth("Basic {{ user }} {{password}}") == .basic(user: "{{user}}", password: "{{password}}"))
        #expect(try auth("Basic john doe:secret") == .basic(user: "john doe", password: "secret"))
        #expect(try auth("Basic john pass  word {{ x }}") == .basic(user: "john", password: "pass word {{x}}"))
        #expect(try auth("Digest john pass word") == .digest(user: "john", password: "pass word"))
        #expect(try auth("Basic am9objpzZWNyZXQ=") == .basic(user: "john", password: "secret"))
        #expect(try auth("Basic {{encoded}}") == nil)
        #expect(try auth("Bearer {{token}}") == .bearer(token: "{{token}}"))
        #expect(try auth("Digest john secret") == .digest(user: "john", password: "secret"))
        #expect(try auth("token") == nil)
        #expect(
            try auth("AWS id key token:t region:eu-1 service:s3")
                == .awsSigV4(accessKey: "id", secretKey: "key", region: "eu-1", service: "s3", sessionToken: "t"))
        #expect(try auth("openid password local") == .oauth2([CollectionField("grantType", "password")]))
    }

    @Test func scriptsAssertsAndReferencesAreNotedAndTakenOut() throws {
        let collection = try read(
            """
            import ./other.http
            run #login
            < {%
                request.variables.set("a", "b")
            %}
            POST https://a.example/{{a}}
            ...defaults

            text
            ?? status == 200
            ?? body exists

            > {% client.log("###") %}
            <> 2024-01-01.200.json
            <> 2024-01-02.200.json
            >> ./out.json

            ###
            {{
              exports.a = 1;
            }}
            GET https://a.example/{{login.response.body.$.id}}/{{1 + 1}}
            {{@response
              console.info("x");
            }}
            """)
        #expect(collection.requests.count == 2)
        #expect(collection.requests[0].body == .text("text", mediaType: nil))
        #expect(collection.requests[1].body == .none)
        #expect(
            notes(collection) == [
                "1 another file is imported", "2 requests are run from here", "3 a script before the request is not run",
                "7 header fields that a script makes are not read", "10 an assert is not checked",
                "13 a script after the response is not run", "14 a response in another file is not read",
                "16 the response is not written to a file", "19 a script is not run",
                "22 `{{login.response.body.$.id}}` comes from another request's response",
                "22 `{{1 + 1}}` is a script",
                "23 a script is not run",
            ])
    }

    @Test func answersInTheFileAreExamples() throws {
        let requests = try read(
            """
            GET https://a.example/one

            // what it says
            HTTP/1.1 200 - OK
            Content-Type: text/plain

            GET it
            now

            ###
            GET https://a.example/two
            """
        ).requests
        #expect(requests.map(\.docs) == ["what it says", ""])
        let example = try #require(requests.first?.examples.first)
        #expect(example.status == 200)
        #expect(example.headers == [CollectionField("Content-Type", "text/plain")])
        #expect(example.body == "GET it\nnow")
        #expect(requests.count == 2)
    }

    @Test(arguments: [
        ("GRPC localhost:50051/a.B/c", "gRPC"), ("WEBSOCKET wss://a.example/ws", "WebSocket"),
        ("wss://a.example/ws", "WebSocket"),
        ("MQTT tcp://a.example", "MQTT"), ("AMQP amqp://a.example", "AMQP"), ("KAFKA a.example:9092", "Kafka"),
        ("SSE https://a.example/events", "server-sent events"), ("GRAPHQL wss://a.example/graphql", "WebSocket"),
    ])
    func otherProtocolsAreNoted(_ line: String, _ name: String) throws {
        let collection = try read(
            "###\n\(line)\ntopic: a\n\n{}\n===\n{{@streaming\n  send();\n}}\n\n###\nGET https://a.example\n")
        #expect(collection.requests.map(\.url) == ["https://a.example"])
        #expect(notes(collection) == ["2 a \(name) request is not read"])
    }

    @Test func pathsGoToTheHostFieldOrTheVariable() throws {
        let collection = try read(
            "GET /a\nHost: a.example:443\n\n###\nGET /b\nHost: http://b.example:8080/\n\n###\n/c\n\n###\n/d\n")
        #expect(
            collection.requests.map(\.url) == ["https://a.example:443/a", "http://b.example:8080/b", "{{host}}/c", "{{host}}/d"])
        #expect(collection.requests.map(\.headers.count) == [1, 0, 0, 0])
        #expect(
            notes(collection) == [
                "1 the URL is a path, and goes to the Host field", "5 the URL is a path, and goes to the Host field",
                "9 the URL is a path, and goes to the variable `host`",
            ])
    }

    /// Its sections and responses would be sent as a body.
    @Test(arguments: [
        ("GET https://a.example\nHTTP 200\n", 2), ("GET https://a.example\n\nHTTP *\n", 3),
        ("GET https://a.example\nHTTP/* 204 # none\n", 2),
        ("# a\nPOST https://a.example\n[FormParams]\nuser: a\n", 3),
        ("GET https://a.example\n  [QueryStringParams]\nq: a\n", 2),
        ("GET https://a.example\n[BasicAuth]\nann: pw\n", 2),
        ("GET https://a.example\nHTTP/1.1 200\n\n[Captures]\nt: jsonpath \"$.t\"\n", 4),
        ("GET https://a.example\nHTTP/2 200\n[Asserts]\nstatus == 200\n", 3),
        ("POST https://a.example\nA: b\n[Form]\nuser: a\n", 3),
        ("GET https://a.example\n\n[Query] # of it\n# c\nq: a\n", 3),
    ])
    func aHurlFileIsRefused(_ text: String, _ line: Int) throws {
        let error = #expect(throws: ImportError.self) { try read(text) }
        #expect(
            error?.description
                == "api/users.http:\(line): this is a Hurl file, which is not read; run it with hurl, or write its requests as .http: forms as bodies, without responses and sections"
        )
    }

    @Test(arguments: [
        "GET https://a.example\n\nHTTP/1.1 200 OK\n", "POST https://a.example\n\n[1, 2]\n",
        "POST https://a.example\n\n[Form]\na = b\n", "### HTTP 200\n# HTTP 200\nGET https://a.example\n",
        "POST https://a.example\nContent-Type: text/plain\n\ntext\n[Options]\nlevel: 1\n",
    ])
    func whatOnlyLooksLikeHurlIsRead(_ text: String) throws { #expect(try read(text).requests.count == 1) }

    @Test func whatIsNoHTTPFileIsRefused() throws {
        let error = #expect(throws: ImportError.self) { try read("{\n  \"info\": {}\n}\n") }
        #expect(
            error?.description
                == "api/users.http:1: it is not a .http file: no request line; write `GET https://…`, and `#` before comments")
        #expect(throws: ImportError.self) { try HTTPFileReader.readCollection([0, 1, 2, 3], file: "a.http") }
        #expect(try read("").requests.isEmpty)
        #expect(try read("GET https://a.example\r\nA: b\r\n\r\nx\r\ny\r\n").requests.first?.body == .text("x\ny", mediaType: nil))
    }
}
