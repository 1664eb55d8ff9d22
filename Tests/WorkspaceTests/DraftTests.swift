// What is left of a write that was killed, and what another user has put into a folder for everybody.

import Foundation
import TestSupport
import Testing

@testable import Workspace

@Suite struct DraftTests {
    private let folder: TemporaryFolder
    private let bytes = Array("new".utf8)
    private static let isRoot = geteuid() == 0
    private static let stranger: uid_t = 12_345

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }

    private func save(_ name: String = "a") throws(WriteError) {
        try FileWriting.save(bytes, to: folder.path(name), overwrites: true)
    }

    private func replace(_ name: String = "a", isPrivate: Bool = false) throws(WriteError) {
        let file = try FileReplacement(folder.path(name), isPrivate: isPrivate)
        #expect(write(file.descriptor, bytes, bytes.count) == bytes.count)
        try file.finish()
    }

    private func mode(_ name: String) -> mode_t {
        var found = stat()
        return stat(folder.path(name), &found) == 0 ? found.st_mode & 0o777 : 0
    }

    /// A file on its way has no name: whoever is killed leaves nothing. Where the file system cannot do that, it is locked.
    @Test func aFileOnItsWayIsNotSeenOrLocked() throws {
        let file = try FileReplacement(folder.path("a"))
        for name in try names() {
            let other = open(folder.path(name), O_RDONLY)
            defer { close(other) }
            #expect(name.hasPrefix(".a.explorer-draft-") && flock(other, LOCK_EX | LOCK_NB) != 0)
        }
        try file.finish()
        #expect(try names() == ["a"])
    }

    @Test func theNextWriteRemovesWhatAKilledOneLeft() throws {
        for isSaved in [true, false] {
            try folder.file(".a.explorer-draft-0000000000000001", "half")
            try folder.file(".a.explorer-draft-ffffffffffffffff", "half")
            try isSaved ? save() : replace()
            #expect(try names() == ["a"])
            #expect(try folder.bytes("a") == bytes)
        }
    }

    @Test func draftsOfOthersAndOtherFilesStay() throws {
        let (held, pipe, link) = (
            ".a.explorer-draft-0000000000000007", ".a.explorer-draft-0000000000000008", ".a.explorer-draft-0000000000000009"
        )
        // Names that a user may give to a file of his own.
        let kept: Set = [
            "a.explorer-1", ".a.explorer-draft-1", ".a.explorer-draft-000000000000000x", ".b.explorer-draft-0000000000000001",
            held,
        ]
        for name in kept { try folder.file(name, "kept") }
        // One that writes now.
        let writer = open(folder.path(held), O_RDONLY)
        defer { close(writer) }
        #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
        mkfifo(folder.path(pipe), 0o600)
        symlink("a.explorer-1", folder.path(link))
        try save()
        #expect(try names() == kept.union(["a", pipe, link]))
    }

    @Test func whatIsDiscardedLeavesNothing() throws {
        try folder.file("a", "old")
        let file = try FileReplacement(folder.path("a"))
        #expect(write(file.descriptor, bytes, bytes.count) == bytes.count)
        file.discard()
        #expect(try names() == ["a"])
        #expect(try folder.text("a") == "old")
        close(file.descriptor)
    }

    @Test func replacingKeepsTheModeUnlessItIsPrivate() throws {
        let before = umask(0o022)
        defer { umask(before) }
        try replace("new")
        #expect(mode("new") == 0o644)
        chmod(try folder.file("old", "old"), 0o640)
        try replace("old")
        #expect(mode("old") == 0o640)
        try replace("old", isPrivate: true)
        try replace("secret", isPrivate: true)
        #expect(mode("old") == 0o600 && mode("secret") == 0o600)
    }

    // MARK: Folders for everybody

    /// - Returns: the error of both ways to write, which is the same.
    private func refusal(_ name: String) -> WriteError? {
        let (saved, replaced) = (Self.error { try save(name) }, Self.error { try replace(name) })
        #expect(saved == replaced)
        return saved
    }

    private static func error(_ write: () throws -> Void) -> WriteError? {
        do {
            try write()
            return nil
        } catch {
            return error as? WriteError
        }
    }

    @Test(.enabled(if: isRoot, "only root can give a link away")) func aLinkOfAnotherUserInAFolderForEverybodyIsNotFollowed()
        throws
    {
        let precious = try folder.file("precious", "kept")
        let shared = folder.path("shared")
        mkdir(shared, 0o777)
        chmod(shared, 0o1777)
        symlink(precious, shared + "/link")
        lchown(shared + "/link", Self.stranger, Self.stranger)
        symlink("link", shared + "/own")
        for name in ["shared/link", "shared/own"] {
            #expect(refusal(name)?.message == "another user has put a link there, in a folder that all users can write to")
        }
        #expect(try folder.text("precious") == "kept")
        // His own folder is his affair, and so is one without the sticky bit: the kernel's rule is the same.
        chmod(shared, 0o755)
        #expect(refusal("shared/link") == nil)
        #expect(try folder.bytes("precious") == bytes)
    }

    @Test func anOwnLinkInAFolderForEverybodyIsFollowed() throws {
        let precious = try folder.file("precious", "old")
        let shared = folder.path("shared")
        mkdir(shared, 0o777)
        chmod(shared, 0o1777)
        symlink(precious, shared + "/link")
        #expect(refusal("shared/link") == nil)
        #expect(try folder.bytes("precious") == bytes)
    }

    @Test(.enabled(if: isRoot, "only root can give a file away"), arguments: [true, false])
    func aFileOfAnotherUserInAFolderForEverybodyIsNotWrittenTo(_ isPipe: Bool) throws {
        let shared = folder.path("shared")
        mkdir(shared, 0o777)
        chmod(shared, 0o1777)
        if isPipe { mkfifo(shared + "/x", 0o666) } else { try folder.file("shared/x", "his") }
        chown(shared + "/x", Self.stranger, Self.stranger)
        #expect(refusal("shared/x")?.message == "another user has put a file there, in a folder that all users can write to")
    }

    @Test func whatIsNoFileIsWrittenDirectly() throws {
        let file = try FileReplacement("/dev/null")
        #expect(write(file.descriptor, bytes, bytes.count) == bytes.count)
        try file.finish()
    }
}
