// The files of a folder that can be opened, within limits.

import Foundation
import TestSupport
import Testing

@testable import Workspace

@Suite struct FoundSourcesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }

    private var found: [String] { FoundSources.list(in: folder.path).map { "\($0.path): \($0.kind)" } }

    private static let description = #"{"openapi": "3.1.0"}"#

    @Test func theFolderComesBeforeTheFoldersInIt() throws {
        try make("api/deep")
        try make(".hidden")
        try make("node_modules")
        for name in ["z.json", "api/a.json", "api/deep/b.json", ".hidden/c.json", ".d.json", "node_modules/e.json"] {
            try folder.file(name, Self.description)
        }
        try folder.file("m.http", "GET /")
        try folder.file("http-client.env.json", #"{"openapi": "3.1.0"}"#)
        try folder.file("readme.md", "openapi: 3.1.0")
        #expect(found == ["m.http: HTTP requests", "z.json: OpenAPI 3.1", "api/a.json: OpenAPI 3.1"])
    }

    @Test func workspacesAndCollectionsOfBrunoAreFound() throws {
        try make("shop")
        try make("bruno")
        try folder.file("shop/explorer.yaml", "apis:")
        try folder.file("test.explorer.yaml", "apis:")
        try folder.file("bruno/bruno.json", "{}")
        try folder.file("bruno/a.bru", "")
        try folder.file("b.bru", "")
        #expect(
            found == [
                "b.bru: Bruno request", "test.explorer.yaml: workspace", "bruno: Bruno collection",
                "shop/explorer.yaml: workspace",
            ])
        try folder.file("bruno.json", "{}")
        #expect(found == [".: Bruno collection"])
    }

    @Test func theFoldersOfACollectionAreNotListed() throws {
        for name in ["users", "environments", "other"] { try make(name) }
        for name in ["users/get.bru", "environments/dev.bru"] { try folder.file(name, "") }
        try folder.file("other/a.json", Self.description)
        #expect(found == ["environments/dev.bru: Bruno request", "other/a.json: OpenAPI 3.1", "users/get.bru: Bruno request"])
        try folder.file("bruno.json", "{}")
        #expect(found == [".: Bruno collection"])
    }

    @Test func linksToFilesCount() throws {
        try folder.file("a.txt", Self.description)
        try FileManager.default.createSymbolicLink(atPath: folder.path("a.json"), withDestinationPath: "a.txt")
        try FileManager.default.createSymbolicLink(atPath: folder.path("b.json"), withDestinationPath: "nowhere")
        try FileManager.default.createSymbolicLink(atPath: folder.path("c.json"), withDestinationPath: ".")
        try FileManager.default.createSymbolicLink(atPath: folder.path("d.json"), withDestinationPath: "d.json")
        #expect(found == ["a.json: OpenAPI 3.1"])
    }

    @Test(arguments: ["a.json", "a.http", "a.bru", "explorer.yaml"]) func onlyRegularFilesCount(_ name: String) throws {
        #expect(mkfifo(folder.path(name), 0o600) == 0)
        #expect(found == [])
        #expect(unlink(folder.path(name)) == 0)
        for target in ["nowhere", name, "."] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
            #expect(found == [])
            #expect(unlink(folder.path(name)) == 0)
        }
    }

    @Test func aLinkToAWorkspaceIsOne() throws {
        try folder.file("a.txt", "apis:")
        try FileManager.default.createSymbolicLink(atPath: folder.path("explorer.yaml"), withDestinationPath: "a.txt")
        #expect(found == ["explorer.yaml: workspace"])
    }

    @Test(.enabled(if: geteuid() != 0, "root can read every file")) func aFileThatCannotBeReadIsLeftOut() throws {
        try folder.file("a.json", Self.description)
        #expect(chmod(folder.path("a.json"), 0) == 0)
        #expect(found == [])
    }

    @Test func theSearchIsLimited() throws {
        for number in 10..<30 { try folder.file("\(number).json", Self.description) }
        func search(_ bounds: FoundSources.Bounds) -> FoundSources { FoundSources(in: folder.path, bounds) }
        let whole = search(FoundSources.Bounds())
        #expect(whole.sources.count == 20 && whole.isComplete)
        for bounds in [FoundSources.Bounds(names: 20), FoundSources.Bounds(files: 20), FoundSources.Bounds(results: 20)] {
            #expect(search(bounds) == whole)
        }
        let few = [
            (FoundSources.Bounds(names: 7), 7), (FoundSources.Bounds(files: 5), 5), (FoundSources.Bounds(results: 3), 3),
        ]
        for (bounds, count) in few {
            let found = search(bounds)
            #expect(found.sources.count == count && !found.isComplete)
        }
    }

    /// The folder uses up the names: the folders in it are not read.
    @Test func theLimitHoldsForAllFolders() throws {
        try make("api")
        try make("shop")
        try folder.file("api/a.json", Self.description)
        try folder.file("shop/bruno.json", "{}")
        func search(_ names: Int) -> FoundSources { FoundSources(in: folder.path, FoundSources.Bounds(names: names)) }
        #expect(search(2).sources == [] && !search(2).isComplete)
        #expect(search(3).sources.map(\.path) == ["api/a.json"] && !search(3).isComplete)
        #expect(search(4).sources.map(\.path) == ["api/a.json", "shop"] && search(4).isComplete)
    }

    @Test func aFolderThatIsMissingOrEmptyHasNone() throws {
        #expect(found == [])
        #expect(FoundSources.list(in: folder.path("nowhere")) == [])
    }
}
