// Bodies that are read while they are sent: pieces of bytes and files, from any place again, and files that change under it.

import Foundation
import TestSupport
import Testing

@testable import NetLayer

@Suite struct BodySourceTests {
    private static func bytes(_ count: Int, seed: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }
    }

    private static func read(_ reader: BodyReader, _ count: Int) throws(TransferFailure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0xEE, count: count)
        let got = buffer.withUnsafeMutableBytes { bytes in Result { () throws(TransferFailure) in try reader.read(into: bytes) } }
        return Array(buffer[..<(try got.get())])
    }

    private static func failure(_ body: () throws(TransferFailure) -> Void) -> TransferFailure? {
        do throws(TransferFailure) {
            try body()
            return nil
        } catch { return error }
    }

    /// Bytes, a file, nothing, an empty file, a part of a file, bytes.
    private static func mixed(_ folder: TemporaryFolder) throws -> (source: BodySource, all: [UInt8]) {
        let file = bytes(5_000, seed: 1)
        let path = try folder.file("a", file)
        let empty = try folder.file("empty", [])
        let source = BodySource([
            .bytes(bytes(10, seed: 2)), .file(try FileSlice(path: path)), .bytes([]), .file(try FileSlice(path: empty)),
            .file(try FileSlice(path: path, range: 100..<1_100)), .bytes(bytes(3, seed: 3)),
        ])
        return (source, bytes(10, seed: 2) + file + file[100..<1_100] + bytes(3, seed: 3))
    }

    @Test(arguments: [1, 7, 10, 4_096, 100_000]) func piecesAreReadInOrderWhateverTheBuffer(_ size: Int) throws {
        let folder = try TemporaryFolder()
        let (source, all) = try Self.mixed(folder)
        #expect(source.count == all.count)
        let reader = BodyReader(source)
        var read: [UInt8] = []
        while true {
            let some = try Self.read(reader, size)
            if some.isEmpty { break }
            #expect(some.count == min(size, all.count - read.count), "a buffer is filled as long as there is something")
            read += some
        }
        #expect(read == all)
        #expect(try source.collected() == all)
        #expect(try Self.read(reader, 5) == [], "the end stays the end")
    }

    @Test func readingGoesOnFromAnyPlace() throws {
        let folder = try TemporaryFolder()
        let (source, all) = try Self.mixed(folder)
        let reader = BodyReader(source)
        var random = SplitMix64(seed: 11)
        for place in [0, 10, 9, 5_010, 6_010, 6_013, 6_012, 9_000]
            + (0..<200).map({ _ in Int.random(in: 0...all.count, using: &random) })
        {
            reader.seek(to: place)
            #expect(try Self.read(reader, 300) == Array(all.dropFirst(place).prefix(300)), "from \(place)")
        }
        reader.seek(to: -1)
        #expect(try Self.read(reader, 4) == Array(all.prefix(4)))
    }

    @Test func filesAreClosedAtTheirEndAndAfterASeekAndWithTheReader() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("watched", Self.bytes(100, seed: 1))
        func isOpen() -> Bool {
            let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return links.contains { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
        }
        let source = BodySource([.file(try FileSlice(path: path)), .bytes([1, 2])])
        var reader: BodyReader? = BodyReader(source)
        #expect(!isOpen(), "measuring does not keep it open, nor does making the reader")
        _ = try reader.map { reader throws(TransferFailure) in try Self.read(reader, 10) }
        #expect(isOpen())
        reader?.seek(to: 100)
        #expect(!isOpen())
        reader?.seek(to: 0)
        _ = try reader.map { reader throws(TransferFailure) in try Self.read(reader, 101) }
        #expect(!isOpen())
        reader?.seek(to: 0)
        _ = try reader.map { reader throws(TransferFailure) in try Self.read(reader, 10) }
        #expect(isOpen())
        reader = nil
        #expect(!isOpen())
    }

    // MARK: files that cannot be sent

    @Test func whatIsNoReadableRegularFileIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", [1, 2, 3])
        #expect(
            Self.failure { () throws(TransferFailure) in _ = try FileSlice(path: folder.path("none")) }
                == TransferFailure(
                    .badRequest, "the body's file '\(folder.path("none"))' cannot be opened: No such file or directory"))
        #expect(
            Self.failure { () throws(TransferFailure) in _ = try FileSlice(path: folder.path) }
                == TransferFailure(.badRequest, "the body's file '\(folder.path)' is not a regular file"))
        #expect(mkfifo(folder.path("fifo"), 0o600) == 0)
        #expect(
            Self.failure { () throws(TransferFailure) in _ = try FileSlice(path: folder.path("fifo")) }?.detail.hasSuffix(
                "is not a regular file")
                == true, "and does not block")
        #expect(
            Self.failure { () throws(TransferFailure) in _ = try FileSlice(path: path, range: 1..<4) }?.detail
                == "the body's file '\(path)' has 3 bytes, bytes 1 to 4 were asked for")
        #expect(try FileSlice(path: path, range: 3..<3).count == 0)
        #expect(try FileSlice(path: path, range: 0..<3).count == 3)
        #expect(
            Self.failure { () throws(TransferFailure) in _ = try FileSlice(path: path, range: -1..<2) } != nil)
    }

    @Test func aFileThatChangedBeforeItIsReadIsRefused() throws {
        let folder = try TemporaryFolder()
        for change in ["grown", "other time", "replaced", "gone"] {
            let path = try folder.file("a", [1, 2, 3])
            let source = BodySource([.file(try FileSlice(path: path))])
            switch change {
            case "grown": try folder.file("a", [1, 2, 3, 4])
            case "other time":
                try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
            case "replaced":
                try folder.file("b", [1, 2, 3])
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.moveItem(atPath: folder.path("b"), toPath: path)
            default: try FileManager.default.removeItem(atPath: path)
            }
            let failure = Self.failure { () throws(TransferFailure) in _ = try source.collected() }
            #expect(failure?.kind == .badRequest)
            #expect(
                failure?.detail.hasSuffix(
                    change == "gone" ? "cannot be opened: No such file or directory" : "has changed since the request was made")
                    == true, "\(change)")
        }
    }

    @Test func aFileThatChangesWhileItIsReadNeverEndsWell() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", Self.bytes(1_000, seed: 1))
        func started() throws -> BodyReader {
            try folder.file("a", Self.bytes(1_000, seed: 1))
            let reader = BodyReader(BodySource([.file(try FileSlice(path: path)), .bytes([9])]))
            #expect(try Self.read(reader, 400).count == 400)
            return reader
        }
        func rest(_ reader: BodyReader) -> String? {
            Self.failure { () throws(TransferFailure) in _ = try Self.read(reader, 601) }?.detail
        }
        let shortened = try started()
        #expect(truncate(path, 300) == 0)
        #expect(rest(shortened) == "the body's file '\(path)' became shorter while it was sent")
        let changed = try started()
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        #expect(rest(changed) == "the body's file '\(path)' has changed since the request was made")
        // Who has opened a file may read it to its end.
        let gone = try started()
        try FileManager.default.removeItem(atPath: path)
        #expect(try Self.read(gone, 601).count == 601)
    }

    // MARK: what others see of it

    @Test func aBodyShowsItsSizeAlone() throws {
        let body = WireBody.stream(BodySource([.bytes([1, 2]), .bytes([3])]))
        #expect("\(body)" == "3 bytes" && body.count == 3)
        #expect(try body.collected() == [1, 2, 3])
        #expect(try WireBody.bytes([4]).collected() == [4] && WireBody.bytes([4]).count == 1)
        #expect(try WireBody.none.collected() == [] && WireBody.none.count == 0)
    }

    @Test func aScriptedTransportReadsTheBodyAsTheWireWould() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a", [1, 2, 3])
        let transport = Net.answering()
        let client = NetClient(transport: transport)
        let plan = RequestPlan(id: "x", method: .put, path: "/x", body: .file(path: path, range: 1..<3, contentType: "image/png"))
        _ = try await client.send(Endpoint(plan), on: Net.pool)
        #expect(transport.streamedBodies == [[2, 3]])
        #expect(transport.requests.first?.headers["Content-Type"] == "image/png")
        var request = try RequestGenerator().request(for: plan, on: Net.service)
        try FileManager.default.removeItem(atPath: path)
        request.url.path = "/again"
        let recorder = CurlRecorder()
        _ = transport.start(request, observer: recorder)
        #expect(recorder.record.kind == .badRequest && recorder.record.heads.isEmpty)
        #expect(transport.streamedBodies.count == 1)
    }
}
