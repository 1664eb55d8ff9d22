// What another user has left in a shared folder is not the beginning of a download.

import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite struct ForeignPartTests {
    /// Only root can give a file away.
    @Test(.enabled(if: geteuid() == 0, "only root can make a file of another user")) func aPartOfAnotherUserIsNotGoneOnWith()
        async throws
    {
        let folder = try TemporaryFolder()
        let bytes = [UInt8](repeating: 7, count: 1_000)
        let isFirst = Mutex(true)
        let transport = ScriptedTransport { request in
            let wasFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            let headers: Headers = ["ETag": "\"v1\"", "Content-Length": "1000"]
            if wasFirst {
                return [
                    .head(ResponseHead(status: 200, headers: headers)), .body(Array(bytes[..<400])),
                    .fail(TransferFailure(.cut, "gone")),
                ]
            }
            guard request.headers["Range"] != nil else { return .answer(200, headers: ["ETag": "\"v1\""], body: bytes) }
            let part: Headers = ["ETag": "\"v1\"", "Content-Range": "bytes 400-999/1000", "Content-Length": "600"]
            return .answer(206, headers: part, body: Array(bytes[400...]))
        }
        let client = NetClient(transport: transport)
        let target = DownloadTarget(folder.path("c.bin"))
        _ = try? await client.download(Net.plan(), on: Net.pool, to: target).value
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left.contains { $0.hasSuffix(".part") } && left.contains { $0.hasSuffix(".note") })
        for name in left {
            if name.hasSuffix(".part") { try folder.file(name, [UInt8](repeating: 66, count: 400)) }
            chmod(folder.path(name), 0o666)
            #expect(chown(folder.path(name), 65_534, 65_534) == 0)
        }
        let file = try await client.download(Net.plan(), on: Net.pool, to: target).value
        var facts = stat()
        stat(folder.path("c.bin"), &facts)
        #expect(try file.resumedFrom == 0 && folder.bytes("c.bin") == bytes && facts.st_uid == geteuid())
        #expect(FileManager.default.fileExists(atPath: folder.path(left[0])), "theirs stays")
    }
}
