import Glibc
import TestSupport
import Testing

@testable import NetLayer

/// Directives by a Unix socket.
@Suite(.within(minutes: 1)) struct DirectiveSocketTests {
    /// What comes back until the socket says no more; the writing half is closed after what is said.
    private func say(_ text: String, to path: String) throws -> String {
        let descriptor = try connected(to: path)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        #expect(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        shutdown(descriptor, Int32(SHUT_WR))
        var heard: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { heard += buffer[..<count] }
        return String(decoding: heard, as: UTF8.self)
    }

    private func connected(to path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result != 0 { close(descriptor) }
        try #require(result == 0, "\(String(cString: strerror(errno)))")
        return descriptor
    }

    @Test(.rows("HH-F6")) func eachLineIsAnswered() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("switch")
        let remote = RemotePool()
        let listener = remote.client.listen(to: [.socket(path: path)], for: remote.pool)
        #expect(
            try say("pool=main;to=2;epoch=5\r\n\n{\"pool\":\"main\",\"to\":1,\"epoch\":4}\nnonsense\n", to: path) == """
                ok
                refused: its epoch is not after 5, the last one
                refused: it cannot be read: part of it is not name=value

                """)
        #expect(remote.active == 2)
        #expect(
            try say("pool=main;to=1;epoch=6", to: path)
                == "refused: it cannot be read: its line has no end: a line break is missing\n")
        #expect(
            try say(String(repeating: "x", count: 10_000), to: path).hasPrefix(
                "refused: it cannot be read: it has more than 4096"))
        #expect(remote.active == 2)
        listener.stop()
        #expect(access(path, F_OK) != 0, "removed with it")
        listener.stop()
    }

    /// As by `printf … | program`: lines of whoever started it, until the end.
    @Test(.rows("HH-F6")) func whoStartedTheProgramMaySayIt() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let remote = RemotePool()
        let listener = remote.client.listen(to: [.input(descriptor: ends[0])], for: remote.pool)
        func write(_ text: String) { _ = text.withCString { Glibc.write(ends[1], $0, strlen($0)) } }
        write("pool=main;to=2;epoch=5\npool=main;to=1;ep")
        #expect(await eventually { remote.active == 2 })
        write("och=6\n\nnonsense\npool=main;to=0;epoch=7")
        #expect(await eventually { remote.active == 1 })
        // Its end in the middle of a line says nothing.
        close(ends[1])
        #expect(await eventually { remote.directives.count == 4 })
        #expect(remote.active == 1 && remote.directives.map(\.refusal).map { $0 == nil } == [true, true, false, false])
        listener.stop()
        #expect(fcntl(ends[0], F_GETFD) >= 0, "the caller's own stays open")
        close(ends[0])
    }

    @Test func anInputThatIsNoneIsAnEvent() {
        let remote = RemotePool()
        let listener = remote.client.listen(to: [.input(descriptor: 9_999)], for: remote.pool)
        #expect(remote.directives.count == 1 && remote.directives.first?.refusal != nil)
        listener.stop()
    }

    @Test func whereNothingMoreCanBeOpenedItPauses() {
        #expect([EMFILE, ENFILE, ENOMEM].map { AcceptPause.milliseconds(after: $0) } == [100, 100, 100])
        #expect([ECONNABORTED, EAGAIN, EINTR].map { AcceptPause.milliseconds(after: $0) } == [0, 0, 0])
    }

    @Test func itIsForItsOwnUserAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("switch")
        let old = umask(0)
        defer { umask(old) }
        let socket = try DirectiveSocket(at: path) { _ in "ok" }
        var file = stat()
        #expect(stat(path, &file) == 0 && file.st_mode & 0o777 == 0o600)
        socket.stop()
    }

    @Test func aStaleOneIsReplacedAndNothingElse() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("switch")
        let first = try DirectiveSocket(at: path) { _ in "first" }
        #expect(throws: FileProblem.self) { try DirectiveSocket(at: path) { _ in "second" } }
        #expect(try say("x\n", to: path) == "first\n", "one that is listened to stays")
        // As a program leaves it that was killed.
        #expect(link(path, folder.path("kept")) == 0)
        first.stop()
        #expect(rename(folder.path("kept"), path) == 0)
        let second = try DirectiveSocket(at: path) { _ in "second" }
        #expect(try say("x\n", to: path) == "second\n")
        second.stop()
        let file = try folder.file("file", "mine")
        #expect(throws: FileProblem.self) { try DirectiveSocket(at: file) { _ in "third" } }
        #expect(try folder.text("file") == "mine")
        #expect(throws: FileProblem.self) { try DirectiveSocket(at: folder.path(String(repeating: "n", count: 108))) { _ in "" } }
    }

    @Test func whatComesInItsPlaceLaterIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let (path, other) = (folder.path("switch"), folder.path("other"))
        let remote = RemotePool()
        let listener = remote.client.listen(to: [.socket(path: path)], for: remote.pool)
        // A second name keeps the file's number in use.
        try #require(link(path, other) == 0)
        listener.stop()
        #expect(access(path, F_OK) != 0)
        try #require(rename(other, path) == 0)
        listener.stop()
        #expect(access(path, F_OK) == 0)
    }

    @Test func aSocketThatCannotBeMadeIsAnEvent() throws {
        let remote = RemotePool()
        let listener = remote.client.listen(to: [.socket(path: "/nowhere/at/all")], for: remote.pool)
        guard case .unreadable(let detail)? = remote.directives.first?.refusal else {
            Issue.record("\(remote.directives)")
            return
        }
        #expect(detail == "the socket /nowhere/at/all cannot be created: No such file or directory")
        listener.stop()
    }

    @Test func whoCallsAndSaysNothingHoldsUpNobody() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("switch")
        let socket = try DirectiveSocket(at: path) { _ in "ok" }
        let silent = try (0..<40).map { _ in try connected(to: path) }
        #expect(try say("x\n", to: path) == "ok\n")
        silent.forEach { close($0) }
        socket.stop()
    }
}
