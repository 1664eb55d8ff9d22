// Files that change on a real disk: in place, by rename, through links, with their folders; and descriptions that are read again for it.

import Catalog
import Dispatch
import Foundation
import NetLayer
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite struct FileWatchTests {
    private final class Counter: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }

    private func watch(_ paths: [String]) -> (FileWatch, Counter) {
        let counter = Counter()
        let watch = FileWatch(quiet: .milliseconds(20)) { counter.add() }
        watch.follow(paths)
        return (watch, counter)
    }

    @Test func aFileThatIsReplacedByRenameIsNoticed() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.json", "one")
        let (watch, counter) = watch([path])
        defer { watch.stop() }
        for round in 1...3 {
            try folder.file("api.json.tmp", "round \(round)")
            #expect(rename(folder.path("api.json.tmp"), path) == 0)
            #expect(await eventually { counter.count == round })
        }
    }

    @Test func aFileThatIsWrittenInPlaceIsNoticed() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.json", "one")
        let (watch, counter) = watch([path])
        defer { watch.stop() }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("two".utf8))
        try handle.close()
        #expect(await eventually { counter.count == 1 })
    }

    @Test func whatIsBesideTheFilesIsNothing() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.json", "one")
        let (watch, counter) = watch([path])
        defer { watch.stop() }
        for number in 0..<20 { try folder.file("other-\(number).json", "x") }
        // The same bytes, touched by nobody: only the last write is news.
        try folder.file("api.json", "three")
        #expect(await eventually { counter.count > 0 })
        #expect(counter.count == 1)
    }

    @Test func aFileThatComesAndOneThatGoesAreNoticed() async throws {
        let folder = try TemporaryFolder()
        let (watch, counter) = watch([folder.path("late.json")])
        defer { watch.stop() }
        try folder.file("late.json", "here")
        #expect(await eventually { counter.count == 1 })
        try FileManager.default.removeItem(atPath: folder.path("late.json"))
        #expect(await eventually { counter.count == 2 })
    }

    @Test func aLinkToAFileElsewhereIsFollowed() async throws {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        let real = try other.file("real.json", "one")
        try FileManager.default.createSymbolicLink(atPath: folder.path("api.json"), withDestinationPath: real)
        let (watch, counter) = watch([folder.path("api.json")])
        defer { watch.stop() }
        try other.file("new.json", "two words")
        #expect(rename(other.path("new.json"), real) == 0)
        #expect(await eventually { counter.count == 1 })
        let handle = try #require(FileHandle(forWritingAtPath: real))
        try handle.write(contentsOf: Data("in place, through its own name".utf8))
        try handle.close()
        #expect(await eventually { counter.count == 2 })
        // And the link itself leads elsewhere.
        try other.file("second.json", "another")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: other.path("second.json"))
        #expect(rename(folder.path("link"), folder.path("api.json")) == 0)
        #expect(await eventually { counter.count == 3 })
    }

    @Test func aFolderThatIsMadeAnewIsWatchedAgain() async throws {
        let folder = try TemporaryFolder()
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
        let path = try folder.file("sub/api.json", "one")
        let (watch, counter) = watch([path, try folder.file("main.json", "main")])
        defer { watch.stop() }
        try manager.removeItem(atPath: folder.path("sub"))
        #expect(await eventually { counter.count == 1 })
        try manager.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
        #expect(await eventually { counter.count == 1 })
        try folder.file("sub/api.json", "again")
        #expect(await eventually { counter.count == 2 })
        try folder.file("sub/api.json", "and again")
        #expect(await eventually { counter.count == 3 })
    }

    @Test func nobodyListensToWhatIsNotWatchedAnyMore() async throws {
        let folder = try TemporaryFolder()
        let (path, other) = (try folder.file("api.json", "one"), try folder.file("other.json", "one"))
        let (watch, counter) = watch([path, other])
        defer { watch.stop() }
        watch.follow([other])
        try folder.file("api.json", "three")
        try folder.file("other.json", "four words here")
        #expect(await eventually { counter.count == 1 })
        watch.follow([])
        try folder.file("other.json", "five")
        watch.stop()
        #expect(counter.count == 1)
    }

    @Test func aPlaceThatCannotBeWatchedHarmsNothing() {
        let (watch, counter) = watch(["/proc/self/none/api.json", "", "relative.json"])
        watch.stop()
        #expect(counter.count == 0)
    }
}

