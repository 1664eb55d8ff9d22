// A body that goes into a file without being in memory.

import AsyncHTTPClient
import NIOCore
import NetLayer

enum Download: PeerTask {
    static let name = "Download"
    static let title = "download of 64 MB into a file"
    static let requests = 5

    // begin NetLayer
    static func fetch(to file: String, _ client: NetClient, _ api: ServicePool) async throws -> Int {
        Int(try await client.download(RequestPlan(id: "big", path: "/big"), on: api, to: DownloadTarget(file)).value.size)
    }
    // end

    // begin AsyncHTTPClient
    static func fetch(to file: String, _ client: HTTPClient, _ base: String) async throws -> Int {
        let delegate = try FileDownloadDelegate(path: file)
        let end = try await client.execute(request: try HTTPClient.Request(url: base + "/big"), delegate: delegate).get()
        guard end.head.status.code < 400 else { throw UnexpectedStatus(status: end.head.status) }
        return end.receivedBytes
    }
    // end

    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws {
        let (netLayer, api) = (Setup.makeClient(), Setup.makeService(place.base))
        let file = "\(place.folder)/download"
        func download() async throws {
            let size =
                switch side {
                case .netLayer: try await fetch(to: file, netLayer, api)
                case .asyncHTTPClient: try await fetch(to: file, HTTPClient.shared, place.base)
                }
            try PeerError.check(size == Server.bigSize, "\(size) bytes arrived")
        }
        try await download()
        try await measure { for _ in 0..<requests { try await download() } }
    }
}
