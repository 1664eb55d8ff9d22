// Reading a file whole, and what is said when that does not work.

import Foundation
import Glibc
import TestSupport
import Testing

@testable import Workspace

@Suite struct FileReadingTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-reading-\(UUID().uuidString)")

    private func path(_ name: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: name).path
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    private func failure(_ path: String) -> ReadError? {
        do throws(ReadError) {
            _ = try FileReading.bytes(path)
            return nil
        } catch {
            return error
        }
    }

    @Test func bytesComeAsTheyAre() throws {
        defer { cleanUp() }
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let path = try path("all.bin")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(try FileReading.bytes(path) == bytes)
    }

    @Test func emptyFileIsNoError() throws {
        defer { cleanUp() }
        let path = try path("empty")
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(try FileReading.bytes(path) == [])
    }

    /// A pipe gives what it has piece by piece, as a shell's `<(…)` does.
    @Test func namedPipeIsReadToItsEnd() throws {
        defer { cleanUp() }
        let path = try path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let bytes = [UInt8](repeating: 0x61, count: 300_000)
        let writer = Thread {
            guard let handle = FileHandle(forWritingAtPath: path) else { return }
            try? handle.write(contentsOf: Data(bytes))
            try? handle.close()
        }
        writer.start()
        #expect(try FileReading.bytes(path, .anything).count == bytes.count)
    }

    /// Another program may have left it in this mode: a read without bytes is neither its end nor an error.
    @Test(.within(minutes: 1)) func standardInputThatDoesNotBlockIsReadToItsEnd() throws {
        var ends: [Int32] = [-1, -1]
        let made = pipe(&ends)
        try #require(made == 0)
        let (input, output) = (ends[0], ends[1])
        defer { close(input) }
        let isSet = fcntl(input, F_SETFL, O_NONBLOCK)
        try #require(isSet == 0)
        let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
        let writer = Thread {
            let handle = FileHandle(fileDescriptor: output, closeOnDealloc: true)
            try? handle.write(contentsOf: Data(bytes))
            try? handle.close()
        }
        writer.start()
        #expect(try FileReading.standardInput(input).count == bytes.count)
    }

    /// More comes than the file said that it has: `/proc` says that its files are empty.
    @Test func fileThatHidesItsSizeIsReadToItsEnd() throws {
        let bytes = try FileReading.bytes("/proc/self/maps")
        #expect(bytes.count > 1_000 && bytes.last == UInt8(ascii: "\n"))
    }

    @Test func missingFileIsNamedWithAHintAtURLs() throws {
        let error = try #require(failure("/nowhere/openapi.json"))
        #expect(error.path == "/nowhere/openapi.json")
        #expect(error.message == "there is no such file")
        #expect(error.hint.contains("https://"))
    }

    @Test func directoryIsNamedWithAFileToTry() throws {
        defer { cleanUp() }
        let path = try path("folder")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = try #require(failure(path))
        #expect(error.message == "this is a directory")
        #expect(error.hint.contains("\(path)/openapi.json"))
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func fileWithoutPermissionIsSaid() throws {
        defer { cleanUp() }
        let path = try path("secret")
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        #expect(chmod(path, 0) == 0)
        #expect(failure(path)?.hint.contains("permissions") == true)
    }

    @Test func fileBeyondTheLimitIsNotADescription() throws {
        defer { cleanUp() }
        let path = try path("large")
        try Data(count: (1 << 20) + 1).write(to: URL(fileURLWithPath: path))
        #expect(throws: ReadError.self) { try FileReading.bytes(path, limit: 1 << 20) }
        #expect(try FileReading.bytes(path, limit: (1 << 20) + 1).count == (1 << 20) + 1)
    }

    @Test func aPathIsAURLThatReferencesCanBeResolvedAgainst() {
        #expect(FileReading.location(of: "/a/b c/../d#e?%.yaml").revealed == "file:///a/d%23e%3F%25.yaml")
        let here = FileReading.location(of: "x/y.yaml").revealed
        #expect(here.hasPrefix("file:///") && here.hasSuffix("/x/y.yaml"))
    }

    @Test func whatADescriptionNamesMustBeARegularFile() throws {
        defer { cleanUp() }
        let pipe = try path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let refused = [
            ("/dev/zero", "it is a device, not a file"), (pipe, "it is a named pipe, not a file"),
            ("/proc/self/maps", "it shows the state of the system and is not a file on a disk"),
            (folder.deletingLastPathComponent().path, "this is a directory"), ("/nowhere/at/all", "there is no such file"),
        ]
        for (path, message) in refused {
            let error = try #require(throws: ReadError.self) { try FileReading.regularFile(path) }
            #expect(error.message == message)
        }
    }

    /// Nobody writes into the pipe: whoever opened it would wait for ever.
    @Test(.within(minutes: 1)) func aPipeInTheUsersFolderIsRefusedAtOnce() throws {
        defer { cleanUp() }
        let pipe = try path(WorkspaceFile.name)
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(failure(pipe)?.message == "it is a named pipe, not a file")
        #expect(throws: ReadError.self) { try WorkspaceFile(pipe, environment: [:]) }
        // What is sent later is looked at without being opened.
        #expect(throws: Never.self) { try FileReading.checkReadable(pipe) }
    }
}
