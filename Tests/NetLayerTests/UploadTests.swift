// Multipart bodies and files on the wire: read from disk, progress, redirects, dead connections, files that are gone.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct UploadTests {
    private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

    private static func generator(_ boundary: String = "line") -> RequestGenerator {
        var generator = RequestGenerator()
        generator.boundary = { boundary }
        return generator
    }

    private static func refusal(_ plan: RequestPlan, _ generator: RequestGenerator = generator()) -> String? {
        do throws(NetError) {
            _ = try generator.request(for: plan, on: Net.service)
            return nil
        } catch { return error.detail }
    }

    // MARK: what is made

    @Test(.rows("HH-G6", "HD-17")) func filesAndFieldsMakeOneBody() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("photo one.png", [0, 1, 255])
        var plan = RequestPlan(id: "x", method: .post, path: "/upload", parameters: [Parameter("title", "a\r\nb", in: .form)])
        plan.body = .multipart(
            MultipartBody([
                .init(name: "photo", file: path, contentType: "image/png"),
                .init(name: "raw", content: .bytes([7, 8]), fileName: "r\"aw.bin", contentType: "application/x-raw"),
                .init(name: "part", content: .file(path: path, range: 1..<3)),
            ]))
        let request = try Self.generator().request(for: plan, on: Net.service)
        #expect(request.headers["Content-Type"] == "multipart/form-data; boundary=line")
        var expected = Array(
            """
            --line\r
            Content-Disposition: form-data; name="title"\r
            \r
            a\r
            b\r
            --line\r
            Content-Disposition: form-data; name="photo"; filename="photo one.png"\r
            Content-Type: image/png\r
            \r

            """.utf8)
        expected += [0, 1, 255]
        expected += Array(
            "\r\n--line\r\nContent-Disposition: form-data; name=\"raw\"; filename=\"r%22aw.bin\"\r\nContent-Type: application/x-raw\r\n\r\n"
                .utf8)
        expected += [7, 8]
        expected += Array("\r\n--line\r\nContent-Disposition: form-data; name=\"part\"\r\n\r\n".utf8) + [1, 255]
        expected += Array("\r\n--line--\r\n".utf8)
        #expect(try request.body.collected() == expected)
        #expect(request.body.count == expected.count, "known before anything is read")
        #expect(request.timeouts == TimeoutPolicy().upload, "what has files is an upload")
        plan.kind = .data
        #expect(
            try Self.generator().request(for: plan, on: Net.service).timeouts == TimeoutPolicy().data,
            "unless the plan says otherwise")
    }

    @Test func aBoundaryIsInNoPart() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", [1])
        var plan = RequestPlan(id: "x", method: .post, path: "/x")
        let inMemory = MultipartBody([.init(name: "a", text: "x")])
        let derived = inMemory.derivedBoundary
        plan.body = .multipart(MultipartBody([.init(name: "a", text: "\r\n--\(derived)--")]))
        let request = try Self.generator("unused").request(for: plan, on: Net.service)
        #expect(request.headers["Content-Type"]?.hasSuffix(derived) == false)
        #expect(request.headers["Content-Type"]?.contains("unused") == false, "what is in memory needs no chance")
        // What a file holds nobody has seen: the generator's line is taken, and must not stand in the parts that are known.
        plan.body = .multipart(MultipartBody([.init(name: "f", file: path), .init(name: "a", text: "the line")]))
        #expect(Self.refusal(plan) == "the boundary 'line' is not valid")
        #expect(Self.refusal(plan, Self.generator("other")) == nil)
        for boundary in ["", "a b", "a\"", "a;b", "ü", String(repeating: "a", count: 71)] {
            #expect(Self.refusal(plan, Self.generator(boundary)) == "the boundary '\(boundary)' is not valid")
        }
        #expect(Self.refusal(plan, Self.generator("'()+_,-./:=?" + String(repeating: "9", count: 58))) == nil)
        #expect(Self.refusal(plan, Self.generator("9")) == nil)
        let (one, two) = (RequestGenerator.randomBoundary(), RequestGenerator.randomBoundary())
        #expect(one != two && MultipartBody.isBoundary(one) && one.utf8.count > 20)
    }

    @Test func whatCannotBeSentIsToldBeforehand() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", [1])
        var plan = RequestPlan(
            id: "x", method: .post, path: "/x", body: .file(path: folder.path("none"), contentType: "text/plain"))
        #expect(Self.refusal(plan) == "the body's file '\(folder.path("none"))' cannot be opened: No such file or directory")
        plan.body = .multipart(MultipartBody([.init(name: "f", file: folder.path("none"))]))
        #expect(Self.refusal(plan)?.hasSuffix("No such file or directory") == true)
        for broken in ["a\r\nX: 1", "a\n", "a\0"] {
            plan.body = .multipart(MultipartBody([.init(name: "f", file: path, contentType: broken)]))
            #expect(Self.refusal(plan) == "the content type of a part has a line break or NUL in it")
        }
        plan.parameters = [Parameter("a", "1", in: .form)]
        for body in [RequestBody.json(1), .file(path: path, contentType: "text/plain"), .bytes([], contentType: "text/plain")] {
            plan.body = body
            #expect(Self.refusal(plan) == "a call has form fields or a body, not both")
        }
    }

    // MARK: on the wire

    @Test(.rows("HH-G6", "HD-17"), arguments: [0, 1, 12 << 10, 5_000_000])
    func aFileArrivesWholeWithProgress(_ size: Int) async throws {
        let server = try FaultServer { .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file("a", Self.bytes(size))
        let plan = RequestPlan(
            id: "x", method: .post, path: server.url("/up"), body: .multipart(MultipartBody([.init(name: "f", file: path)])))
        let request = try Self.generator().request(for: plan, on: nil)
        let seen = await CurlTransport().exchange(request)
        #expect(seen.text == "\(request.body.count)")
        let received = try #require(server.counts.requests.first)
        #expect(received.value("Content-Length") == "\(request.body.count)" && received.value("Transfer-Encoding") == nil)
        #expect(received.body == (try request.body.collected()))
        #expect(seen.phases == [.resolving, .connecting, .sending, .waiting, .receiving])
        #expect(seen.progress.map(\.sent) == seen.progress.map(\.sent).sorted())
        #expect(seen.ends.first?.metrics.bytesSent == Int64(received.head.utf8.count + request.body.count))
    }

    @Test func aPutSendsAPartOfAFile() async throws {
        let server = try FaultServer { .echo($0) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file("a", Self.bytes(100_000))
        let plan = RequestPlan(
            id: "x", method: .put, path: server.url(), body: .file(path: path, range: 5..<60_005, contentType: "image/png"))
        _ = await CurlTransport().exchange(try RequestGenerator().request(for: plan, on: nil))
        let received = try #require(server.counts.requests.first)
        #expect(received.method == "PUT" && received.value("Content-Type") == "image/png")
        #expect(received.body == Array(Self.bytes(100_000)[5..<60_005]))
    }

    @Test(arguments: ["GET", "PATCH", "DELETE", "QUERY"]) func anyMethodSendsAFile(_ method: String) async throws {
        let server = try FaultServer { .answer(body: $0.method) }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file("a", Self.bytes(20_000))
        let plan = RequestPlan(
            id: "x", method: HTTPMethod(rawValue: method), path: server.url(), body: .file(path: path, contentType: "text/plain"))
        #expect(await CurlTransport().exchange(try RequestGenerator().request(for: plan, on: nil)).text == method)
        #expect(server.counts.requests.first?.body == Self.bytes(20_000))
    }

    @Test func aRedirectSendsTheFileAgain() async throws {
        let server = try FaultServer { $0.target == "/start" ? .redirect(307, to: "/there") : .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file("a", Self.bytes(300_000))
        let plan = RequestPlan(
            id: "x", method: .post, path: server.url("/start"), body: .file(path: path, contentType: "text/plain"))
        let answer = try await NetClient(transport: CurlTransport()).send(Endpoint(plan), on: ServicePool([]))
        #expect(answer.body == Array("300000".utf8))
        #expect(server.counts.requests.map(\.body) == [Self.bytes(300_000), Self.bytes(300_000)])
    }

    /// A kept connection may turn out dead when some of the body is sent: the server may have it, so it is not sent once more.
    @Test func aBodyOnADeadConnectionIsSentOnce() async throws {
        let seen = Mutex(0)
        let server = try FaultServer { request in
            guard request.method == "POST" else { return .answer(body: "ok") }
            return seen.withLock { count in
                count += 1
                return count == 1 ? FaultReply([.close]) : .answer(body: "\(request.body.count)")
            }
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file("a", Self.bytes(300_000))
        let transport = CurlTransport()
        #expect(await transport.get(server.url()).text == "ok")
        let plan = RequestPlan(id: "x", method: .post, path: server.url(), body: .file(path: path, contentType: "text/plain"))
        let record = await transport.exchange(try RequestGenerator().request(for: plan, on: nil))
        #expect(record.kind == .cut)
        #expect(server.counts.requests.count { $0.method == "POST" } == 1)
    }

    @Test func aFileThatIsGoneOrChangedIsACleanError() async throws {
        let server = try FaultServer { .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let transport = CurlTransport()
        let path = try folder.file("a", Self.bytes(50_000))
        let plan = RequestPlan(id: "x", method: .post, path: server.url(), body: .file(path: path, contentType: "text/plain"))
        let request = try RequestGenerator().request(for: plan, on: nil)
        try folder.file("a", Self.bytes(50_001))
        let changed = await transport.exchange(request)
        #expect(changed.kind == .badRequest)
        #expect(changed.ends.first?.failure?.detail == "the body's file '\(path)' has changed since the request was made")
        try FileManager.default.removeItem(atPath: path)
        let gone = await transport.exchange(request)
        #expect(gone.kind == .badRequest && gone.heads.isEmpty)
        #expect(gone.ends.first?.failure?.detail == "the body's file '\(path)' cannot be opened: No such file or directory")
        #expect(server.counts.requests.isEmpty, "no whole request came")
        #expect(await transport.get(server.url()).text == "0", "and the transport goes on")
    }

    /// A file of a terabyte with nothing in it: whoever read it into memory would not come back.
    @Test func aHugeFileIsNeverReadAsAWhole() async throws {
        let server = try FaultServer { .answer(body: "\($0.body.count)") }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file("huge", [])
        #expect(truncate(path, 1 << 40) == 0)
        let plan = RequestPlan(
            id: "x", method: .post, path: server.url(), body: .multipart(MultipartBody([.init(name: "f", file: path)])))
        let request = try Self.generator().request(for: plan, on: nil)
        #expect(request.body.count > 1 << 40)
        let recorder = CurlRecorder()
        let transfer = CurlTransport.shared.start(request, observer: recorder)
        #expect(await eventually { recorder.record.progress.contains { $0.sent > 100_000 } })
        transfer.cancel()
        #expect(await recorder.ended().kind == .cancelled(.user))
    }
}
