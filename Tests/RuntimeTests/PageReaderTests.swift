// A list of which all pages are read becomes one body: in the order of its pages, whole, with gaps, cut, cancelled.

import Document
import NetLayer
import Synchronization
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct PageReaderTests {
    /// Pages of ten rows by number, 13 of them; what `faults` names is answered with that status, once.
    private final class Pages: Sendable {
        let asked = Mutex<[Int]>([])
        let faults: Mutex<[Int: Int]>
        /// Pages from here on are never answered.
        let stuck: Int

        init(faults: [Int: Int] = [:], stuck: Int = .max) {
            self.faults = Mutex(faults)
            self.stuck = stuck
        }

        static func body(_ page: Int) -> [UInt8] {
            let rows = (0..<10).map { #"{"id": \#((page - 1) * 10 + $0 + 1)}"# }.joined(separator: ", ")
            return Array(#"{"total": 130, "items": [\#(rows)]}"#.utf8)
        }

        func answer(_ request: WireRequest) -> [ScriptedTransport.Step] {
            let page = request.url.pageNumber ?? 1
            asked.withLock { $0.append(page) }
            if page >= stuck { return [.enter(.waiting)] }
            if let status = faults.withLock({ $0.removeValue(forKey: page) }) { return ScriptedTransport.Step.answer(status) }
            let next = Headers([HeaderField("Link", page < 13 ? "<?page=\(page + 1)>; rel=\"next\"" : "<?page=1>; rel=\"first\"")]
            )
            return ScriptedTransport.Step.answer(200, headers: next, body: Self.body(page))
        }

        var numbers: [Int] { asked.withLock { $0.sorted() } }
    }

    private let inbox = Inbox()
    private let bodies = BodyStore()
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))])

    private func runner(_ pages: Pages) -> EffectRunner {
        EffectRunner(client: NetClient(transport: ScriptedTransport { pages.answer($0) }), inbox: inbox, bodies: bodies)
    }

    private static let numbered: PagingStyle = {
        var style = PagingStyle.page(size: nil, of: 10)
        style.totals = [.body("/total")]
        return style
    }()

    private func order(_ style: PagingStyle = numbered, limit: Int = 100, id: UInt64 = 100) -> PagesOrder {
        PagesOrder(
            id: TaskID(id), title: "all pages", plan: RequestPlan(id: "items", path: "/items"), pool: pool,
            paging: FoundPaging(style: style, reason: "for a test"), limit: limit)
    }

    /// The list's end, and its last answer.
    private func end() async throws -> (progress: PagesProgress, answer: Answer) {
        var (progress, answer): (PagesProgress?, Answer?)
        _ = await eventually {
            for event in inbox.drain() {
                if case .engine(.pages(let news)) = event, news.end != nil { progress = news }
                // When the end is told, the last answer is the whole of it, wherever it stands among what came with it.
                if case .engine(.answered(let news)) = event { answer = news }
            }
            // What is said of an older group may still be under way.
            return progress != nil && answer?.task == progress?.task
        }
        return (try #require(progress), try #require(answer))
    }

    private func ids(_ answer: Answer) throws -> [Int] {
        let document = try #require(bodies.document(of: answer.task))
        return document.root.elements.map { $0["id"]?.int ?? -1 }
    }

    @Test func numberedPagesBecomeOneListInTheirOrder() async throws {
        let pages = Pages()
        runner(pages).perform(.engine(.allPages(order())))
        let (progress, answer) = try await end()
        #expect(progress.end == .whole && progress.pages == 13 && progress.count == 13)
        #expect(answer.rows == 130 && answer.kind == .json && answer.links.isEmpty)
        #expect(try ids(answer) == Array(1...130))
        #expect(pages.numbers == Array(1...13))
    }

    @Test func linkedPagesAreReadOneAfterAnother() async throws {
        let pages = Pages()
        runner(pages).perform(.engine(.allPages(order(.link(of: 10)))))
        let (progress, answer) = try await end()
        #expect(progress.end == .whole && progress.pages == 13)
        #expect(try ids(answer) == Array(1...130))
        #expect(pages.asked.withLock { $0 } == Array(1...13))
    }

    @Test func pageThatIsThereIsNotAskedForAgain() async throws {
        let pages = Pages()
        let runner = runner(pages)
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: RequestPlan(id: "items", path: "/items"), pool: pool))))
        var first: Answer?
        _ = await eventually {
            for case .engine(.answered(let answer)) in inbox.drain() { first = answer }
            return first != nil
        }
        let shown = try #require(first)
        var order = order()
        order.first = PagesOrder.First(task: shown.task, head: try #require(shown.head), url: try #require(shown.url))
        runner.perform(.engine(.allPages(order)))
        let (_, answer) = try await end()
        #expect(try ids(answer) == Array(1...130))
        #expect(pages.numbers == Array(1...13))
    }

    @Test func failedPageIsAGapAndIsAskedForAlone() async throws {
        let pages = Pages(faults: [7: 503])
        let runner = runner(pages)
        runner.perform(.engine(.allPages(order())))
        let (progress, answer) = try await end()
        #expect(progress.end == .whole && progress.pages == 12)
        #expect(progress.gaps.map(\.page) == [7])
        #expect(progress.gaps.first?.reason == "503 Service Unavailable")
        #expect(try ids(answer) == Array(1...60) + Array(71...130))

        pages.asked.withLock { $0 = [] }
        var again = order(id: 101)
        again.missingOf = answer.task
        runner.perform(.engine(.allPages(again)))
        let (whole, answered) = try await end()
        #expect(whole.gaps.isEmpty && whole.pages == 13 && whole.task != progress.task)
        #expect(try ids(answered) == Array(1...130))
        #expect(pages.numbers == [7])
    }

    /// A list that is read page by page ends where one fails, and goes on from there.
    @Test func linkedListGoesOnWhereItFailed() async throws {
        let pages = Pages(faults: [4: 500])
        let runner = runner(pages)
        runner.perform(.engine(.allPages(order(.link(of: 10)))))
        let (progress, answer) = try await end()
        #expect(progress.gaps.map(\.page) == [4] && progress.pages == 3)
        #expect(try ids(answer) == Array(1...30))
        var again = order(.link(of: 10), id: 101)
        again.missingOf = answer.task
        runner.perform(.engine(.allPages(again)))
        let (whole, answered) = try await end()
        #expect(whole.end == .whole && whole.gaps.isEmpty)
        #expect(try ids(answered) == Array(1...130))
    }

    @Test(arguments: [numbered, PagingStyle.link(of: 10)])
    func limitCutsTheListAndSaysSo(_ style: PagingStyle) async throws {
        let pages = Pages()
        runner(pages).perform(.engine(.allPages(order(style, limit: 4))))
        let (progress, answer) = try await end()
        #expect(progress.end == .cut && progress.pages == 4)
        #expect(try ids(answer) == Array(1...40))
    }

    @Test func cancelledListKeepsWhatIsThere() async throws {
        let pages = Pages(stuck: 8)
        let runner = runner(pages)
        runner.perform(.engine(.allPages(order(.link(of: 10)))))
        var group: TaskID?
        _ = await eventually {
            for case .engine(.pages(let progress)) in inbox.drain() where progress.pages == 7 { group = progress.task }
            return group != nil
        }
        runner.perform(.engine(.cancel([try #require(group)])))
        let (progress, answer) = try await end()
        #expect(progress.end == .cancelled && progress.pages == 7 && progress.gaps.isEmpty)
        #expect(try ids(answer) == Array(1...70))
    }

    @Test func nextPageOnAnotherServerEndsTheList() async throws {
        let transport = ScriptedTransport { request in
            let next = request.url.pageNumber == nil ? "?page=2" : "http://evil.example/items?page=3"
            return ScriptedTransport.Step.answer(
                200, headers: Headers([HeaderField("Link", "<\(next)>; rel=\"next\"")]), body: Array("[1]".utf8))
        }
        let runner = EffectRunner(client: NetClient(transport: transport), inbox: inbox, bodies: bodies)
        runner.perform(.engine(.allPages(order(.link(of: 1)))))
        let (progress, answer) = try await end()
        #expect(progress.end == .stopped("the next page is on another server; it was not requested"))
        #expect(answer.rows == 2)
    }

    @Test func keptAnswerIsAskedHowItGoesOn() async throws {
        let runner = runner(Pages())
        let plan = RequestPlan(id: "items", path: "/items")
        runner.perform(.engine(.send(SendOrder(id: TaskID(1), plan: plan, pool: pool))))
        var question: PagingQuestion?
        _ = await eventually {
            for case .engine(.answered(let answer)) in inbox.drain() {
                guard let head = answer.head, let url = answer.url else { continue }
                question = PagingQuestion(task: answer.task, plan: plan, head: head, url: url, known: [])
            }
            return question != nil
        }
        runner.perform(.body(.paging(try #require(question))))
        var turns: PageTurns?
        _ = await eventually {
            for case .body(.paged(_, let found)) in inbox.drain() { turns = found }
            return turns != nil
        }
        #expect(turns?.paging.reason == "Link rel=next")
        #expect(turns?.next == .url(URI("http://one.example/items?page=2")))
        #expect(turns?.total == 130)
    }
}
