// The demo's answers of every other kind, as curl and as the program see them.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 1)) struct DemoAPITests {
    @Test func everyOperationIsDescribedAndAnswers() async throws {
        let service = try await DemoService()
        let list = try await ExplorerProgram.run("list", "\(service.url)/openapi.json", "--format", "json")
        #expect(list.code == 0 && list.errors.isEmpty, "\(list.errors)")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(list.output)) as? [[String: Any]])
        #expect(rows.count == 62)
        #expect(rows.count { $0["deprecated"] as? Bool == true } == 1)
        #expect(Set(rows.compactMap { $0["id"] as? String }).count == rows.count)
        for row in rows {
            let (method, path) = (row["method"] as? String ?? "", row["path"] as? String ?? "")
            #expect((row["tags"] as? [String])?.count == 1 && row["summary"] as? String != "", "\(method) \(path)")
            // What takes a path parameter, a body or its time has tests of its own.
            guard method == "GET", !path.contains("{"), !path.hasPrefix("/streams"), path != "/slow" else { continue }
            #expect(try await service.curl(path).status != 404, "\(path)")
        }
        #expect(try await service.curl("/nothing-of-the-kind").status == 404)
    }

    @Test func itemsAreMadeChangedAndDeleted() async throws {
        let service = try await DemoService()
        func send(_ method: String, _ target: String, _ body: String) async throws -> DemoService.Reply {
            try await service.curl(target, "-X", method, "-H", "Content-Type: application/json", "-d", body)
        }
        let made = try await send("POST", "/items", #"{"name": "Lamp", "price": 12.5}"#)
        #expect(made.status == 201 && made.headers["location"] == "/items/1235")
        let changed = try await send("PATCH", "/items/1235", #"{"state": "closed"}"#)
        #expect(
            changed.status == 200 && changed.object["state"] as? String == "closed" && changed.object["name"] as? String == "Lamp"
        )
        let replaced = try await send("PUT", "/items/1235", #"{"name": "Chair", "price": 1}"#)
        #expect(replaced.object["state"] as? String == "open" && replaced.object["name"] as? String == "Chair")
        #expect(replaced.object["createdAt"] as? String == made.object["createdAt"] as? String)
        #expect(try await send("PATCH", "/items/1235", #"{"price": -1}"#).status == 422)
        #expect(try await send("PUT", "/items/1235", #"{"price": 1}"#).status == 422)
        #expect(try await send("PATCH", "/items/1235", "{").status == 400)
        #expect(try await send("PATCH", "/items/99999", "{}").status == 404)

        let deleted = try await service.curl("/items/7", "-X", "DELETE")
        #expect(deleted.status == 204 && deleted.body.isEmpty)
        #expect(try await service.curl("/items/7", "-X", "DELETE").status == 404)
        #expect(try await service.curl("/items/7").status == 404)
        #expect(try await service.curl("/items/8").object["id"] as? Int == 8)
        let counted = try await service.curl("/items", "--head")
        #expect(counted.headers["x-total-count"] == "1234")
        // An id is never given twice.
        _ = try await service.curl("/items/1235", "-X", "DELETE")
        #expect(try await send("POST", "/items", #"{"name": "Lamp", "price": 1}"#).headers["location"] == "/items/1236")
    }

    @Test func uploadsAreCountedAndHashed() async throws {
        let service = try await DemoService()
        let folder = try TemporaryFolder()
        for size in [0, 1, 55, 56, 63, 64, 65, 119, 120, 100_000] {
            let file = try folder.file("up", (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            let sum = try await ExplorerProgram.bash("sha256sum < '\(file)'").text.prefix(64)
            let reply = try await service.curl(
                "/uploads/raw", "--data-binary", "@\(file)", "-H", "Content-Type: application/octet-stream")
            #expect(reply.status == 201 && reply.object["bytes"] as? Int == size)
            #expect(reply.object["sha256"] as? String == String(sum), "\(size)")
        }
        let file = try folder.file("file", Array("--x\r\n\r\nnot a boundary\r\n--\r\n".utf8))
        let sum = try await ExplorerProgram.bash("sha256sum < '\(file)'").text.prefix(64)
        let reply = try await service.curl(
            "/uploads/multipart", "-F", "note=zażółć", "-F", "file=@\(file);filename=a b;type=text/x-odd", "-F", "empty=")
        let parts = try #require(reply.object["parts"] as? [[String: Any]])
        #expect(parts.map { $0["name"] as? String } == ["note", "file", "empty"])
        #expect(parts.map { $0["bytes"] as? Int } == [10, 27, 0])
        #expect(parts[1]["sha256"] as? String == String(sum))
        #expect(parts[1]["filename"] as? String == "a b" && parts[1]["contentType"] as? String == "text/x-odd")

        #expect(try await service.curl("/uploads/multipart", "-d", "x").status == 415)
        for type in ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=none"] {
            #expect(
                try await service.curl("/uploads/multipart", "-H", "Content-Type: \(type)", "-d", "x").status == 400, "\(type)")
        }
        let put = try await service.curl("/uploads/a%20b", "-T", file)
        #expect(put.status == 204 && put.headers["x-name"] == "a%20b" && put.headers["x-bytes"] == "27")
    }

    @Test func streamsComeWithAndWithoutTheirLength() async throws {
        let service = try await DemoService()
        for isTold in [true, false] {
            let lines = try await service.curl("/streams/lines?count=5&rate=1000&length=\(isTold)")
            #expect(lines.body.count == 320 && lines.text.hasPrefix("line 1 of 5 ") && lines.text.hasSuffix(".\n"))
            #expect(lines.headers["content-length"] == (isTold ? "320" : nil))
            let bytes = try await service.curl("/streams/bytes?bytes=12345&rate=1000000&length=\(isTold)")
            #expect(bytes.body.count == 12_345)
            #expect(bytes.headers["content-length"] == (isTold ? "12345" : nil))
        }
        let values = try await service.curl("/streams/ndjson?count=3&rate=1000").text.split(separator: "\n")
        #expect(values.count == 3 && values.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil })
        let events = try await service.curl("/streams/events?count=3&rate=1000")
        #expect(events.headers["content-type"] == "text/event-stream")
        #expect(events.text.split(separator: "\n").filter { $0.hasPrefix("id: ") } == ["id: 1", "id: 2", "id: 3"])
        #expect(events.text.hasPrefix(": ") && events.text.hasSuffix("\n\n"))
        for wrong in ["count=0", "rate=0", "rate=nan", "length=maybe"] {
            #expect(try await service.curl("/streams/lines?\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test func aStreamWhoseReaderLeavesEnds() async throws {
        let service = try await DemoService()
        let begun = try await service.curl("/streams/lines?count=1000&rate=20", "--max-time", "1")
        #expect(begun.code == 28 && begun.text.hasPrefix("line 1 of 1000"))
        #expect(try await service.isAtRest())
    }

    @Test func theLargeArrayIsWholeAndTheSameEachTime() async throws {
        let service = try await DemoService()
        let result = try await ExplorerProgram.bash(
            """
            curl -s '\(service.url)/streams/large' | tee >(sha256sum >&2) | jq 'length, .[0].id == 1, .[-1].id == length'
            curl -s '\(service.url)/streams/large' | wc -c; curl -s '\(service.url)/streams/large' | sha256sum >&2; wait
            """)
        #expect(result.lines.count == 4 && result.lines[1] == "true" && result.lines[2] == "true", "\(result.text)")
        #expect((20_000_000..<20_001_000).contains(try #require(Int(result.lines[3]))))
        let sums = result.errors.split(separator: "\n")
        #expect(sums.count == 2 && sums.first == sums.last)
    }

    @Test func loginsTellTheRightFrom401And403() async throws {
        let service = try await DemoService()
        let token = try await service.curl("/logins/token", "-d", "username=demo&password=secret")
        #expect(token.object["access_token"] as? String == "demo-token")
        let json = try await service.curl(
            "/logins/token", "-H", "Content-Type: application/json", "-d", #"{"username": "guest", "password": "guest"}"#)
        #expect(json.object["access_token"] as? String == "guest-token")
        #expect(try await service.curl("/logins/token", "-d", "username=demo&password=wrong").status == 401)
        #expect(try await service.curl("/logins/token", "-d", "username=demo").status == 400)

        let attempts: [(String, [String], Int)] = [
            ("/logins/basic", [], 401), ("/logins/basic", ["-u", "demo:secret"], 200),
            ("/logins/basic", ["-u", "guest:guest"], 403),
            ("/logins/basic", ["-u", "demo:guest"], 401), ("/logins/basic", ["-H", "Authorization: Basic %"], 401),
            ("/logins/bearer", [], 401), ("/logins/bearer", ["-H", "Authorization: bearer demo-token"], 200),
            ("/logins/bearer", ["-H", "Authorization: Bearer guest-token"], 403),
            ("/logins/bearer", ["-H", "Authorization: Bearer x"], 401),
            ("/logins/bearer", ["-H", "Authorization: Bearer demo-wrong"], 401),
            ("/logins/key", ["-H", "X-API-Key: demo-kex"], 401),
            ("/logins/key", [], 401), ("/logins/key", ["-H", "X-API-Key: demo-key"], 200),
            ("/logins/key?api_key=demo-key", [], 200),
            ("/logins/key", ["-H", "X-API-Key: guest-key"], 403),
        ]
        for (target, options, status) in attempts {
            let head = try await ChildProcess.run(
                "/usr/bin/curl", ["-s", "-i"] + options + [service.url + target], environment: ExplorerProgram.environment)
            #expect(head.text.hasPrefix("HTTP/1.1 \(status) "), "\(target) \(options): \(head.text)")
            #expect(head.text.contains("WWW-Authenticate: ") == (status == 401), "\(target) \(options)")
            #expect(head.text.contains("application/problem+json") == (status >= 400))
        }
    }

    @Test func redirectsLeadWhereTheySay() async throws {
        let service = try await DemoService()
        for code in [301, 302, 303, 307, 308] {
            let sent = try await ExplorerProgram.run("send", "GET", "\(service.url)/redirects/chain?times=4&code=\(code)")
            #expect(sent.code == 0 && sent.text.contains(#""path":"/echo""#), "\(sent.errors)")
            let first = try await service.curl("/redirects/chain?times=1&code=\(code)")
            #expect(first.status == code && first.headers["location"] == "/echo")
        }
        let posted = try await ExplorerProgram.run("send", "POST", "\(service.url)/redirects/chain?code=307", "-d", "{}")
        #expect(posted.text.contains(#""method":"POST""#) && posted.text.contains(#""body":"{}""#))
        #expect(try await ExplorerProgram.run("send", "GET", "\(service.url)/redirects/loop").code == 6)
        let away = try await service.curl("/redirects/away")
        #expect(away.headers["location"]?.hasPrefix("http://localhost:") == true)
        for stranger in [
            "http://example.com:80", "http://localhost.example.com:80", "http://localhost:80@example.com", "//localhost:1",
        ] {
            #expect(try await service.curl("/redirects/away?to=\(stranger)").status == 400, "\(stranger)")
        }
    }

    @Test func errorsAreOfTheirOwnKind() async throws {
        let service = try await DemoService()
        let problem = try await service.curl("/errors/problem")
        #expect(problem.status == 422 && (problem.object["errors"] as? [Any])?.count == 3)
        for left in (0..<5).reversed() { #expect(try await service.curl("/errors/limited").object["left"] as? Int == left) }
        let limited = try await service.curl("/errors/limited")
        #expect(limited.status == 429)
        #expect((1...10).contains(try #require(limited.headers["retry-after"].flatMap { Int($0) })))
        #expect(try await service.curl("/errors/unavailable?after=7").headers["retry-after"] == "7")
        var statuses: [Int] = []
        for _ in 0..<6 { statuses.append(try await service.curl("/errors/flaky").status) }
        #expect(statuses == [503, 503, 200, 503, 503, 200])
        #expect(try await service.curl("/errors/cut").code == 18)
        #expect(try await service.curl("/errors/cut?length=false").code == 18)
        #expect(try await ExplorerProgram.run("send", "GET", "\(service.url)/errors/cut").code == 6)
    }

    @Test func formatsAreWhatTheySayTheyAre() async throws {
        let service = try await DemoService()
        let zipped = try await service.curl("/formats/gzip", "--compressed")
        #expect(zipped.headers["content-encoding"] == "gzip" && (zipped.json as? [Any])?.count == 100)
        #expect(try await ExplorerProgram.run("send", "GET", "\(service.url)/formats/gzip").output == zipped.body)
        let picture = try await service.curl("/formats/picture?size=300")
        #expect(picture.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        // Longer than one stored block; Python's decompressor checks the sums.
        let folder = try TemporaryFolder()
        let file = try folder.file("picture.png", picture.body)
        let size = try await ExplorerProgram.bash(
            """
            python3 -c 'import sys,zlib,struct; b=open(sys.argv[1],"rb").read(); n=struct.unpack(">I",b[33:37])[0]
            assert zlib.crc32(b[37:41+n])==struct.unpack(">I",b[41+n:45+n])[0]; print(len(zlib.decompress(b[41:41+n])))' '\(file)'
            """)
        #expect(size.text == "\(300 * 901)\n", "\(size.errors)")
        #expect(try await service.curl("/formats/bytes").body == Array(0...255))
        #expect(try await service.curl("/formats/empty").status == 204)
        let latin = try await service.curl("/texts/sample?format=latin1")
        #expect(latin.headers["content-type"] == "text/plain; charset=iso-8859-1")
        #expect(latin.body.contains(0xe8) && latin.body.count == 56)
        #expect(try await service.curl("/texts/sample?format=odd").status == 400)
        #expect((try await service.curl("/texts/unicode").json as? [[String: Any]])?.count == 25)
    }

    @Test func hostileTextsAreThereAndArriveWhole() async throws {
        let service = try await DemoService()
        let hostile = try await service.curl("/texts/hostile")
        let values = try #require(hostile.object["values"] as? [String: String])
        let keys = try #require(hostile.object["keys"] as? [String: String])
        #expect(values["title"] == "\u{1b}]0;owned\u{7}" && keys["\u{1b}]0;owned\u{7}"] != nil)
        #expect(values.count == 23 && keys.count == 23)
        #expect(hostile.headers["x-hostile"]?.contains("\u{c2}\u{9b}31m") == true)
        #expect(try await service.curl("/texts/escapes").body.contains(0x1b))
    }
}
