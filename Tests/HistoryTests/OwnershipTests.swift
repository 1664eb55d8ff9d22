// Files that another user may have put there, and links: refused before anything is written, or followed to where they lead.

import Foundation
import TestSupport
import Testing

@testable import History

@Suite struct OwnershipTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("history.sqlite") }
    private static let isRoot = geteuid() == 0
    private static let stranger: uid_t = 12_345

    init() throws { folder = try TemporaryFolder() }

    private func open() throws(HistoryError) -> HistoryOpening {
        try HistoryStore.open(path: path, limits: HistoryLimits(age: .max), now: { HistoryFill.start })
    }

    private func make() async throws {
        let store = try open().store
        try await store.insert(.simple("a"))
        await store.close()
        unlink(path + ".lock")
    }

    private func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }

    /// The error, after a look that nothing was changed or made.
    private func refusal() throws -> HistoryError? {
        func facts() throws -> [String] {
            try names().sorted().map { name in
                var status = stat()
                lstat(folder.path(name), &status)
                return "\(name) \(status.st_mode) \(status.st_uid) \(status.st_size)"
            }
        }
        let (before, bytes) = (try facts(), try? folder.bytes("history.sqlite"))
        let error = #expect(throws: HistoryError.self) { try open() }
        #expect(try facts() == before)
        #expect((try? folder.bytes("history.sqlite")) == bytes)
        return error
    }

    @Test(.enabled(if: isRoot, "only root can give a file away"), arguments: ["", "-wal", "-shm", "-journal", ".lock"])
    func aFileOfAnotherUserIsRefusedBeforeAnythingIsWritten(_ part: String) async throws {
        try await make()
        if part != "" { try folder.file("history.sqlite" + part, "") }
        chmod(path + part, 0o666)
        chown(path + part, Self.stranger, Self.stranger)
        let error = try refusal()
        #expect(error?.kind == .notOwn)
        #expect(error?.detail.contains("belongs to another user") == true)
        #expect(error?.hint.contains("ls -l") == true)
    }

    @Test(arguments: ["", "-wal"]) func aFileWithASecondNameIsRefused(_ part: String) async throws {
        try await make()
        if part != "" { try folder.file("history.sqlite" + part, "") }
        #expect(link(path + part, folder.path("precious")) == 0)
        let error = try refusal()
        #expect(error?.kind == .notOwn)
        #expect(error?.detail.contains("a second name (a hard link)") == true)
    }

    @Test func anEmptyFileWithASecondNameStaysEmpty() throws {
        let precious = try folder.file("precious", "")
        #expect(link(precious, path) == 0)
        #expect(try refusal()?.kind == .notOwn)
        #expect(try folder.bytes("precious").isEmpty)
    }

    @Test func aLogThatIsALinkIsRefused() async throws {
        try await make()
        try folder.file("precious", "kept")
        symlink("precious", path + "-wal")
        #expect(try refusal()?.detail == "history.sqlite-wal is not a regular file")
        #expect(try folder.text("precious") == "kept")
    }

    @Test func anOwnLinkIsFollowedAndItsLogLiesBesideTheFile() async throws {
        try FileManager.default.createDirectory(atPath: folder.path("disk"), withIntermediateDirectories: false)
        try folder.file("disk/real", "")
        symlink("disk/real", path)
        let store = try open().store
        try await store.insert(.simple("a"))
        #expect(try names() == ["disk", "history.sqlite"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("disk")).contains("real-wal"))
        await store.close()
        #expect(try await open().store.count().number == 1)
    }

    @Test(.enabled(if: isRoot, "only root can give a link away")) func aLinkOfAnotherUserIsRefused() throws {
        try folder.file("precious", "")
        symlink("precious", path)
        lchown(path, Self.stranger, Self.stranger)
        #expect(try refusal()?.kind == .notOwn)
        #expect(try folder.bytes("precious").isEmpty)
    }

    @Test func aLinkThatLeadsNowhereIsAnError() throws {
        symlink("/nowhere/at/all", path)
        #expect(try refusal()?.kind == .denied)
    }
}
