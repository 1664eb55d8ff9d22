// Sessions on the disk: each by what it is of, for its owner alone.

import Foundation
import TestSupport
import Testing

@testable import Workspace

@Suite struct SessionFolderTests {
    private let home: TemporaryFolder
    private let paths: Paths

    init() throws {
        home = try TemporaryFolder()
        paths = Paths(environment: ["HOME": home.path])
    }

    @Test func eachComesBackByWhatItIsOf() throws {
        let folder = try #require(SessionFolder(paths))
        #expect(folder.bytes(of: "/a/openapi.json") == nil)
        folder.store(Array("one".utf8), of: "/a/openapi.json")
        folder.store(Array("two".utf8), of: "/b/openapi.json")
        folder.store(Array("three".utf8), of: "/a/openapi.json")
        // Another program finds them too.
        let other = try #require(SessionFolder(paths))
        #expect(
            other.bytes(of: "/a/openapi.json") == Array("three".utf8) && other.bytes(of: "/b/openapi.json") == Array("two".utf8))
        #expect(other.bytes(of: "/a/openapi") == nil)
        let place = try #require(paths.sessions)
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        #expect(names.count == 2)
        for name in names {
            let facts = try FileManager.default.attributesOfItem(atPath: "\(place)/\(name)")
            #expect(facts[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func whatIsDamagedIsNoSession() throws {
        let folder = try #require(SessionFolder(paths))
        folder.store(Array("one".utf8), of: "a")
        let place = try #require(paths.sessions)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: place).first)
        let whole = try #require(FileManager.default.contents(atPath: "\(place)/\(name)"))
        try whole.dropLast().write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        #expect(folder.bytes(of: "a") == nil)
    }

    @Test func whoHasNoHomeHasNone() { #expect(SessionFolder(Paths(environment: [:])) == nil) }
}
