// Small files of the user's alone: what a killed writer leaves is removed, what others may change does not count.

import Foundation
import TestSupport
import Testing

@testable import NetLayer

@Suite struct PrivateFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("secrets") }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String) throws {
        try PrivateFile.withLock(path) { () throws(FileProblem) in try PrivateFile.write(Array(text.utf8), to: path) }
    }

    private func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }

    /// A draft of our own number too: the process that had it is gone, and its number was given to us.
    private func leaveDrafts() throws {
        for name in ["secrets.\(getpid())-0", "secrets.999999-3", "secrets.1-0"] {
            chmod(try folder.file(name, "old secrets"), 0o600)
        }
    }

    @Test func aWriterRemovesDraftsOfKilledOnes() throws {
        try write("first")
        try leaveDrafts()
        try write("second")
        #expect(try names() == ["secrets", "secrets.lock"])
        #expect(try folder.text("secrets") == "second")
    }

    @Test func aReaderRemovesThemToo() throws {
        try write("first")
        try leaveDrafts()
        #expect(try PrivateFile.readContent(path) == Array("first".utf8))
        #expect(try names() == ["secrets", "secrets.lock"])
    }

    /// Who holds the lock is writing: his draft stays.
    @Test func aReaderLeavesTheDraftOfOneThatWrites() throws {
        try write("first")
        try leaveDrafts()
        let before = try names()
        let lock = open(path + ".lock", O_RDWR)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(try PrivateFile.readContent(path) == Array("first".utf8))
        #expect(try names() == before)
    }

    @Test func otherFilesBesideItStay() throws {
        let others: Set = [
            "secrets.old", "secrets.12", "secrets.1-2-3", "secrets.-1", "secrets.1-", "secretsX1-2", "secrets.1a-2", "trust.12-0",
        ]
        for name in others { try folder.file(name, "kept") }
        symlink("secrets.old", folder.path("secrets.77-1"))
        try write("first")
        #expect(try names() == others.union(["secrets", "secrets.lock", "secrets.77-1"]))
    }

    @Test(arguments: [0o666, 0o602]) func whatOthersMayChangeIsNotRead(_ mode: mode_t) throws {
        try write("first")
        chmod(path, mode)
        let error = #expect(throws: FileProblem.self) { try PrivateFile.readContent(path) }
        #expect(error?.detail.contains("may be changed by other users; chmod 600 it") == true)
        chmod(path, 0o664)
        #expect(try PrivateFile.readContent(path) == Array("first".utf8))
    }
}
