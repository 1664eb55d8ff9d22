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
        #expect(found.first == ".: Bruno collection" && !found.contains("b.bru: Bruno request"))
    }

    @Test func linksToFilesCount() throws {
        try folder.file("a.txt", Self.description)
        try FileManager.default.createSymbolicLink(atPath: folder.path("a.json"), withDestinationPath: "a.txt")
        try FileManager.default.createSymbolicLink(atPath: folder.path("b.json"), withDestinationPath: "nowhere")
        try FileManager.default.createSymbolicLink(atPath: folder.path("c.json"), withDestinationPath: ".")
        #expect(found == ["a.json: OpenAPI 3.1"])
    }

    @Test func theSearchIsLimited() throws {
        for number in 10..<30 { try folder.file("\(number).json", Self.description) }
        func count(_ bounds: FoundSources.Bounds) -> Int { FoundSources.list(in: folder.path, bounds).count }
        #expect(count(FoundSources.Bounds()) == 20)
        #expect(count(FoundSources.Bounds(names: 7)) == 7)
        #expect(count(FoundSources.Bounds(files: 5)) == 5)
        #expect(count(FoundSources.Bounds(results: 3)) == 3)
    }

    @Test func aFolderThatIsMissingOrEmptyHasNone() throws {
        #expect(found == [])
        #expect(FoundSources.list(in: folder.path("nowhere")) == [])
    }
}
