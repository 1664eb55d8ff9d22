// A service that is killed and frozen while requests are under way, and afterwards says what it has received: Tests/Fixtures/servers/once.py.

import Foundation
import Synchronization
import TestSupport

/// On one port from its first start to its last.
final class MortalService: Sendable {
    let port: Int
    private let folder: TemporaryFolder
    private let leash: Leash
    private let child: Mutex<ChildProcess>

    init() async throws {
        folder = try TemporaryFolder()
        leash = try Leash()
        let listener = try LoopbackSocket.listening(backlog: 1)
        port = try LoopbackSocket.port(of: listener)
        close(listener)
        child = Mutex(try Self.start(port, folder, leash))
        guard await isUp() else {
            throw ChildProcess.Failure(description: "once.py does not listen:\n\(try folder.text("errors"))")
        }
    }

    deinit {
        let child = child.withLock { $0 }
        child.signal(SIGCONT)
        leash.letGo(child)
    }

    private static func start(_ port: Int, _ folder: TemporaryFolder, _ leash: Leash) throws -> ChildProcess {
        let script = SharedData.repository.appending(path: "Tests/Fixtures/servers/once.py").path
        return try ChildProcess(
            "python3", ["-S", "-E", script, "\(port)", folder.path("received")],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], input: leash.end,
            errors: .file(folder.path("errors")))
    }

    func isUp() async -> Bool { await eventually(within: .seconds(20)) { PythonServer.isListening(port) } }

    /// Ended at once, with all that it had read; another one takes its place.
    func kill() async throws {
        try child.withLock { child in
            child.stop()
            child = try Self.start(port, folder, leash)
        }
        _ = await isUp()
    }

    /// It takes connections, because the kernel does, and nothing else.
    func freeze() { child.withLock { $0.signal(SIGSTOP) } }
    func thaw() { child.withLock { $0.signal(SIGCONT) } }

    /// How often each number was received.
    func received() throws -> [Int: Int] {
        var counts: [Int: Int] = [:]
        for line in try text().split(separator: "\n") {
            if let number = Int(line) { counts[number, default: 0] += 1 }
        }
        return counts
    }

    /// How many lines it has written: while nothing is under way to it any more, they stay as many.
    var lines: Int { ((try? text()) ?? "").utf8.count { $0 == 0x0a } }

    /// Read through a handle: `Data(contentsOf:)` of Foundation for Linux leaks its buffer when a file grows while it is read.
    private func text() throws -> String {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path("received")))
        defer { try? file.close() }
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }
}
