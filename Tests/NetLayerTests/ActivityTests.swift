// Counted activity, the order of the queue, and what selections mean.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct ActivityTests {
    private func call(_ scope: String, _ message: String = "") -> Endpoint<RawResponse> {
        Endpoint(Net.plan { $0.policies.tag = CallTag(scope, message: message) })
    }

    /// Brings a counter up to date by what happened since the last call.
    private struct Watcher {
        var counter = ActivityCounter()
        private var table = TaskTable(limits: DispatchLimits(), keepEnded: 10)

        mutating func open(_ scope: String?, _ message: String = "") -> TaskID {
            let tag = scope.map { CallTag($0, message: message) }
            return table.openRow(TaskInfo(endpoint: "e", title: "t", method: .get, tag: tag), at: .zero)
        }

        mutating func end(_ id: TaskID) { _ = table.endTask(id, .succeeded, at: .zero) }
        mutating func hear() -> [ActivityCounter.Change] { counter.apply(.events(table.drainEvents())) }
        mutating func lookAgain() -> [ActivityCounter.Change] {
            _ = table.drainEvents()
            return counter.apply(.snapshot(table.snapshot(at: .zero)))
        }
    }

    @Test(.rows("BA-18", "YT-7", "B-BA-10", "B-BA-16")) func aSpinnerShowsUntilTheLastOfItsCallsHasEnded() {
        var watcher = Watcher()
        let first = watcher.open("list", "Loading")
        #expect(watcher.hear() == [.started("list", message: "Loading")])
        let second = watcher.open("list", "More")
        #expect(watcher.hear() == [.changed("list", message: "More")])
        // Without words of its own, or without a scope, it changes nothing of what is shown.
        let third = watcher.open("list")
        let stray = watcher.open(nil)
        #expect(watcher.hear().isEmpty)
        #expect(watcher.counter.count("list") == 3)
        watcher.end(first)
        watcher.end(stray)
        #expect(watcher.hear().isEmpty)
        watcher.end(second)
        #expect(watcher.hear() == [.changed("list", message: "")])
        #expect(watcher.counter.busy == ["list"])
        watcher.end(third)
        #expect(watcher.hear() == [.stopped("list")])
        #expect(watcher.counter.busy.isEmpty)
        #expect(watcher.counter.count("list") == 0)
        #expect(watcher.counter.message("list").isEmpty)
    }

    /// What is said is the newest live task's, whatever the order in which they come and go. Looked for among all of them each time, this
    /// would take longer than the suite may.
    @Test func manyTasksOfAScopeCostNoMoreEach() {
        var random = SplitMix64(seed: 7)
        var counter = ActivityCounter()
        var live: [Int: String] = [:]
        func batch(_ number: Int, _ message: String, _ state: TaskState) -> EventBatch {
            let info = TaskInfo(endpoint: "e", title: "t", method: .get, tag: CallTag("s", message: message))
            var row = TaskRow(id: TaskID(UInt64(number)), info: info, openedAt: .zero)
            row.state = state
            return .events([NetEvent(seq: 1, time: .zero, kind: .queued, row: row)])
        }
        for number in (0..<40_000).map({ $0 ^ 3 }) {
            let message = number % 5 == 0 ? "" : "m\(number)"
            _ = counter.apply(batch(number, message, .queued))
            live[number] = message
            guard number % 4_000 == 0 else { continue }
            let ended = live.keys.sorted().filter { _ in Int.random(in: 0..<20, using: &random) == 0 }
            for number in ended { _ = counter.apply(batch(number, live.removeValue(forKey: number) ?? "", .succeeded)) }
            #expect(counter.count("s") == live.count)
            #expect(counter.message("s") == live.filter { !$0.value.isEmpty }.max { $0.key < $1.key }?.value ?? "")
        }
        var newest = ""
        for number in live.keys.sorted(by: >) {
            let changes = counter.apply(batch(number, live[number] ?? "", .succeeded))
            for case .changed(_, let message) in changes { newest = message }
            if changes == [.stopped("s")] { newest = "stopped" }
        }
        #expect(newest == "stopped" && counter.busy.isEmpty)
    }

    @Test func scopesAreCountedApart() {
        var watcher = Watcher()
        let a = watcher.open("a", "A")
        let b = watcher.open("b", "B")
        #expect(watcher.hear() == [.started("a", message: "A"), .started("b", message: "B")])
        #expect(watcher.counter.busy == ["a", "b"])
        watcher.end(a)
        #expect(watcher.hear() == [.stopped("a")])
        #expect(watcher.counter.message("b") == "B")
        watcher.end(b)
        _ = watcher.hear()
    }

    @Test func aSnapshotEndsWhatEndedUnseen() {
        var watcher = Watcher()
        let gone = watcher.open("a")
        let stays = watcher.open("b")
        _ = watcher.hear()
        watcher.end(gone)
        _ = watcher.open("c")
        #expect(watcher.lookAgain() == [.started("c", message: ""), .stopped("a")])
        #expect(watcher.lookAgain().isEmpty)
        #expect(watcher.counter.busy == ["b", "c"])
        watcher.end(stays)
        _ = watcher.open("b")
        #expect(watcher.lookAgain().isEmpty, "one came as the other went: still busy")
        #expect(watcher.counter.count("b") == 1)
    }

    @Test(.rows("BA-18")) func aCallShowsBeforeItsWorkHasBegun() async {
        let client = NetClient(transport: Net.hanging())
        var counter = ActivityCounter()
        var batches = client.events().makeAsyncIterator()
        if let first = await batches.next() { #expect(counter.apply(first).isEmpty) }
        let handle = client.dispatch(call("list", "Loading"), on: Net.pool)
        var changes: [ActivityCounter.Change] = []
        while changes.isEmpty, let batch = await batches.next() { changes = counter.apply(batch) }
        #expect(changes == [.started("list", message: "Loading")])
        handle.cancel()
        changes = []
        while changes.isEmpty, let batch = await batches.next() { changes = counter.apply(batch) }
        #expect(changes == [.stopped("list")])
        #expect(await client.isDrained())
    }

    @Test(.rows("BA-18")) func aCallShowsBeforeItsParametersArePulled() async {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        var counter = ActivityCounter()
        var batches = client.events().makeAsyncIterator()
        if let first = await batches.next() { #expect(counter.apply(first).isEmpty) }
        let gate = Gate()
        var endpoint = Endpoint<RawResponse>(Net.plan { $0.policies.tag = CallTag("list") })
        endpoint.behaviour.request.parameters = { _ in
            await gate.wait()
            return []
        }
        let handle = client.dispatch(endpoint, on: Net.pool)
        var changes: [ActivityCounter.Change] = []
        while changes.isEmpty, let batch = await batches.next() { changes = counter.apply(batch) }
        #expect(changes == [.started("list", message: "")], "without a message of its own")
        #expect(transport.requests.isEmpty, "the provider still waits")
        gate.open()
        #expect(await eventually { transport.requests.count == 1 })
        handle.cancel()
        #expect(await client.isDrained())
    }

    // MARK: Selections

    @Test(.rows("HH-D4", "HD-16", "CT-P8")) func eachGrainIsCountedAndCancelledByItself() async {
        let client = NetClient(transport: Net.hanging())
        func call(_ id: String, _ scope: String? = nil) -> Handle<RawResponse> {
            client.dispatch(
                Endpoint(
                    Net.plan { plan in
                        plan.id = id
                        plan.policies.tag = scope.map { CallTag($0) }
                    }), on: Net.pool)
        }
        let a = [call("a"), call("a"), call("a", "screen")]
        let b = [call("b", "screen"), call("b"), call("b"), call("b")]
        #expect(client.count(of: .endpoint("a")) == 3)
        #expect(client.count(of: .tag("screen")) == 2)
        #expect(client.count(of: .all) == 7)
        #expect(client.count(of: .ids([a[0].id, TaskID(99)])) == 1)
        #expect(client.cancel(b[1].id))
        #expect(client.cancel(.ids([b[2].id, b[2].id])) == [b[2].id])
        #expect(client.cancel(.tag("screen"), because: .quit) == [a[2].id, b[0].id])
        #expect(client.row(b[0].id)?.state == .cancelled(.quit))
        #expect(client.cancel(.endpoint("a")) == [a[0].id, a[1].id])
        #expect(client.count(of: .endpoint("a")) == 0)
        #expect(client.cancel(.endpoint("a")).isEmpty)
        #expect(client.cancel(.all) == [b[3].id])
        #expect(await client.isDrained())
    }

    @Test func theMembersOfAGroupAreThoseThatNameIt() {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 0)
        let group = table.openRow(TaskInfo(kind: .group, endpoint: "", title: "g", method: .get), at: .zero)
        let info = TaskInfo(parent: group, endpoint: "", title: "m", method: .get)
        let members = (0..<3).map { _ in table.openRow(info, at: .zero) }
        _ = table.openRow(TaskInfo(endpoint: "", title: "other", method: .get), at: .zero)
        #expect(table.liveTasks(.members(of: group)) == members)
        // A group bears no endpoint's name, though it is called like one.
        #expect(table.liveTasks(.endpoint("")).count == 4)
    }
}