@Suite struct DescriptionReadingTests {
    private func text(_ paths: String...) -> String {
        let items = paths.map { "\($0): {get: {operationId: \($0.filter(\.isLetter))}}" }.joined(separator: ", ")
        return "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: 'https://a.example'}]\npaths: {\(items)}\n"
    }

    /// What came of a description's file.
    private final class Reader: Sendable {
        let inbox = Inbox()
        let reading: DescriptionReading
        private let seen = Mutex<[String]>([])

        init(_ path: String) {
            reading = DescriptionReading(inbox: inbox)
            let client = NetClient(transport: ScriptedTransport { _ in [] })
            reading.begin(from: .file(path)) { () async throws(LoadError) in
                let description = try await DescriptionLoader.load(.file(path), client: client)
                return .init(description, ServicePool(description.servers), from: source)
            }
        }

        /// In words, everything so far.
        var news: [String] {
            let new = inbox.drain().compactMap { event -> String? in
                switch event {
                case .source(.described(let description, _)): "described \(description.endpoints.map(\.id))"
                case .source(.failedToDescribe(let failure)): "failed \(failure.detail)"
                case .source(.reread(let description, _, let change, _, _)):
                    "reread +\(change.added.map { description.endpoints[$0].id }) -\(change.removed) ~\(change.changed)"
                case .source(.failedToReread(let failure)): "kept \(failure.title) \(failure.detail)"
                default: nil
                }
            }
            return seen.withLock { seen in
                seen += new
                return seen
            }
        }
    }

