// What is kept of files in the network.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct RemoteCacheTests {
    private let folder: TemporaryFolder
    private let cache: RemoteCache
    private let url = URI("https://a.example/b.yaml")

    init() throws {
        folder = try TemporaryFolder()
        cache = RemoteCache(folder: folder.path("cache"))
    }

    @Test func whatWasStoredComesBackWhole() throws {
        #expect(cache.cachedFile(at: url) == nil)
        let file = RemoteFile(body: Array("a: 1\n\nb: 2\n".utf8), etag: "W/\"1\"", lastModified: nil)
        cache.store(file, at: url)
        #expect(cache.cachedFile(at: url) == file)
        #expect(cache.cachedFile(at: URI("https://a.example/c.yaml")) == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: cache.folder)
        let facts = try FileManager.default.attributesOfItem(atPath: cache.folder + "/" + (try #require(names.first)))
        #expect(names.count == 1 && facts[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: ["https://user:pass@a.example/b.yaml", "https://a.example/b.yaml?access_token=x"])
    func whatHasCredentialsIsNotKept(place: String) {
        cache.store(RemoteFile(body: [1]), at: URI(place))
        #expect(cache.cachedFile(at: URI(place)) == nil)
        #expect(!FileManager.default.fileExists(atPath: cache.folder))
    }

    /// What stands in the first lines could be forged by a header with a line break in it.
    @Test func aHeaderWithALineBreakIsNotKept() {
        cache.store(RemoteFile(body: [1], etag: "a\nb"), at: url)
        #expect(cache.cachedFile(at: url) == nil)
    }

    @Test func itsBytesAreBounded() throws {
        let small = RemoteCache(folder: folder.path("small"), mostBytes: 1_000)
        for number in 0..<9 {
            small.store(RemoteFile(body: [UInt8](repeating: 0x20, count: 200)), at: URI("https://a.example/\(number)"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: small.folder).count < 5)
    }
}
