// Downloads into files over a scripted transport: what is asked, what is written, and what is left behind when it goes wrong.

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct DownloadTests {
    private static let bytes = (0..<1_000).map { UInt8($0 % 251) }

    private func client(_ script: @escaping @Sendable (WireRequest) -> [ScriptedTransport.Step]) -> (NetClient, ScriptedTransport)
    {
        let transport = ScriptedTransport(script)
        return (NetClient(transport: transport), transport)
    }

    /// A server as it should be, with one file of version `tag`.
    private static func serve(
        _ request: WireRequest, tag: String? = "\"v1\"", bytes: [UInt8] = bytes, cut: Int? = nil
    ) -> [ScriptedTransport.Step] {
        var headers: Headers = [:]
        if let tag { headers.set(HeaderField("ETag", tag)) }
        var start = 0
        if let range = request.headers["Range"], request.headers["If-Range"] == tag {
            start = Int(range.dropFirst(6).dropLast()) ?? 0
            guard start < bytes.count else { return .answer(416, headers: ["Content-Range": "bytes */\(bytes.count)"]) }
            headers.set(HeaderField("Content-Range", "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"))
        }
        headers.set(HeaderField("Content-Length", "\(bytes.count - start)"))
        let head = ScriptedTransport.Step.head(ResponseHead(status: start > 0 ? 206 : 200, headers: headers))
        if let cut { return [head, .body(Array(bytes[start..<cut])), .fail(TransferFailure(.cut, "gone"))] }
        return [head, .body(Array(bytes[start...])), .finish(TransferMetrics())]
    }

    private func failure(
        _ client: NetClient, _ target: DownloadTarget, _ plan: RequestPlan = Net.plan()
    ) async -> NetError? {
        await client.failure { (client: NetClient) throws(NetError) in
            _ = try await client.download(plan, on: Net.pool, to: target).value
        }
    }

    private func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    // MARK: Whole

    @Test(.rows("HD-17", "YB-17")) func aFileIsWrittenAndTheHookSeesItsPath() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { Self.serve($0) }
        let seen = Mutex<DownloadedFile?>(nil)
        let target = DownloadTarget(folder.path("c.bin"))
        let file = try await client.download(Net.call("/a/b.bin"), on: Net.pool, to: target) { file in
            let bytes = try folder.bytes("c.bin")
            #expect(bytes == Self.bytes, "it is in its place")
            seen.withLock { $0 = file }
        }.value
        #expect(seen.withLock { $0 } == file)
        #expect(file.path == folder.path("c.bin") && file.size == 1_000 && file.resumedFrom == 0)
        #expect(file.head.status == 200 && file.url.path == "/v1/a/b.bin")
        #expect(try names(folder) == ["c.bin"])
        #expect(transport.requests.map { $0.headers["Accept-Encoding"] } == ["identity"])
        #expect(transport.requests.first?.headers.first("Range") == nil)
        #expect(await client.isDrained())
        #expect(client.row(file.id)?.state == .succeeded)
    }

    @Test func whatTheHookThrowsIsToldAndTheFileStays() async throws {
        let folder = try TemporaryFolder()
        let (client, _) = client { Self.serve($0) }
        let error = await client.failure { (client: NetClient) throws(NetError) in
            _ = try await client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("a"))) { _ in
                throw PageProblem("no good")
            }.value
        }
        #expect(error?.kind == .decode && error?.detail == "no good")
        #expect(try names(folder) == ["a"])
    }

    @Test(.rows("YB-17")) func aFolderGetsTheNameOfTheAnswerOrTheURL() async throws {
        let folder = try TemporaryFolder()
        let (client, _) = client { request in
            .answer(
                200,
                headers: request.url.path.hasSuffix("named")
                    ? ["Content-Disposition": "attachment; filename=\"../../x/report.pdf\""] : [:],
                body: [1])
        }
        for path in ["/a/list.json?x=1", "/named"] {
            _ = try await client.download(Net.plan(path), on: Net.pool, to: DownloadTarget(folder.path)).value
        }
        #expect(try names(folder) == ["list.json", "report.pdf"])
        let slashed = try await client.download(Net.plan("/z"), on: Net.pool, to: DownloadTarget(folder.path + "//")).value
        #expect(slashed.path == folder.path("z"))
        #expect(await failure(client, DownloadTarget(folder.path("none/")))?.kind == .file)
    }

    @Test(.rows("YB-17")) func anExistingFileIsReplacedWhenTheNewOneIsWhole() async throws {
        let folder = try TemporaryFolder()
        try folder.file("a.bin", "old")
        let (cutting, _) = client { Self.serve($0, tag: nil, cut: 500) }
        #expect(await failure(cutting, DownloadTarget(folder.path("a.bin")))?.kind == .cut)
        #expect(try folder.text("a.bin") == "old" && names(folder) == ["a.bin"], "and nothing else is left")
        let (client, transport) = client { request in
            [.head(ResponseHead(status: 200)), .body(Self.bytes)]
        }
        let download = Task {
            try await client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("a.bin"))).value
        }
        #expect(await eventually { transport.inFlight.count == 1 })
        #expect(try folder.text("a.bin") == "old")
        transport.inFlight.first?.play([.finish(TransferMetrics())])
        _ = try await download.value
        #expect(try folder.bytes("a.bin") == Self.bytes && names(folder) == ["a.bin"])
    }

    @Test func anExistingFileStaysWhereThatWasAsked() async throws {
        let folder = try TemporaryFolder()
        try folder.file("a.bin", "old")
        try folder.file("a-2.bin", "older")
        let (client, _) = client { Self.serve($0) }
        let target = DownloadTarget(folder.path("a.bin"), existing: .number)
        #expect(try await client.download(Net.plan(), on: Net.pool, to: target).value.path == folder.path("a-3.bin"))
        #expect(
            try await client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("b"), existing: .number)).value
                .path
                == folder.path("b"))
        #expect(try names(folder) == ["a-2.bin", "a-3.bin", "a.bin", "b"])
        #expect(try folder.text("a.bin") == "old" && folder.bytes("a-3.bin") == Self.bytes)
    }

    @Test func aLinkIsReplacedAndNotFollowed() async throws {
        let folder = try TemporaryFolder()
        try folder.file("secret", "mine")
        try FileManager.default.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: folder.path("secret"))
        let (client, _) = client { Self.serve($0) }
        _ = try await client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("a"))).value
        #expect(try folder.text("secret") == "mine" && folder.bytes("a") == Self.bytes)
    }

    /// Work that has not begun lands no result itself, so the cancel does.
    @Test func aCancelLandsTheResultUnlessTheWorkHasBegun() async {
        let error = NetError(.cancelled(.user), attempted: "GET /file")
        let (waiting, working) = (DownloadEnd(), DownloadEnd())
        #expect(!waiting.cancel(error) && !waiting.begin())
        #expect(await waiting.landing.value() == .failure(error))
        #expect(working.begin() && working.cancel(error) && !working.begin())
        #expect(await working.reason.value() == error)
    }

    @Test(.rows("YB-19")) func progressStandsInTheRow() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { _ in
            [
                .head(ResponseHead(status: 200, headers: ["Content-Length": "1000"])), .body(Array(Self.bytes.prefix(400))),
                .progress(sent: 0, received: 400),
            ]
        }
        let download = Task { try await client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("a"))).value }
        #expect(await eventually { client.snapshot().live.contains { $0.bytesReceived == 400 && $0.bytesExpected == 1_000 } })
        transport.inFlight.first?.play([.body(Array(Self.bytes.dropFirst(400))), .finish(TransferMetrics())])
        _ = try await download.value
        #expect(await client.isDrained())
        #expect(client.snapshot().live.isEmpty, "dropped with the task")
    }

    @Test func aLargeFileHasNoLimitsButThoseAsked() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { Self.serve($0) }
        _ = try await client.download(Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("a"))).value
        let target = DownloadTarget(folder.path("b"), maximumBytes: 1_000)
        let own = Timeouts(connect: .seconds(1), idle: .seconds(2), total: .seconds(3))
        _ = try await client.download(Net.plan { $0.timeouts = own }, on: Net.pool, to: target).value
        #expect(transport.requests.map(\.limits.body) == [.max, 1_000])
        #expect(transport.requests.map(\.limits.decodedBody) == [.max, 1_000])
        #expect(transport.requests.map(\.timeouts.total) == [nil, .seconds(3)])
        #expect(transport.requests.map(\.timeouts.idle) == [.seconds(60), .seconds(2)])
    }

    /// With what earlier tries have left, and whether the server says beforehand how much it is.
    @Test(arguments: [true, false]) func aFileIsNotLongerThanWasAsked(_ isAnnounced: Bool) async throws {
        let folder = try TemporaryFolder()
        let steps: @Sendable (WireRequest, Int?) -> [ScriptedTransport.Step] = { request, cut in
            Self.serve(request, cut: cut).map { step in
                guard !isAnnounced, case .head(var head) = step, head.status < 400 else { return step }
                head.headers.remove("Content-Length")
                if head.status == 206 { head.headers.set(HeaderField("Content-Range", "bytes 600-999/*")) }
                return .head(head)
            }
        }
        let target = DownloadTarget(folder.path("a.bin"), maximumBytes: 999)
        #expect(await failure(client { steps($0, 600) }.0, DownloadTarget(folder.path("a.bin")))?.kind == .cut)
        // It is refused before it ends: its row must say why.
        let endless = Mutex(true)
        let (client, transport) = client { Array(steps($0, nil).dropLast(endless.withLock { $0 } ? 1 : 0)) }
        let error = await failure(client, target)
        #expect(error?.kind == .tooLarge(.body) && error?.detail.contains("the limit is 999") == true)
        endless.withLock { $0 = false }
        #expect(transport.requests.map { $0.headers["Range"] } == ["bytes=600-"])
        #expect(await client.isDrained())
        let row = try #require(client.snapshot().ended.last)
        #expect(row.state == .failed && row.errorKind == "too_large")
        // Who allows more goes on from there.
        #expect(try names(folder).count == 2 && !names(folder).contains("a.bin"))
        let file = try await client.download(
            Net.plan(), on: Net.pool, to: DownloadTarget(folder.path("a.bin"), maximumBytes: 1_000)
        ).value
        #expect(file.resumedFrom >= 600 && file.size == 1_000)
        #expect(try folder.bytes("a.bin") == Self.bytes)
    }

    @Test func whatIsWholeAndTooLongIsRefused() async throws {
        let folder = try TemporaryFolder()
        #expect(await failure(client { Self.serve($0, cut: 1_000) }.0, DownloadTarget(folder.path("a")))?.kind == .cut)
        let (client, transport) = client { Self.serve($0) }
        #expect(await failure(client, DownloadTarget(folder.path("a"), maximumBytes: 999))?.kind == .tooLarge(.body))
        #expect(transport.requests.map { $0.headers["Range"] } == ["bytes=1000-"])
        #expect(await failure(client, DownloadTarget(folder.path("b"), maximumBytes: 999))?.kind == .tooLarge(.body))
        #expect(try names(folder).count == 2, "of b nothing is left")
    }

    // MARK: Going on

    @Test(.rows("YT-9")) func whatBrokeOffIsGoneOnWith() async throws {
        let folder = try TemporaryFolder()
        let cuts = Mutex([300, 700])
        let (client, transport) = client { Self.serve($0, cut: cuts.withLock { $0.isEmpty ? nil : $0.removeFirst() }) }
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client, target)?.kind == .cut)
        #expect(try names(folder).count == 2, "the part and its note")
        #expect(await failure(client, target)?.kind == .cut)
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.resumedFrom == 700 && file.size == 1_000 && file.head.status == 206)
        #expect(try folder.bytes("a.bin") == Self.bytes && names(folder) == ["a.bin"])
        #expect(transport.requests.map { $0.headers["Range"] } == [nil, "bytes=300-", "bytes=700-"])
        #expect(transport.requests.map { $0.headers["If-Range"] } == [nil, "\"v1\"", "\"v1\""])
    }

    @Test(.rows("YT-9")) func whatChangedMeanwhileStartsOver() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let other = [UInt8](repeating: 7, count: 400)
        let (client, transport) = client { Self.serve($0, tag: "\"v2\"", bytes: other) }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.resumedFrom == 0 && file.size == 400)
        #expect(try folder.bytes("a.bin") == other)
        #expect(transport.requests.count == 1)
    }

    /// A server that does not know If-Range sends the rest of another version: its tag gives it away.
    @Test(.rows("YT-9")) func anotherVersionsPartIsThrownAway() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let other = [UInt8](repeating: 7, count: 1_000)
        let (client, transport) = client { request in
            var blind = request
            if request.headers["Range"] != nil { blind.headers.set(HeaderField("If-Range", "\"v2\"")) }
            return Self.serve(blind, tag: "\"v2\"", bytes: other)
        }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.resumedFrom == 0 && transport.requests.map { $0.headers["Range"] } == ["bytes=300-", nil])
        #expect(try folder.bytes("a.bin") == other)
    }

    @Test(
        .rows("YT-9"),
        arguments: [
            ["Content-Range": "bytes 299-999/1000"], ["Content-Range": "bytes 300-999/1000", "Content-Length": "3"], [:],
        ] as [Headers]) func aWrongPartIsAnErrorAndTheNextTryIsClean(_ headers: Headers) async throws
    {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let (wrong, _) = client { _ in .answer(206, headers: headers, body: Array(Self.bytes[300...])) }
        #expect(await failure(wrong, target)?.kind == .protocolViolation)
        #expect(try names(folder).isEmpty)
        let (client, transport) = client { Self.serve($0) }
        _ = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(transport.requests.first?.headers.first("Range") == nil)
        #expect(try folder.bytes("a.bin") == Self.bytes)
    }

    @Test(.rows("YT-9"), arguments: [(699, NetError.Kind.cut), (701, .protocolViolation)])
    func aPartOfAnotherLengthThanItSaysIsAnError(_ length: Int, _ kind: NetError.Kind) async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let (wrong, _) = client { _ in
            .answer(206, headers: ["Content-Range": "bytes 300-999/1000"], body: [UInt8](repeating: 1, count: length))
        }
        #expect(await failure(wrong, target)?.kind == kind)
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.bin")))
    }

    @Test func aPartInPartsIsPutTogether() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let (client, transport) = client { request in
            let start = Int(request.headers["Range"]?.dropFirst(6).dropLast() ?? "") ?? 0
            let end = min(start + 250, 1_000)
            return .answer(
                206, headers: ["Content-Range": "bytes \(start)-\(end - 1)/1000"], body: Array(Self.bytes[start..<end]))
        }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.resumedFrom == 300 && transport.requests.count == 3)
        #expect(try folder.bytes("a.bin") == Self.bytes)
    }

    @Test func whereNothingIsMissingTheServerSaysSo() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path)
        // Without a length nobody knows, when it breaks off, that it was all.
        let (first, _) = client { _ in
            [
                .head(
                    ResponseHead(status: 200, headers: ["ETag": "\"v1\"", "Content-Disposition": "attachment; filename=n.bin"])),
                .body(Self.bytes), .fail(TransferFailure(.cut)),
            ]
        }
        #expect(await failure(first, target)?.kind == .cut)
        let (client, transport) = client { Self.serve($0) }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.head.status == 416 && file.resumedFrom == 1_000 && transport.requests.count == 1)
        #expect(await client.isDrained())
        #expect(
            client.row(file.id)?.state == .succeeded && client.row(file.id)?.status == 416, "it was the answer to the question")
        #expect(file.path == folder.path("n.bin"), "the name of the first answer")
        #expect(try folder.bytes("n.bin") == Self.bytes && names(folder) == ["n.bin"])
    }

    @Test func whereMoreIsThereThanCanBeItStartsOver() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let shorter = Array(Self.bytes.prefix(200))
        let (client, transport) = client { request in
            request.headers["Range"] == nil
                ? Self.serve(request, bytes: shorter) : .answer(416, headers: ["Content-Range": "bytes */200"])
        }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.resumedFrom == 0 && transport.requests.count == 2)
        #expect(try folder.bytes("a.bin") == shorter)
        #expect(await client.isDrained())
        #expect(client.snapshot().ended.map(\.state) == [.succeeded, .succeeded, .succeeded], "two requests and their download")
    }

    /// As after a crash between the last byte and the move.
    @Test func whatIsWholeIsNotReadAgain() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 1_000) }.0, target)?.kind == .cut)
        let (client, transport) = client { Self.serve($0) }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.resumedFrom == 1_000 && transport.requests.map { $0.headers["Range"] } == ["bytes=1000-"])
        #expect(try folder.bytes("a.bin") == Self.bytes)
    }

    /// As after a crash before the first byte, and after somebody wrote into the part.
    @Test(arguments: [0, 1_001]) func aPartThatCannotBeRightIsReadFromTheStart(_ size: Int) async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let part = try #require(try names(folder).first { $0.hasSuffix(".part") })
        try folder.file(part, [UInt8](repeating: 1, count: size))
        let (client, transport) = client { Self.serve($0) }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        #expect(file.resumedFrom == 0 && transport.requests.map { $0.headers["Range"] } == [nil])
        #expect(try folder.bytes("a.bin") == Self.bytes)
    }

    /// A crash then must not leave a note that speaks of other bytes.
    @Test(.rows("YT-9")) func anOldNoteGoesBeforeNewBytesCome() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        #expect(try names(folder).contains { $0.hasSuffix(".note") })
        let (client, transport) = client { _ in [.head(ResponseHead(status: 200)), .body([1, 2])] }
        let download = Task { await failure(client, target) }
        #expect(await eventually { (try? names(folder)).map { $0.count == 1 && $0[0].hasSuffix(".part") } ?? false })
        #expect(transport.requests.count == 1)
        download.cancel()
        #expect(await download.value?.kind == .cancelled(.scope))
        #expect(try names(folder).isEmpty)
    }

    @Test func aLinkInThePlaceOfThePartIsNotFollowed() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let part = try #require(try names(folder).first { $0.hasSuffix(".part") })
        try folder.file("mine", "mine")
        try FileManager.default.removeItem(atPath: folder.path(part))
        try FileManager.default.createSymbolicLink(atPath: folder.path(part), withDestinationPath: folder.path("mine"))
        let (client, transport) = client { Self.serve($0) }
        #expect(await failure(client, target)?.kind == .file)
        #expect(try folder.text("mine") == "mine" && transport.requests.isEmpty)
    }

    @Test func whatCannotBeGoneOnWithIsRemoved() async throws {
        let folder = try TemporaryFolder()
        #expect(await failure(client { Self.serve($0, cut: 0) }.0, DownloadTarget(folder.path("a")))?.kind == .cut)
        #expect(try names(folder).isEmpty, "nothing came")
        for tag in [nil, "W/\"v1\""] {
            #expect(
                await failure(client { Self.serve($0, tag: tag, cut: 300) }.0, DownloadTarget(folder.path("a")))?.kind == .cut)
            #expect(try names(folder).isEmpty)
        }
        let (client, transport) = client { Self.serve($0, cut: 300) }
        let target = DownloadTarget(folder.path("a"))
        #expect(await failure(client, target)?.kind == .cut)
        #expect(await failure(client, target, Net.plan { $0.method = .post })?.kind == .cut)
        #expect(await failure(client, DownloadTarget(folder.path("a"), resumes: false))?.kind == .cut)
        #expect(transport.requests.allSatisfy { $0.headers.first("Range") == nil }, "ranges are for GET, and for who wants them")
    }

    @Test(.rows("YT-9")) func aCancelledDownloadIsKeptForLater() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a.bin"))
        for reason in ["task", "table"] {
            let (client, transport) = client { request in
                Array(Self.serve(request).dropLast(2)) + [.body(Array(Self.bytes[300..<400]))]
            }
            let download = Task { await failure(client, target) }
            #expect(await eventually { transport.inFlight.count == 1 && (try? names(folder).count) == 2 })
            #expect(await eventually { client.snapshot().live.contains { $0.status != nil } })
            if reason == "task" { download.cancel() } else { client.cancelAll() }
            #expect(await download.value?.kind == .cancelled(reason == "task" ? .scope : .user))
            #expect(await client.isDrained())
            #expect(transport.inFlight.isEmpty)
        }
    }

    @Test func anErrorIsTheAnswersAndNoFile() async throws {
        let folder = try TemporaryFolder()
        let (client, _) = client { _ in .answer(404, body: [UInt8](repeating: 1, count: 100 << 10)) }
        let error = await failure(client, DownloadTarget(folder.path("a")))
        #expect(error?.kind == .status(404) && error?.response?.body.count == 64 << 10)
        #expect(await client.isDrained())
        let rows = client.snapshot().ended
        #expect(rows.map(\.state) == [.failed, .failed] && rows.allSatisfy { $0.errorKind == "status" })
        #expect(error?.attempted == "GET http://api.test/v1/items")
        #expect(try names(folder).isEmpty)
        // A part that is there outlives it.
        #expect(await failure(self.client { Self.serve($0, cut: 300) }.0, DownloadTarget(folder.path("a")))?.kind == .cut)
        #expect(await failure(client, DownloadTarget(folder.path("a")))?.kind == .status(404))
        #expect(try names(folder).count == 2)
    }

    @Test func aDownloadMakesItsOwnRangeAndHasABody() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { Self.serve($0) }
        #expect(
            await failure(client, DownloadTarget(folder.path("a")), Net.plan { $0.headers = ["range": "bytes=0-1"] })?.kind
                == .badRequest)
        #expect(await failure(client, DownloadTarget(folder.path("a")), Net.plan { $0.method = .head })?.kind == .badRequest)
        #expect(transport.requests.isEmpty)
        #expect(try names(folder).isEmpty)
    }

    // MARK: The disk

    @Test func whereNothingCanBeWrittenNothingIsAsked() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { Self.serve($0) }
        let error = await failure(client, DownloadTarget(folder.path("none/a")))
        #expect(error?.kind == .file && error?.detail == "the folder accepts no file: No such file or directory")
        #expect(error?.attempted == "GET /items to \(folder.path("none/a"))")
        #expect(transport.requests.isEmpty)
    }

    @Test func aFullDiskIsACleanError() async throws {
        // Writes to it fail as on a full disk; the partial file cannot be made there, so the file itself is asked to take them.
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        #expect(throws: FileProblem.self) { try OpenFile.write([1, 2, 3], to: full, at: 0) }
        do throws(FileProblem) {
            try OpenFile.write([1, 2, 3], to: full, at: 7)
        } catch {
            #expect(error.detail == "7 bytes are written: No space left on device")
        }
    }

    @Test func aFolderInTheWayIsACleanError() async throws {
        let folder = try TemporaryFolder()
        let (client, _) = client { request in
            .answer(200, headers: ["Content-Disposition": "attachment; filename=sub"], body: [1])
        }
        try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
        let error = await failure(client, DownloadTarget(folder.path))
        #expect(error?.kind == .file && error?.detail.contains("it cannot become sub") == true)
        #expect(await client.isDrained())
        #expect(try names(folder) == ["sub"])
    }

    /// The disk says no in the midst of the answer: the row ends with that, and the socket is closed.
    @Test func whatTheDiskRefusesStandsInTheRow() async throws {
        let folder = try TemporaryFolder()
        let target = DownloadTarget(folder.path("a"))
        #expect(await failure(client { Self.serve($0, cut: 300) }.0, target)?.kind == .cut)
        let note = try #require(try names(folder).first { $0.hasSuffix(".note") })
        try FileManager.default.removeItem(atPath: folder.path(note))
        try FileManager.default.createDirectory(atPath: folder.path(note), withIntermediateDirectories: false)
        let (client, transport) = client { _ in
            [.head(ResponseHead(status: 200, headers: ["ETag": "\"v1\""])), .body([1, 2, 3])]
        }
        let error = try #require(await failure(client, target))
        #expect(error.kind == .file && error.detail.contains("Is a directory"))
        #expect(await client.isDrained())
        let row = try #require(client.snapshot().ended.last)
        #expect(row.state == .failed && row.errorKind == "file" && row.reason == error.detail)
        #expect(transport.inFlight.isEmpty && client.snapshot().counters.cancelled == 0)
    }

    @Test func twoOfTheSameAtOnceDoNotMeet() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { _ in [.head(ResponseHead(status: 200, headers: ["ETag": "\"v1\""]))] }
        let target = DownloadTarget(folder.path("a"))
        let downloads = (0..<3).map { _ in Task { try await client.download(Net.plan(), on: Net.pool, to: target).value.size } }
        #expect(await eventually { transport.inFlight.count == 3 })
        for (number, transfer) in transport.inFlight.enumerated() {
            transfer.play([.body([UInt8](repeating: UInt8(number), count: 100 + number)), .finish(TransferMetrics())])
        }
        var sizes: [Int64] = []
        for download in downloads { sizes.append(try await download.value) }
        #expect(sizes.sorted() == [100, 101, 102])
        let bytes = try folder.bytes("a")
        #expect(Set(bytes).count == 1 && bytes.count == 100 + Int(bytes[0]), "one of them, whole")
        #expect(try names(folder) == ["a"])
    }

    /// The same path of the test and of the live server are two files, whatever their tags say.
    @Test func partsOfDifferentServersAreToldApart() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { Self.serve($0, cut: 300) }
        let service = Service(
            name: "main",
            deployments: [
                Deployment(.standard, baseURL: URI("http://api.test/v1"), cdnURL: URI("http://cdn.test")),
                Deployment(.release, baseURL: URI("http://live.test/v1")),
            ])
        var pool = ServicePool([service, Service(name: "other", baseURL: URI("http://other.test"))])
        var destinations = [
            Destination(), Destination(environment: .release), Destination(service: "main"),
            Destination(baseURL: URI("http://own.test")), Destination(baseURL: URI("http://own2.test")), Destination(),
            Destination(),
        ]
        destinations[5].usesCDN = true
        destinations[6].requiresTLS = true
        func download(_ destination: Destination, _ pool: ServicePool) async {
            let error = await client.failure { (client: NetClient) throws(NetError) in
                _ = try await client.download(
                    Net.plan { $0.destination = destination }, on: pool, to: DownloadTarget(folder.path("f"))
                ).value
            }
            #expect(error?.kind == .cut)
        }
        for destination in destinations { await download(destination, pool) }
        #expect(try names(folder).count == 2 * destinations.count)
        #expect(transport.requests.allSatisfy { $0.headers.first("Range") == nil })
        pool.selectEnvironment(.release)
        await download(Destination(), pool)
        #expect(transport.requests.last?.headers["Range"] == "bytes=300-", "where the pool leads is where the call asked to go")
        await download(Destination(environment: .standard), pool)
        #expect(transport.requests.last?.headers["Range"] == "bytes=300-")
        #expect(try names(folder).count == 2 * destinations.count)
    }

    @Test func anEndpointsAdaptersAndHooksAreItsDownloadsToo() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { Self.serve($0) }
        var endpoint = Net.call()
        endpoint.behaviour.request.adapters = [ClosureAdapter { request, _ in request.headers.add(HeaderField("X-Signed", "1")) }]
        _ = try await client.download(endpoint, on: Net.pool, to: DownloadTarget(folder.path("a"))).value
        #expect(transport.requests.map { $0.headers["X-Signed"] } == ["1"])
    }

    @Test func partsOfDifferentRequestsAreToldApart() async throws {
        let folder = try TemporaryFolder()
        let (client, transport) = client { Self.serve($0, cut: 300) }
        let plans = [
            Net.plan("/a"), Net.plan("/b"), Net.plan("/a") { $0.parameters = [Parameter("x", "1", in: .query)] },
            Net.plan("/a") { $0.parameters = [Parameter("x", "2", in: .query)] },
        ]
        for plan in plans { #expect(await failure(client, DownloadTarget(folder.path("f")), plan)?.kind == .cut) }
        #expect(await failure(client, DownloadTarget(folder.path("g")), plans[0])?.kind == .cut)
        #expect(transport.requests.allSatisfy { $0.headers.first("Range") == nil })
        #expect(try names(folder).count == 10)
        #expect(try names(folder).allSatisfy { $0.hasPrefix(".download-") })
    }
}
