// A file that is sent without being in memory, with its progress.

import AsyncHTTPClient
import NIOCore
import NIOFileSystem
import NetLayer
import Synchronization

enum Upload: PeerTask {
    static let name = "Upload"
    static let title = "upload of a file of 16 MB with progress"
    static let requests = 10

    // begin NetLayer
    static func send(
        _ file: String, _ client: NetClient, _ api: ServicePool, progress: @escaping @Sendable (Double) -> Void
    ) async throws {
        var plan = RequestPlan(id: "upload", method: .put, path: "/upload")
        plan.body = .file(path: file, contentType: "application/octet-stream")
        let upload = client.dispatch(Endpoint(plan), on: api)
        for await step in upload.progress { progress(step.fraction) }
        _ = try await upload.value
    }
    // end

    // begin AsyncHTTPClient
    static func send(
        _ file: String, _ client: HTTPClient, _ base: String, progress: @escaping @Sendable (Double) -> Void
    ) async throws {
        try await FileSystem.shared.withFileHandle(forReadingAt: FilePath(file)) { handle in
            let size = try await handle.info().size
            let sent = Atomic<Int64>(0)
            let pieces = handle.readChunks().map { piece in
                let now = sent.add(Int64(piece.readableBytes), ordering: .relaxed).newValue
                progress(Double(now) / Double(size))
                return piece
            }
            var request = HTTPClientRequest(url: base + "/upload")
            request.method = .PUT
            request.headers.add(name: "Content-Type", value: "application/octet-stream")
            request.body = .stream(pieces, length: .known(size))
            let response = try await client.execute(request, timeout: .seconds(600))
            guard response.status.code < 400 else { throw UnexpectedStatus(status: response.status) }
        }
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let (netLayer, api) = (Setup.makeClient(), Setup.makeService(place.base))
        let last = Mutex(0.0)
        let note: @Sendable (Double) -> Void = { fraction in last.withLock { $0 = fraction } }
        func upload() async throws {
            last.withLock { $0 = 0 }
            switch side {
            case .netLayer: try await send(place.uploadPath, netLayer, api, progress: note)
            case .asyncHTTPClient: try await send(place.uploadPath, HTTPClient.shared, place.base, progress: note)
            }
            try PeerError.check(last.withLock { $0 } == 1, "the progress did not reach its end")
        }
        try await upload()
        try await measure { for _ in 0..<requests { try await upload() } }
    }
}
