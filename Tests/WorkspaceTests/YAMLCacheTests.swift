// The cache of converted YAML: what is kept, for how long, and that damage is no harm.

import Foundation
import Glibc
import TestSupport
import Testing

@testable import Workspace

@Suite struct YAMLCacheTests {
    private let folder: TemporaryFolder
    private let json = Array(#"{"a": 1}"#.utf8)

    init() throws { folder = try TemporaryFolder() }

    private func identity(_ name: String, _ text: String = "a: 1") throws -> FileIdentity {
        try #require(FileIdentity(try folder.file(name, text)))
    }

    private func entries(_ cache: YAMLCache) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cache.folder)
    }

    @Test func whatWasStoredComesBackUntilTheFileChanges() throws {
        let cache = YAMLCache(folder: folder.path("deep/cache"))
        let before = try identity("a.yaml")
        #expect(cache.cachedJSON(of: before) == nil)
        cache.store(json, of: before)
        #expect(cache.cachedJSON(of: before) == json)
        #expect(cache.cachedJSON(of: try identity("b.yaml")) == nil)
        let after = try identity("a.yaml", "a: 2, and more")
        #expect(after != before)
        #expect(cache.cachedJSON(of: after) == nil)
    }

    @Test func onlyTheOwnerMayReadIt() throws {
        let cache = YAMLCache(folder: folder.path("cache"))
        cache.store(json, of: try identity("a.yaml"))
        let name = try #require(try entries(cache).first)
        let rights = { (path: String) in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try rights(cache.folder) == 0o700)
        #expect(try rights(cache.folder + "/" + name) == 0o600)
    }

    @Test(arguments: [0, 10, 20, 25, 31]) func whatIsDamagedIsIgnoredAndWrittenAnew(_ position: Int) throws {
        let cache = YAMLCache(folder: folder.path("cache"))
        let file = try identity("a.yaml")
        cache.store(json, of: file)
        let path = cache.folder + "/" + (try #require(try entries(cache).first))
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let whole = bytes
        bytes[position] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(cache.cachedJSON(of: file) == nil)
        try Data(whole.dropLast(position + 1)).write(to: URL(fileURLWithPath: path))
        #expect(cache.cachedJSON(of: file) == nil)
        cache.store(json, of: file)
        #expect(cache.cachedJSON(of: file) == json)
        #expect(try entries(cache).count == 1)
    }

    @Test func whatWasNotUsedForLongestGoesFirst() throws {
        let cache = YAMLCache(folder: folder.path("cache"), mostFiles: 3)
        let files = try (0..<5).map { try identity("\($0).yaml") }
        for file in files[..<3] { cache.store(json, of: file) }
        // Time stamps of the file system may be the same for a few milliseconds: they are set here.
        for (age, file) in [(30, files[0]), (20, files[1]), (10, files[2])] {
            var times = [timespec(tv_sec: time(nil) - age, tv_nsec: 0), timespec(tv_sec: time(nil) - age, tv_nsec: 0)]
            utimensat(AT_FDCWD, "\(cache.folder)/\(file).json", &times, 0)
        }
        #expect(cache.cachedJSON(of: files[0]) == json)
        for file in files[3...] { cache.store(json, of: file) }
        #expect(files.map { cache.cachedJSON(of: $0) != nil } == [true, false, false, true, true])
    }

    @Test func itsBytesAreBounded() throws {
        let cache = YAMLCache(folder: folder.path("cache"), mostBytes: 1_000)
        cache.store([UInt8](repeating: 0x20, count: 2_000), of: try identity("large.yaml"))
        #expect(!FileManager.default.fileExists(atPath: cache.folder))
        for number in 0..<9 { cache.store([UInt8](repeating: 0x20, count: 200), of: try identity("\(number).yaml")) }
        #expect(try entries(cache).count == 4)
    }

    @Test func aFolderThatCannotBeWrittenIsNoHarm() throws {
        let cache = YAMLCache(folder: try folder.file("file", "") + "/cache")
        let file = try identity("a.yaml")
        cache.store(json, of: file)
        #expect(cache.cachedJSON(of: file) == nil)
    }

    @Test func onlyRegularFilesHaveAnIdentity() throws {
        #expect(FileIdentity(folder.path) == nil)
        #expect(FileIdentity("/dev/null") == nil)
        #expect(FileIdentity(folder.path("none")) == nil)
    }
}
