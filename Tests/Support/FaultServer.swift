// A raw-socket HTTP server on loopback that misbehaves on demand: every byte and every pause of an answer is scripted by the test.

import Foundation
import Synchronization

/// Answers each request with the script that its handler returns, on one thread of its own, for thousands of connections.
///
///     let server = try FaultServer { request in request.path == "/slow" ? .hang : .answer(body: "hello") }
///     defer { server.stop() }
///     … server.url("/slow") …
public final class FaultServer: Sendable {
    public typealias Handler = @Sendable (FaultRequest) -> FaultReply

    /// What the server has seen and done so far.
    public struct Counts: Sendable {
        /// Connections accepted since the start.
        public var accepted = 0
        /// Connections that are open now.
        public var open = 0
        /// Bytes that the kernel took from the server.
        public var sent = 0
        public var requests: [FaultRequest] = []
    }

    /// The port on the loopback address.
    public let port: Int
    private let host: String
    private let state: FaultState

    /// Listens on a free port of 127.0.0.1, or of ::1.
    /// - Parameter keepsRequests: whether ``Counts/requests`` fills; not in a run of hours.
    public init(ipv6: Bool = false, keepsRequests: Bool = true, _ handler: @escaping Handler) throws {
        state = FaultState(keepsRequests: keepsRequests)
        let listener = try LoopbackSocket.listening(ipv6: ipv6, backlog: 4096)
        port = try LoopbackSocket.port(of: listener)
        host = ipv6 ? "[::1]" : "127.0.0.1"
        let loop = try FaultLoop.Setup(listener: listener, state: state, handler: handler)
        let state = state
        Thread.detachNewThread {
            FaultLoop(loop).run()
            state.finished.signal()
        }
    }

    deinit { stop() }

    /// `http://127.0.0.1:PORT/path`
    public func url(_ path: String = "/") -> String { "http://\(host):\(port)\(path)" }

    public var counts: Counts { state.counts.withLock { $0 } }

    /// Closes every socket and waits for the thread to end. Any number of calls.
    public func stop() {
        let isFirst = state.isStopping.withLock { isStopping in
            defer { isStopping = true }
            return !isStopping
        }
        guard isFirst else { return }
        state.wake()
        state.finished.wait()
    }
}

/// What the server's owner and its thread share.
final class FaultState: Sendable {
    let counts = Mutex(FaultServer.Counts())
    let isStopping = Mutex(false)
    let finished = DispatchSemaphore(value: 0)
    /// A pipe whose read end the thread polls.
    let pipe: (read: Int32, write: Int32)
    let keepsRequests: Bool

    init(keepsRequests: Bool) {
        self.keepsRequests = keepsRequests
        var ends: [Int32] = [-1, -1]
        if Glibc.pipe(&ends) == 0 { ends.forEach(LoopbackSocket.makeNonBlocking) }
        pipe = (ends[0], ends[1])
    }

    deinit {
        close(pipe.read)
        close(pipe.write)
    }

    func wake() {
        var byte: UInt8 = 1
        write(pipe.write, &byte, 1)
    }
}
