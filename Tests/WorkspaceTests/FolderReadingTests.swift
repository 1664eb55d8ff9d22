// What of a folder is read, what is passed over, and that both end.

import Foundation
import TestSupport
import Testing

@testable import Workspace

@Suite struct FolderReadingTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/" }

    init() throws { folder = try TemporaryFolder() }

    @Test func whatIsTooLargeIsSaid() throws {
        _ = try folder.file("a.http", "GET http://h.test/")
        _ = try folder.file("b.har", Array(repeating: UInt8(ascii: " "), count: 3 << 20))
        _ = try folder.file("c.har", Array(repeating: UInt8(ascii: " "), count: 2 << 20))
        _ = try folder.file("d.png", "x")
        let read = FolderReading.files(in: path, FolderReading.Bounds(bytes: 1 << 20, file: 2 << 20))
        #expect(read.files.map(\.path) == ["a.http"])
        #expect(read.passedOver.map(\.path) == ["b.har", "c.har"])
        #expect(read.passedOver.first?.reason.contains("larger than 2 MiB") == true)
        #expect(read.passedOver.last?.reason.contains("1 MiB together") == true)
    }

    @Test func whatCannotBeReadIsSaid() throws {
        let file = try folder.file("a.http", "GET http://h.test/")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
        // The superuser may read everything.
        let mayRead = FileManager.default.isReadableFile(atPath: file)
        let read = FolderReading.files(in: path)
        #expect(read.files.map(\.path) == (mayRead ? ["a.http"] : []))
        #expect(read.passedOver.map(\.path) == (mayRead ? [] : ["a.http"]))
    }

    @Test func filesAndNamesAreBounded() throws {
        for number in 0..<5 { _ = try folder.file("\(number).http", "") }
        let few = FolderReading.files(in: path, FolderReading.Bounds(files: 3))
        #expect(few.files.count == 3)
        #expect(few.passedOver.map(\.reason) == ["3 files of the folder were read, the rest was skipped"])
        let names = FolderReading.files(in: path, FolderReading.Bounds(names: 4))
        #expect(names.files.count == 4 && names.passedOver.count == 1)
        #expect(FolderReading.files(in: path).passedOver.isEmpty)
    }

    @Test func whatIsNoFileIsSaid() throws {
        _ = try folder.file("a.http", "GET http://h.test/")
        for (name, target) in [("dead.http", "none"), ("loop.http", "loop.http"), ("good.http", "a.http"), ("dead.png", "none")] {
            try FileManager.default.createSymbolicLink(atPath: path + name, withDestinationPath: target)
        }
        #expect(mkfifo(path + "pipe.http", 0o600) == 0)
        let read = FolderReading.files(in: path)
        #expect(read.files.map(\.path) == ["a.http"])
        #expect(
            read.passedOver.map { "\($0.path): \($0.reason)" } == [
                "dead.http: it is a broken link", "loop.http: it is a link to itself",
                "pipe.http: it is not a file: a pipe, a socket or a device",
            ])
    }

    @Test func filesBesideAreBoundedAndSaid() throws {
        let file = try folder.file("a.http", "GET http://h.test/")
        _ = try folder.file("0.env", Array(repeating: UInt8(ascii: "\n"), count: (4 << 20) + 1))
        _ = try folder.file("1.env", "A=1")
        let few = FolderReading.files(beside: file) { $0.hasSuffix(".env") }
        #expect(few.files.map(\.path) == ["1.env"])
        #expect(few.passedOver.map { "\($0.path): \($0.reason)" } == ["0.env: it is larger than 4 MiB"])
        for number in 10..<75 { _ = try folder.file("\(number).env", "A=1") }
        let many = FolderReading.files(beside: file) { $0.hasSuffix(".env") }
        #expect(many.files.count == 63 && many.passedOver.count == 2)
        #expect(many.passedOver.last?.reason.hasPrefix("of 67 files with variables beside it 64 were read: not ") == true)
    }

    @Test func aLongListIsShortened() throws {
        for number in 0..<105 { _ = try folder.file("\(number).http", "x") }
        let read = FolderReading.files(in: path, FolderReading.Bounds(bytes: 0))
        #expect(read.files.isEmpty && read.passedOver.count == 101)
        #expect(read.passedOver.last?.reason == "5 more files were skipped")
    }

    /// A cache that is full makes room for several files at once.
    @Test func aFullCacheIsNotLookedThroughForEachFile() throws {
        let cache = CacheFolder(folder.path("cache"), magic: "x\n", mostFiles: 32, mostBytes: 1 << 20)
        var counts: [Int] = []
        for number in 0..<36 {
            cache.store([1], as: "\(number)")
            counts.append(try FileManager.default.contentsOfDirectory(atPath: cache.path).count)
        }
        #expect(counts == Array(1...32) + [30, 31, 32, 30])
    }
}
