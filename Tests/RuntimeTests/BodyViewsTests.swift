// Trees, tables and searches of kept bodies: what is asked for comes, in steps where it is long, and a search can be given up.

import Canvas
import Document
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct BodyViewsTests {
    private let id = TaskID(1)

    private func store(_ text: String, capacity: Int = 256 << 20) -> BodyStore {
        let store = BodyStore(capacity: capacity)
        let response = RawResponse(
            head: ResponseHead(status: 200, headers: Headers([])), body: Array(text.utf8), url: URI("http://one.example/"))
        _ = store.keep(response, BodyContent(response), for: id)
        return store
    }

    private func request(_ folds: JSONFolds, _ range: Range<Int> = 0..<100, anchor: Int? = nil) -> TreeRequest {
        TreeRequest(task: id, root: 0, folds: folds, range: range, anchor: anchor)
    }

    @Test func contentTellsWhetherThereIsAList() {
        func content(_ text: String) -> BodyContent {
            BodyContent(RawResponse(head: ResponseHead(status: 200), body: Array(text.utf8), url: URI("http://one.example/")))
        }
        #expect(content(#"{"items": [1, 2]}"#).list?.count == 2)
        #expect(content(#"{"a": 1}"#).list == nil && content(#"{"a": 1}"#).kind == .json)
        #expect(content("plain").document == nil)
    }

    @Test func theBoundaryOfPartsKeepsItsCase() {
        let body = "--AaB03x\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n1\r\n--AaB03x--\r\n"
        let head = ResponseHead(
            status: 200, headers: Headers([HeaderField("Content-Type", "Multipart/Mixed; boundary=AaB03x")]))
        let content = BodyContent(RawResponse(head: head, body: Array(body.utf8), url: URI("http://one.example/")))
        #expect(content.kind == .records && content.list?.count == 1)
    }

    @Test func eachRequestSeesItsOwnFolds() throws {
        let store = store(#"{"a": {"b": [1, 2]}, "c": 3}"#)
        let all = try #require(store.tree(request(.allOpen)))
        #expect(all.lines.map(\.text) == ["{2}", "{1}", "[2]", "1", "2", "3"])
        #expect(all.lines.map(\.parent) == [nil, 0, 1, 2, 2, 0])
        #expect(all.lines.map(\.pointer) == ["", "/a", "/a/b", "/a/b/0", "/a/b/1", "/c"])
        var folds = JSONFolds.allOpen
        folds.setOpen(all.lines[1].node, depth: 1, open: false)
        #expect(store.tree(request(folds))?.lines.map(\.hint) == ["", "b", ""])
        #expect(store.tree(request(.allOpen)) == all)
        #expect(store.tree(request(.allOpen, 4..<5))?.lines.map(\.pointer) == ["/a/b/1"])
        #expect(store.tree(request(JSONFolds(openDepth: 1), 0..<2, anchor: all.lines[3].node))?.anchorRow == 1)
        #expect(store.tree(TreeRequest(task: TaskID(7), root: 0, folds: .allOpen, range: 0..<1)) == nil)
    }

    @Test func tableRowsComeInTheirOrder() throws {
        let store = store(#"{"items": [{"n": 2}, {"n": 1}, {"n": null}]}"#)
        func places(_ order: JSONTableOrder?) -> [Int]? {
            store.table(TableRequest(task: id, order: order, range: 0..<9))?.lines.map(\.place)
        }
        #expect(places(nil) == [0, 1, 2])
        #expect(places(JSONTableOrder(column: 0)) == [1, 0, 2])
        #expect(places(JSONTableOrder(column: 0, isDescending: true)) == [0, 1, 2])
        let window = try #require(store.table(TableRequest(task: id, order: nil, range: 1..<2)))
        #expect((window.total, window.start, window.pointer, window.heads.map(\.title)) == (3, 1, "/items", ["n"]))
        #expect(self.store("{}").table(TableRequest(task: id, order: nil, range: 0..<1)) == nil)
    }

    @Test func whatTheViewsTakeCounts() {
        let text = "[" + (0..<1_000).map(String.init).joined(separator: ",") + "]"
        let store = store(text, capacity: 30_000)
        _ = store.tree(request(.allOpen))
        let response = RawResponse(head: ResponseHead(status: 200), body: [1], url: URI("http://one.example/"))
        #expect(store.keep(response, BodyContent(response), for: TaskID(2)) == [id])
        #expect(store.tree(request(.allOpen)) == nil)
    }

    private func find(_ pattern: String, _ view: FindQuery.View, step: FindRequest.Step = .onward, from: Int = 0) -> FindRequest {
        FindRequest(query: FindQuery(task: id, view: view, pattern: pattern), from: from, step: step, number: 1)
    }

    @Test func aLongSearchComesInStepsAndFindsAll() throws {
        let line = String(repeating: "x", count: 199) + "\n"
        let store = store(String(repeating: line, count: 20_000) + "lamp\n" + String(repeating: line, count: 10))
        let request = find("lamp", .lines(.raw))
        store.begin(request)
        var steps: [Found] = []
        repeat { steps.append(try #require(store.find(request))) } while steps.last?.isComplete == false
        #expect(steps.count > 3)
        #expect(steps.first?.total == 0 && steps.first?.match == nil)
        #expect(steps.last?.match == Found.Match(number: 1, place: 20_000, containers: [], isWrapped: false))
        // What has been found is not looked for again.
        let again = find("lamp", .lines(.raw), from: 20_001)
        store.begin(again)
        #expect(store.find(again)?.match?.isWrapped == true)
        store.endSearch()
        #expect(store.find(request) == nil)
    }

    @Test func viewsMakeRoomAndAreCountedOnce() throws {
        let text = "[" + String(repeating: "1,", count: 2_000) + "1]"
        let store = store(text, capacity: 290_000)
        let other = TaskID(2)
        let lines = RawResponse(
            head: ResponseHead(status: 200), body: [UInt8](repeating: UInt8(ascii: "\n"), count: 200_000),
            url: URI("http://one.example/"))
        #expect(store.keep(lines, BodyContent(lines), for: other) == [])
        for _ in 0..<1_000 { #expect(store.tree(request(.allOpen, 0..<1)) != nil) }
        #expect(store.takeEvicted() == [], "what is looked at again takes nothing more")
        #expect(store.content(other) != nil)
        // The places of so many lines are more than there is room for: the other body goes, and not the one that is looked at.
        #expect(store.window(other, .raw, 0..<1) != nil)
        #expect(store.takeEvicted() == [id] && store.content(id) == nil)
        #expect(store.window(other, .raw, 0..<1) != nil)
        #expect(store.takeEvicted() == [])
    }

    @Test func aSearchEndsWithItsBody() throws {
        let store = store("a line")
        let request = find("line", .lines(.raw))
        store.begin(request)
        store.remove([id])
        #expect(store.find(request) == nil)
    }

    @Test func aMatchGoesOnWhereALongLineIsCut() throws {
        let long = String(repeating: "x", count: 238) + "lamp" + String(repeating: "y", count: 300)
        let store = store(long + "\n" + "la\nmp")
        let request = find("lamp", .lines(.raw))
        store.begin(request)
        let found = try #require(store.find(request))
        #expect((found.total, found.match?.place) == (1, 0))
    }

    @Test func aMatchInATreeNamesWhatIsAroundIt() throws {
        let store = store(#"{"a": {"b": [1, "lamp"]}}"#)
        let request = find("lamp", .tree(root: 0))
        store.begin(request)
        let match = try #require(store.find(request)?.match)
        #expect(match.containers.count == 3 && store.value(match.place, of: id)?.pointer == "/a/b/1")
        #expect(store.value(match.place, of: id)?.text == "lamp")
        #expect(store.value(99, of: id) == nil)
    }

    @Test func bytesAreDumped() {
        let store = store("A\0B")
        #expect(store.window(id, .hex, 0..<5)?.lines == ["00000000  41 00 42                                          |A.B|"])
    }

    @Test func anotherSearchEndsTheOneThatGoesOn() async throws {
        let inbox = Inbox()
        let bodies = store(String(repeating: "a line of text\n", count: 600_000))
        let runner = EffectRunner(client: NetClient(transport: ScriptedTransport { _ in [] }), inbox: inbox, bodies: bodies)
        let (first, second) = (find("text", .lines(.raw)), find("line", .lines(.raw)))
        runner.perform(.body(.find(first)))
        runner.perform(.body(.find(second)))
        var found: [Found] = []
        #expect(
            await eventually {
                found += inbox.drain().compactMap { if case .body(.found(let found)) = $0 { found } else { nil } }
                return found.last?.isComplete == true
            })
        #expect(found.last?.request == second && found.last?.total == 600_000)
        #expect(!found.contains { $0.request == first && $0.isComplete })
        runner.perform(.body(.stopFinding))
        runner.perform(.body(.find(first)))
        runner.perform(.body(.stopFinding))
        runner.perform(.body(.window(id, .raw, 0..<1)))
        var events: [Event] = []
        #expect(
            await eventually {
                events += inbox.drain()
                return events.contains { if case .body(.window) = $0 { true } else { false } }
            })
        #expect(!events.contains { if case .body(.found(let found)) = $0 { found.isComplete } else { false } })
    }
}
