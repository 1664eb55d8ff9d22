// The sources that were opened last: in their order, for their owner alone, without secrets.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct RecentSourcesTests {
    private let home: TemporaryFolder
    private let paths: Paths

    init() throws {
        home = try TemporaryFolder()
        paths = Paths(environment: ["HOME": home.path])
    }

    private func recent() throws -> RecentSources { try #require(RecentSources(paths)) }

    private func bytes() throws -> [UInt8] { try home.bytes(".local/state/explorer/recent/sources") }

    @Test func theLastOneIsTheFirst() throws {
        let recent = try recent()
        #expect(recent.sources == [])
        let sources = [Source.file("/a/openapi.json"), .url(URI("https://api.example/v1")), .file("/b/explorer.yaml")]
        sources.forEach(recent.note)
        #expect(recent.sources == sources.reversed())
        recent.note(sources[1])
        // Another program finds them too.
        #expect(try self.recent().sources == [sources[1], sources[2], sources[0]])
        let place = try #require(paths.recent)
        let facts = try FileManager.default.attributesOfItem(atPath: "\(place)/sources")
        #expect(facts[.posixPermissions] as? Int == 0o600)
    }

    @Test func oneIsForgotten() throws {
        let recent = try recent()
        recent.note(.file("/a.json"))
        recent.note(.file("/b.json"))
        recent.forget(.file("/a.json"))
        recent.forget(.file("/c.json"))
        #expect(recent.sources == [.file("/b.json")])
    }

    @Test func onlySomeAreRemembered() throws {
        let recent = try recent()
        for number in 1...15 { recent.note(.file("/\(number).json")) }
        #expect(recent.sources.count == RecentSources.most && recent.sources.first == .file("/15.json"))
        #expect(recent.sources.last == .file("/6.json"))
    }

    @Test func aFileHasItsFullPath() throws {
        let recent = try recent()
        recent.note(.file("a/../b.json"))
        #expect(recent.sources == [.file(FileManager.default.currentDirectoryPath + "/b.json")])
    }

    @Test(arguments: [
        ("https://ada:pa55word@api.example/x", "https://api.example/x"), ("https://t0ken@api.example", "https://api.example"),
        ("https://api.example/x?a=1&api_key=pa55word&b=2", "https://api.example/x?a=1&b=2"),
        ("https://api.example/x?access_token=pa55word", "https://api.example/x"),
        ("https://api.example/x?a=1#access_token=pa55word", "https://api.example/x?a=1"),
        ("https://api.example/x?pa55word", "https://api.example/x"),
        ("https://api.example/x?a=1&pa55word&b=", "https://api.example/x?a=1&b="),
        ("https://api.example/x?next=https://ada:pa55word@b.example&a=1", "https://api.example/x?a=1"),
        ("https://api.example/x?next=https%3A%2F%2Fb.example%2F%3Fapi_key%3Dpa55word", "https://api.example/x"),
    ])
    func noSecretIsStored(_ url: String, _ stored: String) throws {
        let recent = try recent()
        recent.note(.url(URI(url)))
        #expect(recent.sources == [.url(URI(stored))])
        #expect(try bytes().firstRange(of: Array("pa55word".utf8)) == nil)
        #expect(try bytes().firstRange(of: Array("t0ken".utf8)) == nil)
    }

    @Test func programsThatWriteAtTheSameTimeLoseNothing() async throws {
        let paths = paths
        await withTaskGroup(of: Void.self) { group in
            for number in 1...RecentSources.most {
                group.addTask { RecentSources(paths)?.note(.file("/\(number).json")) }
            }
        }
        let sources = try recent().sources
        #expect(Set(sources) == Set((1...RecentSources.most).map { Source.file("/\($0).json") }))
    }

    /// What cannot be opened again by its name.
    @Test func othersAreLeftOut() throws {
        let recent = try recent()
        recent.note(.standardInput)
        recent.note(.file("/dev/null"))
        recent.note(.file("/a\nb.json"))
        recent.note(.file("/" + String(repeating: "a", count: 5_000)))
        #expect(recent.sources == [])
    }

    @Test func aDamagedFileCountsAsEmpty() throws {
        let recent = try recent()
        recent.note(.file("/a.json"))
        let place = try #require(paths.recent)
        try Data(bytes().dropLast()).write(to: URL(fileURLWithPath: "\(place)/sources"))
        #expect(recent.sources == [])
        recent.note(.file("/b.json"))
        #expect(recent.sources == [.file("/b.json")])
    }

    @Test func whoHasNoHomeHasNone() { #expect(RecentSources(Paths(environment: [:])) == nil) }
}
