// Saving: all or nothing, nothing replaced unasked, and a reason for every refusal.

import Foundation
import TestSupport
import Testing

@testable import Workspace

@Suite struct FileWritingTests {
    private let folder: TemporaryFolder
    private let bytes = Array("new".utf8)

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ path: String, overwrites: Bool = false) -> WriteError? {
        do throws(WriteError) {
            try FileWriting.save(bytes, to: path, overwrites: overwrites)
            return nil
        } catch {
            return error
        }
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    @Test func newFileIsWrittenWhole() throws {
        #expect(failure(folder.path("a b")) == nil)
        #expect(try folder.bytes("a b") == bytes)
        #expect(try names() == ["a b"])
    }

    @Test func existingFileIsReplacedOnlyWhenAsked() throws {
        let path = try folder.file("a", "old")
        chmod(path, 0o640)
        #expect(failure(path)?.isExisting == true)
        #expect(try folder.text("a") == "old")
        #expect(failure(path, overwrites: true) == nil)
        #expect(try folder.bytes("a") == bytes)
        var found = stat()
        stat(path, &found)
        #expect(found.st_mode & 0o777 == 0o640)
        #expect(try names() == ["a"])
    }

    @Test func linkStaysALink() throws {
        try folder.file("target", "old")
        symlink("target", folder.path("link"))
        #expect(failure(folder.path("link"), overwrites: true) == nil)
        #expect(try folder.bytes("target") == bytes)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "target")
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        #expect(failure(folder.path("no/x"))?.message == "No such file or directory")
        #expect(failure(folder.path)?.message == "this is a folder")
        #expect(failure(folder.path + "/")?.message == "this is a folder")
        #expect(failure("/dev/full", overwrites: true)?.message == "this is not a regular file")
        #expect(failure(try folder.file("f", "") + "/x")?.message == "Not a directory")
        #expect(failure(folder.path(String(repeating: "n", count: 300)))?.message == "File name too long")
        mkfifo(folder.path("pipe"), 0o600)
        #expect(failure(folder.path("pipe"), overwrites: true)?.message == "this is not a regular file")
        #expect(try names() == ["f", "pipe"])
    }

    @Test func progressIsTold() throws {
        var told: [Int] = []
        try FileWriting.save([UInt8](repeating: 1, count: 9 << 20), to: folder.path("big"), overwrites: false) { told.append($0) }
        #expect(told == [4 << 20, 8 << 20])
        #expect(try folder.bytes("big").count == 9 << 20)
    }

    @Test(arguments: [("~", "/h"), ("~/a", "/h/a"), ("/x/~", "/x/~"), ("~bob", "/~bob"), ("a b", "/a b")])
    func pathsAreWhatAPersonMeans(_ typed: String, _ end: String) {
        let path = FileWriting.absolute(typed, home: "/h")
        #expect(path.hasPrefix("/") && path.hasSuffix(end))
        if typed.hasPrefix("~"), typed != "~bob" { #expect(path == end) }
    }

    @Test func privateFileIsNobodyElsesAndGoesWithItsOwner() throws {
        let environment = ["XDG_RUNTIME_DIR": folder.path]
        var file: Workspace.ExternalProgramFile? = try Workspace.ExternalProgramFile(
            name: "x.json", bytes, environment: environment)
        let path = try #require(file?.path)
        #expect(path.hasPrefix(folder.path + "/explorer-") && path.hasSuffix("/x.json"))
        var found = stat()
        #expect(stat(path, &found) == 0 && found.st_mode & 0o777 == 0o600)
        #expect(stat(String(path.dropLast(7)), &found) == 0 && found.st_mode & 0o777 == 0o700)
        #expect(try file?.bytes(limit: 10) == bytes)
        file = nil
        #expect(try names() == [])
        // Where there is no such folder, the one for temporary files does.
        #expect(
            try Workspace.ExternalProgramFile(name: "x", bytes, environment: ["XDG_RUNTIME_DIR": "/nowhere"]).bytes(limit: 10)
                == bytes)
    }
}