    @Test func aChangedFileIsReadAgain() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.yaml", text("/a", "/b"))
        let reader = Reader(path)
        defer { reader.reading.stop() }
        #expect(await eventually { reader.news == [#"described ["a", "b"]"#] })
        // As editors do it: another file takes its place.
        try folder.file("api.yaml~", text("/b", "/c"))
        #expect(rename(folder.path("api.yaml~"), path) == 0)
        #expect(await eventually { reader.news.last == #"reread +["c"] -[0] ~[]"# })
        try folder.file("api.yaml", "openapi: 3.1.0\npaths: {")
        #expect(await eventually { reader.news.last?.hasPrefix("kept ") == true })
        #expect(reader.news.last?.contains("line 2") == true || reader.news.last?.contains("line 3") == true)
        // Against the last one that could be read.
        try folder.file("api.yaml", text("/b", "/c", "/d"))
        #expect(await eventually { reader.news.last == #"reread +["d"] -[] ~[]"# })
    }

    @Test func aFileThatTheDescriptionRefersToCounts() async throws {
        let folder = try TemporaryFolder()
        try folder.file("a.yaml", "get: {operationId: a}\n")
        let path = try folder.file(
            "api.yaml", "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: a.yaml}, /b: {$ref: b.yaml}}\n")
        let reader = Reader(path)
        defer { reader.reading.stop() }
        #expect(await eventually { reader.news == [#"described ["a"]"#] })
        try folder.file("a.yaml", "get: {operationId: a, summary: Another}\n")
        #expect(await eventually { reader.news.last == "reread +[] -[] ~[0]" })
        // One that was missed.
        try folder.file("b.yaml", "get: {operationId: b}\n")
        #expect(await eventually { reader.news.last == #"reread +["b"] -[] ~[]"# })
    }

    @Test func aFileThatIsNoDescriptionYetIsReadWhenItIs() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.yaml", "nothing\n")
        let reader = Reader(path)
        defer { reader.reading.stop() }
        #expect(await eventually { reader.news.first?.hasPrefix("failed") == true })
        try folder.file("api.yaml", text("/a"))
        #expect(await eventually { reader.news.last == #"described ["a"]"# })
    }

    @Test func watchingIsSwitchedOffAndReloadingIsNot() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.yaml", text("/a"))
        let reader = Reader(path)
        defer { reader.reading.stop() }
        #expect(await eventually { reader.news.count == 1 })
        reader.reading.obey(.watch(false))
        try folder.file("api.yaml", text("/a", "/b"))
        reader.reading.obey(.reload)
        #expect(await eventually { reader.news.last == #"reread +["b"] -[] ~[]"# })
        #expect(reader.news.count == 2)
        // What happened meanwhile is not lost when it is switched on again.
        reader.reading.obey(.watch(true))
        try folder.file("api.yaml", text("/a"))
        #expect(await eventually { reader.news.last == "reread +[] -[1] ~[]" })
    }

    @Test func standardInputIsReadOnce() async throws {
        let reading = DescriptionReading(inbox: Inbox())
        let inbox = Inbox()
        let once = DescriptionReading(inbox: inbox)
        defer { once.stop() }
        reading.stop()
        let description = try APIDescription.parse(
            Array(#"{"openapi": "3.1.0", "info": {"title": "T"}, "paths": {}}"#.utf8), source: "-", base: nil)
        once.begin(from: .standardInput) { .init(description, ServicePool([]), from: source) }
        #expect(await eventually { inbox.drain().contains { if case .source(.described) = $0 { true } else { false } } })
        once.obey(.reload)
        let said = inbox.drain().compactMap { if case .source(.failedToReread(let failure)) = $0 { failure.title } else { nil } }
        #expect(said == ["standard input can be read only once"])
    }

    // MARK: Workspaces

    /// A question that opens by itself would take keys that were meant for something else.
    @Test func aWishIsShownToWhoAskedAlone() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("explorer.yaml", "one")
        let inbox = Inbox()
        let reading = DescriptionReading(inbox: inbox)
        defer { reading.stop() }
        let wish = TrustRequest(path, open: [TrustNeed(.command, "runs 'date'")], all: [])
        let wants = Mutex(false)
        let agreed = Mutex<[TrustRequest]>([])
        let description = try APIDescription.parse(Array(text("/a").utf8), source: "api.yaml", base: nil)
        let hooks = DescriptionReading.Hooks(agreed: { (wish) throws(WriteError) in
            agreed.withLock { $0.append(wish) }
            wants.withLock { $0 = false }
        })
        reading.begin(from: .file(folder.path("none.yaml")), workspace: path, hooks: hooks) { () async throws(LoadError) in
            if wants.withLock({ $0 }) { throw LoadError(wish) }
            return .init(description, ServicePool([]), from: source)
        }
        let seen = Mutex<[String]>([])
        func news() -> [String] {
            let new = inbox.drain().compactMap { event -> String? in
                switch event {
                case .source(.described): "described"
                case .source(.reread(_, _, _, _, let isAsked)): isAsked ? "reread, asked" : "reread"
                case .source(.wantsTrust(let wish)): "wants: \(wish.open.map(\.text).joined())"
                case .source(.failedToReread(let failure)): failure.title
                default: nil
                }
            }
            return seen.withLock { seen in
                seen += new
                return seen
            }
        }
        #expect(await eventually { news() == ["described"] })
        try folder.file("explorer.yaml", "two")
        #expect(await eventually { news().last == "reread" })
        wants.withLock { $0 = true }
        try folder.file("explorer.yaml", "three")
        #expect(await eventually { news().last == "it wants something new, :reload shows what" })
        reading.obey(.reload)
        #expect(await eventually { news().last == "wants: runs 'date'" })
        reading.obey(.agree(wish))
        #expect(await eventually { news().last == "reread, asked" })
        #expect(agreed.withLock { $0 } == [wish])
    }
}

/// Where nothing is read from: the tests bring their descriptions.
private let source = ChosenSource(.standardInput, NetworkSettings(), variables: [:])
