// Queries and comparisons of kept bodies: what they find can be looked at like a body, a newer one ends an older one, nothing is left behind.

import Canvas
import Document
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct FilterAndDiffTests {
    private let inbox = Inbox()
    private let bodies: BodyStore
    private let runner: EffectRunner
    private let id = TaskID(1)

    init() {
        bodies = BodyStore()
        runner = EffectRunner(client: NetClient(transport: ScriptedTransport { _ in [] }), inbox: inbox, bodies: bodies)
    }

    private func keep(_ text: String, _ number: UInt64 = 1, type: String = "application/json") {
        let response = RawResponse(
            head: ResponseHead(status: 200, headers: Headers([HeaderField("Content-Type", type)])), body: Array(text.utf8),
            url: URI("http://one.example/"))
        _ = bodies.keep(response, BodyContent(response), for: TaskID(number))
    }

    private func request(_ path: String) throws -> FilterRequest { FilterRequest(task: id, path: try JSONPath(path)) }

    private func ask(_ request: FilterRequest) async throws -> Filtered {
        runner.perform(.body(.filter(request)))
        var found: [Filtered] = []
        #expect(
            await eventually {
                found += inbox.drain().compactMap { if case .body(.filtered(let filtered)) = $0 { filtered } else { nil } }
                return found.last?.isComplete == true && found.last?.request == request
            })
        return try #require(found.last)
    }

    private func tree(_ filter: JSONPath?) -> TreeWindow? {
        bodies.tree(TreeRequest(task: id, root: 0, folds: .allOpen, range: 0..<99, filter: filter))
    }

    private func table(_ filter: JSONPath?, _ order: JSONTableOrder? = nil) -> TableWindow? {
        bodies.table(TableRequest(task: id, order: order, range: 0..<99, filter: filter))
    }

    @Test func whatAQueryFindsIsADocumentWithThePointersOfTheWhole() async throws {
        keep(#"{"items": [{"n": 2, "t": ["x"]}, {"n": 1}, {"n": 3}], "next": null}"#)
        let request = try request("$.items[?@.n>1]")
        let filtered = try await ask(request)
        #expect((filtered.matches, filtered.rows, filtered.isCut, filtered.count) == (2, 3, false, "2 of 3"))
        let tree = try #require(self.tree(request.path))
        #expect(tree.lines.map(\.text) == ["[2]", "{2}", "2", "[1]", "x", "{1}", "3"])
        #expect(
            tree.lines.map(\.pointer) == [
                "", "/items/0", "/items/0/n", "/items/0/t", "/items/0/t/0", "/items/2", "/items/2/n",
            ])
        #expect(table(request.path, JSONTableOrder(column: 0, isDescending: true))?.lines.map(\.place) == [1, 0])
        #expect(bodies.value(tree.lines[4].node, of: id, filter: request.path)?.pointer == "/items/0/t/0")
        #expect(bodies.value(tree.lines[4].node, of: id, filter: request.path)?.text == "x")
        #expect(bodies.value(0, of: id, filter: request.path)?.text == "[{\"n\": 2, \"t\": [\"x\"]},\n{\"n\": 3}]")
        #expect(bodies.value(99, of: id, filter: request.path) == nil)
        // The body itself is as it was.
        #expect(self.tree(nil)?.total == 11 && table(nil)?.total == 3)
        let find = FindRequest(
            query: FindQuery(task: id, view: .tree(root: 0), pattern: "3", filter: request.path), from: 0, step: .onward,
            number: 1)
        bodies.begin(find)
        #expect(bodies.find(find)?.match?.place == tree.lines[6].node)
    }

    @Test func aNewerQueryTakesThePlaceOfTheOlderAndNoneLeavesNothing() async throws {
        keep(#"{"a": 1, "b": [2, 3]}"#)
        let (first, second) = (try request("$.b[*]"), try request("$.a"))
        #expect(try await ask(first).count == "2 matches")
        #expect(tree(first.path)?.total == 3)
        #expect(try await ask(second).count == "1 match")
        #expect(tree(first.path) == nil && tree(second.path)?.total == 2)
        runner.perform(.body(.filter(nil)))
        #expect(await eventually { tree(second.path) == nil })
        #expect(tree(nil)?.total == 5)
    }

    @Test func anEndlessQueryIsGivenUp() async throws {
        keep("[" + (0..<300).map { "[\($0)]" }.joined(separator: ",") + "]")
        let endless = try request("$[?$[?$[?$[?@[0]==-1]]]]")
        runner.perform(.body(.filter(endless)))
        #expect(
            await eventually {
                inbox.drain().contains { if case .body(.filtered(let news)) = $0 { news.request == endless } else { false } }
            })
        let filtered = try await ask(try request("$[3:6]"))
        #expect(filtered.matches == 3)
        #expect(tree(endless.path) == nil)
    }

    @Test func matchesCountAgainstTheRoomForBodies() async throws {
        let small = BodyStore(capacity: 20_000)
        let runner = EffectRunner(client: NetClient(transport: ScriptedTransport { _ in [] }), inbox: inbox, bodies: small)
        for number in [1, 2] as [UInt64] {
            let body = Array(("[" + (0..<200).map(String.init).joined(separator: ",") + "]").utf8)
            let response = RawResponse(head: ResponseHead(status: 200), body: body, url: URI("http://one.example/"))
            #expect(small.keep(response, BodyContent(response), for: TaskID(number)) == [])
        }
        runner.perform(.body(.filter(FilterRequest(task: TaskID(2), path: try JSONPath("$[*,*,*,*,*]")))))
        var evicted: [TaskID] = []
        #expect(
            await eventually {
                for case .body(.evicted(let ids)) in inbox.drain() { evicted += ids }
                return evicted == [id]
            })
        #expect(small.content(TaskID(2)) != nil)
    }

    private func compare(_ old: UInt64, _ new: UInt64) async throws -> DiffWindow {
        let request = DiffRequest(old: TaskID(old), new: TaskID(new), range: 0..<50)
        runner.perform(.body(.diff(request)))
        var windows: [DiffWindow] = []
        #expect(
            await eventually {
                windows += inbox.drain().compactMap { if case .body(.compared(let window)) = $0 { window } else { nil } }
                return windows.last?.request == request
            })
        return try #require(windows.last)
    }

    @Test func bodiesAreComparedAsWhatTheyAre() async throws {
        keep(#"{"a": 1}"#, 1)
        keep(#"{"a": 2, "b": null}"#, 2)
        keep("one\ntwo\n", 3, type: "text/plain")
        keep("one\nthree\n", 4, type: "text/plain")
        #expect(try await compare(1, 2).summary == .values(removed: 0, added: 1, changed: 1, moved: 0))
        let lines = try await compare(3, 4)
        #expect(lines.summary == .lines(removed: 1, added: 1) && lines.marks == [1])
        // JSON against another text: by the lines that the screen shows.
        #expect(try await compare(1, 3).summary == .lines(removed: 3, added: 2))
        #expect(try await compare(1, 9).summary == .gone)
        #expect(try await compare(1, 1).summary == .same)
    }

    @Test func aNewerComparisonEndsTheOlderOne() async throws {
        let long = "[" + (0..<200_000).map(String.init).joined(separator: ",") + "]"
        keep(long, 1)
        keep(String(long.dropLast()) + ",1]", 2)
        keep("[1]", 3)
        keep("[2]", 4)
        let old = DiffRequest(old: TaskID(1), new: TaskID(2), range: 0..<50)
        runner.perform(.body(.diff(old)))
        runner.perform(.body(.diff(DiffRequest(old: TaskID(3), new: TaskID(4), range: 0..<50))))
        var windows: [DiffWindow] = []
        #expect(
            await eventually {
                windows += inbox.drain().compactMap { if case .body(.compared(let window)) = $0 { window } else { nil } }
                return windows.last?.request.old == TaskID(3)
            })
        #expect(windows.allSatisfy { $0.summary != .gone })
    }

    @Test func theRoundsOfAWatchAreCompared() async throws {
        keep(#"[{"id": 1, "n": 1}, {"id": 2, "n": 2}]"#, 1)
        keep(#"[{"id": 3, "n": 3}, {"id": 1, "n": 9}]"#, 2)
        func compare(_ old: UInt64, _ new: UInt64) async throws -> WatchChanges {
            let question = WatchQuestion(old: TaskID(old), new: TaskID(new))
            runner.perform(.body(.watch(question)))
            var found: [WatchChanges] = []
            #expect(
                await eventually {
                    found += inbox.drain().compactMap { if case .body(.watched(let changes)) = $0 { changes } else { nil } }
                    return found.last?.question == question
                })
            return try #require(found.last)
        }
        let changes = try await compare(1, 2)
        let document = try #require(bodies.document(of: TaskID(2)))
        let signs = Dictionary(uniqueKeysWithValues: changes.signs.map { (document.pointer(to: $0), $1) })
        #expect(signs == ["/0": .added, "/1": .changed, "/1/n": .changed])
        #expect(changes.gone == ["/1  id 2, n 2"] && changes.goneCount == 1 && !changes.keepsNodes && changes.areDifferent)
        #expect(try await !compare(1, 1).areDifferent)
        #expect(try await !compare(1, 7).areDifferent)
    }
}
