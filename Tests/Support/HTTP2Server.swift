// An HTTP/2 server that records what it sees, from the Python environment that `make` fills: Tests/Fixtures/servers/http2.py names its paths.

import Foundation
import Testing

/// Its record has the monotonic time of each event, which the tests' own clock reads too.
public final class HTTP2Server: Sendable {
    /// An event on a connection.
    public struct Event: Decodable, Sendable {
        /// Seconds of the monotonic clock.
        public let time: Double
        /// The number of the connection, from 1.
        public let connection: Int
        /// `opened`, `request`, `reset`, `closed`, `error`.
        public let event: String
        public let stream: Int?
        public let method: String?
        public let path: String?
        public let code: Int?
    }

    public static let isPresent =
        access("\(PythonServer.environment)/bin/python", X_OK) == 0
        && FileManager.default.fileExists(atPath: "\(PythonServer.environment)/lib/\(library)/site-packages/h2")
    public static let whyAbsent: Comment = "the Python package h2 is not installed ('make test-servers' installs it)"

    private static var library: String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(PythonServer.environment)/lib")) ?? []
        return names.first { $0.hasPrefix("python3") } ?? "python3"
    }

    private let server: PythonServer
    private let folder: TemporaryFolder
    private let isSecure: Bool

    /// Starts the server, over TLS or without, and waits until it listens.
    public init(tls: Bool = true) async throws {
        isSecure = tls
        let folder = try TemporaryFolder()
        self.folder = folder
        let script = SharedData.repository.appending(path: "Tests/Fixtures/servers/http2.py").path
        server = try await PythonServer(folder) { port in
            ["\(PythonServer.environment)/bin/python", script, "\(port)", folder.path, tls ? "tls" : "plain"]
        }
    }

    /// The certificate (PEM), which is its own authority.
    public var certificateFile: String { folder.path("cert.pem") }

    public func url(_ path: String) -> String { isSecure ? "https://localhost:\(server.port)\(path)" : server.url(path) }

    /// All events so far; the connections that asked whether the server listens are among them.
    public var events: [Event] {
        let text = (try? folder.text("log")) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    /// The requests of a path.
    public func requests(_ path: String) -> [Event] { events.filter { $0.event == "request" && $0.path == path } }

    /// When the server has heard that a request of the path is over: its stream was reset, or its connection closed. `nil` until then.
    public func heardEnd(of path: String) -> Double? {
        let events = events
        guard let request = events.last(where: { $0.event == "request" && $0.path == path }) else { return nil }
        return events.first {
            $0.time > request.time && $0.connection == request.connection
                && ($0.event == "reset" && $0.stream == request.stream || $0.event == "closed")
        }?.time
    }
}
