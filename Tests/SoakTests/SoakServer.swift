// The server of the soak: every path an answer, most of them bad ones.

import NetLayer
import TestSupport

enum SoakServer {
    static let body = [UInt8]((0..<2_000).map { UInt8($0 % 251) })
    /// More than the buffers between a reader and the server hold.
    static let longBody = 2 << 20

    static func make() throws -> FaultServer {
        try FaultServer(keepsRequests: false) { request in
            switch request.path {
            case "/ok": .answer(body: body)
            case "/echo": .answer(body: request.body)
            case "/status": .answer(503, body: "no")
            case "/redirect": .redirect(to: "/ok")
            case "/loop": .redirect(to: "/loop")
            case "/cut": FaultReply.answer(body: body).cut(at: 400)
            case "/reset": FaultReply([.send(FaultReply.head(200, [("Content-Length", "9")])), .reset])
            case "/garbage": .garbage
            case "/chunks": .brokenChunks
            case "/long":
                FaultReply([.send(FaultReply.head(200, [("Content-Length", "\(longBody)")])), .fill(0x61, count: longBody)])
            case "/drip":
                FaultReply([
                    .send(FaultReply.head(200, [("Content-Length", "40")])),
                    .drip([UInt8](repeating: 0x62, count: 40), count: 8, every: .milliseconds(1)),
                ])
            default: .hang
            }
        }
    }
}
