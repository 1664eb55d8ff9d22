// What observers are told: a snapshot first, then every fact in order, in batches, for each observer by itself.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Keeps what one observer was told, and checks what must hold of every stream.
private struct Told {
    var snapshots: [TaskSnapshot] = []
    var events: [NetEvent] = []
    private var lastSeq: UInt64 = 0

    mutating func take(_ batch: EventBatch) {
        switch batch {
        case .snapshot(let snapshot):
            #expect(snapshot.seq >= lastSeq)
            lastSeq = snapshot.seq
            snapshots.append(snapshot)
        case .events(let new):
            #expect(!new.isEmpty)
            #expect(!snapshots.isEmpty, "a snapshot comes first")
            for event in new {
                #expect(event.seq > lastSeq, "numbers rise strictly")
                lastSeq = event.seq
            }
            events += new
        }
    }

    var changes: [NetEvent] { events.filter { $0.kind != .progress } }
}

/// What several who read one stream were told, all together.
private final class Tally: Sendable {
    private let state = Mutex((numbers: [UInt64](), snapshots: 0))

    var numbers: [UInt64] { state.withLock { $0.numbers } }
    var snapshots: Int { state.withLock { $0.snapshots } }

    func take(_ batch: EventBatch) {
        state.withLock { state in
            switch batch {
            case .snapshot: state.snapshots += 1
            case .events(let events): state.numbers += events.map(\.seq)
            }
        }
    }
}

/// A table that several threads change, as a client does: events are handed on under its lock.
private final class SharedTable: Sendable {
    private let state = Mutex((table: TaskTable(limits: DispatchLimits(), keepEnded: 10_000), written: [UInt64]()))

    /// The numbers of all changes of state.
    var written: [UInt64] { state.withLock { $0.written } }

    func snapshot() -> TaskSnapshot { state.withLock { $0.table.snapshot(at: .zero) } }

    /// A task's whole life with three times progress, told at once.
    func liveThrough(_ tell: ([NetEvent]) -> Bool) -> Bool {
        state.withLock { state in
            let id = state.table.openRow(TaskInfo(endpoint: "", title: "", method: .get), at: .zero)
            for byte in 1...3 as ClosedRange<Int64> { state.table.progress(id, sent: 0, received: byte, at: .zero) }
            _ = state.table.endTask(id, .succeeded, at: .zero)
            _ = state.table.workReturned(id)
            let events = state.table.drainEvents()
            state.written += events.filter { $0.kind != .progress }.map(\.seq)
            return tell(events)
        }
    }
}

@Suite(.within(minutes: 1)) struct EventStreamTests {
    private func observe(_ stream: EventStream, until isEnough: @escaping @Sendable (Told) -> Bool) async -> Told {
        var told = Told()
        for await batch in stream {
            told.take(batch)
            if isEnough(told) { break }
        }
        return told
    }

    @Test func itStartsWithASnapshotOfTheMomentItWasMade() async throws {
        let client = NetClient(transport: Net.hanging())
        let before = client.dispatch(Net.call(), on: Net.pool)
        let stream = client.events()
        let after = client.dispatch(Net.call(), on: Net.pool)
        client.cancelAll()
        let told = await observe(stream) { $0.events.count { $0.kind == .ended } == 2 }
        #expect(told.snapshots.map { $0.live.map(\.id) } == [[before.id]])
        #expect(told.events.first { $0.row.id == after.id }?.kind == .queued, "nothing is lost between making and reading")
        #expect(await client.isDrained())
    }

    @Test func aCallTellsItsStepsInOrder() async throws {
        let client = NetClient(
            transport: ScriptedTransport { $0.url.path == "/b" ? .answer(200) : .redirect(302, to: "http://other.test/b") })
        let stream = client.events()
        _ = try await client.send(Net.call(), on: Net.pool)
        let told = await observe(stream) { $0.events.last?.kind == .ended }
        #expect(
            told.changes.map(\.kind) == [
                .queued, .attempt, .phase, .phase, .phase, .redirected, .phase, .phase, .phase, .ended,
            ])
        #expect(told.events.map(\.seq) == Array(1...UInt64(told.events.count)))
        #expect(told.events.last?.row.state == .succeeded)
        #expect(told.events.first { $0.kind == .redirected }?.row.exchanges.count == 1)
    }

    @Test func twoObserversAreToldTheSame() async {
        let client = NetClient(transport: Net.answering())
        let streams = (client.events(), client.events())
        async let first = observe(streams.0) { $0.events.count { $0.kind == .ended } == 300 }
        async let second = observe(streams.1) { $0.events.count { $0.kind == .ended } == 300 }
        for number in 0..<300 { _ = client.dispatch(Net.call("/\(number)"), on: Net.pool) }
        let (a, b) = await (first, second)
        #expect(a.changes.map(\.seq) == b.changes.map(\.seq))
        #expect(a.events.map(\.seq) == Array(1...UInt64(a.events.count)), "an observer that keeps up misses nothing")
        #expect(a.snapshots.count == 1)
        #expect(b.snapshots.count == 1)
    }

    /// Two that read one stream at once: each batch goes to one of them, and both end.
    @Test func whoReadsAStreamTogetherSharesItsBatches() async {
        let client = NetClient(transport: Net.hanging())
        let stream = client.events()
        let tally = Tally()
        let readers = (0..<3).map { _ in Task { for await batch in stream { tally.take(batch) } } }
        #expect(await eventually { tally.snapshots == 1 })
        for number in 0..<50 {
            client.dispatch(Net.call("/\(number)"), on: Net.pool).cancel()
            await Task.yield()
        }
        #expect(await client.isDrained())
        let last = client.snapshot().seq
        #expect(await eventually { tally.numbers.contains(last) })
        stream.finish()
        for reader in readers { await reader.value }
        let read = tally.numbers
        #expect(Set(read).count == read.count && read.max() == last && tally.snapshots == 1)
    }

    @Test func theEndComesToAllWhoWait() async {
        let client = NetClient(transport: Net.hanging())
        let stream = client.events()
        let readers = (0..<3).map { _ in Task { for await _ in stream {} } }
        for _ in 0..<20 { await Task.yield() }
        readers[0].cancel()
        for reader in readers { await reader.value }
    }

    @Test func manyEventsAreOneBatch() async {
        let client = NetClient(transport: Net.hanging())
        var iterator = client.events().makeAsyncIterator()
        _ = await iterator.next()
        for number in 0..<100 { _ = client.dispatch(Net.call("/\(number)"), on: Net.pool) }
        client.cancelAll()
        guard case .events(let events) = await iterator.next() else {
            Issue.record("no events")
            return
        }
        #expect(events.count >= 200)
        #expect(await client.isDrained())
    }

    @Test func ofProgressOnlyTheNewestWaitsAndEveryChangeStays() async throws {
        let transport = Net.hanging()
        let client = NetClient(transport: transport)
        let stream = client.events()
        let handles = (0..<2).map { client.dispatch(Net.call("/\($0)"), on: Net.pool) }
        #expect(
            await eventually {
                transport.inFlight.count == 2 && client.snapshot().live.allSatisfy { $0.state == .running(.waiting) }
            })
        for step in 1...5_000 as ClosedRange<Int64> {
            for transfer in transport.inFlight { transfer.play([.progress(sent: 0, received: step)]) }
            if step == 2_500 { transport.inFlight.first?.play([.enter(.receiving)]) }
        }
        stream.finish()
        let told = await observe(stream) { _ in false }
        let progress = told.events.filter { $0.kind == .progress }
        #expect(progress.count == 3, "one before the change of state, and the newest of each task")
        #expect(progress.suffix(2).allSatisfy { $0.row.bytesReceived == 5_000 })
        #expect(told.changes.count == 2 * 4 + 1)
        #expect(told.snapshots.count == 1)
        handles.forEach { $0.cancel() }
        #expect(await client.isDrained())
    }

    @Test func anObserverThatFallsBehindGetsASnapshotInstead() async {
        let client = NetClient(transport: Net.hanging())
        let stream = client.events(capacity: 10)
        var iterator = stream.makeAsyncIterator()
        var told = Told()
        if let first = await iterator.next() { told.take(first) }
        let handles = (0..<50).map { client.dispatch(Net.call("/\($0)"), on: Net.pool) }
        if let second = await iterator.next() { told.take(second) }
        #expect(told.snapshots.count == 2)
        #expect(told.events.isEmpty)
        #expect(told.snapshots.last?.live.count == 50)
        client.cancelAll()
        while told.snapshots.last?.counters.cancelled != 50, let batch = await iterator.next() { told.take(batch) }
        #expect(told.snapshots.last?.ended.count == handles.count)
        #expect(await client.isDrained())
    }

    @Test func anObserverThatNeverReadsItsFirstSnapshotGetsANewerOne() async {
        let client = NetClient(transport: Net.hanging())
        let stream = client.events(capacity: 0)
        _ = client.dispatch(Net.call(), on: Net.pool)
        let told = await observe(stream) { !$0.snapshots.isEmpty }
        #expect(told.snapshots.first?.live.count == 1)
        client.cancelAll()
        #expect(await client.isDrained())
    }

    @Test func finishEndsTheStreamAfterWhatHasGathered() async {
        let client = NetClient(transport: Net.hanging())
        let stream = client.events()
        _ = client.dispatch(Net.call(), on: Net.pool)
        stream.finish()
        stream.finish()
        client.cancelAll()
        let told = await observe(stream) { _ in false }
        #expect(told.events.first?.kind == .queued)
        #expect(!told.events.contains { $0.kind == .ended }, "nothing comes in after finish")
        #expect(await client.isDrained())
    }

    @Test func finishWakesAnObserverThatWaits() async {
        let client = NetClient(transport: Net.hanging())
        let stream = client.events()
        let isWaiting = Mutex(false)
        let observer = Task {
            var iterator = stream.makeAsyncIterator()
            _ = await iterator.next()
            isWaiting.withLock { $0 = true }
            return await iterator.next() == nil
        }
        #expect(await eventually { isWaiting.withLock { $0 } })
        stream.finish()
        #expect(await observer.value)
    }

    @Test func cancellingTheObservingTaskEndsItsStreamAlone() async {
        let client = NetClient(transport: Net.hanging())
        let (cancelled, other) = (client.events(), client.events())
        let observer = Task { await observe(cancelled) { _ in false } }
        observer.cancel()
        _ = await observer.value
        let handle = client.dispatch(Net.call(), on: Net.pool)
        handle.cancel()
        let told = await observe(other) { $0.events.last?.kind == .ended }
        #expect(told.events.first?.kind == .queued)
        let left = await observe(cancelled) { _ in false }
        #expect(left.events.isEmpty && left.snapshots.isEmpty)
        #expect(await client.isDrained())
    }

    @Test func aClientThatGoesEndsItsStreamsAfterWhatHappened() async {
        var client: NetClient? = NetClient(transport: Net.answering())
        weak let gone = client
        let stream = client?.events()
        _ = client?.dispatch(Net.call(), on: Net.pool)
        #expect(await eventually { gone?.liveCount == 0 })
        client = nil
        #expect(await eventually { gone == nil }, "nothing keeps a client whose tasks have ended")
        guard let stream else { return }
        let told = await observe(stream) { _ in false }
        #expect(told.events.last?.kind == .ended)
    }

    @Test func aClientThatGoesWakesAnObserverThatWaits() async {
        var client: NetClient? = NetClient(transport: Net.answering())
        guard let stream = client?.events() else { return }
        let observer = Task { await observe(stream) { _ in false } }
        client = nil
        #expect(await observer.value.events.isEmpty)
    }

    @Test func anObserverThatLostItsPlaceAndItsClientIsAtItsEnd() async {
        let mailbox = EventMailbox(capacity: 0, first: TaskTable(limits: DispatchLimits(), keepEnded: 0).snapshot(at: .zero)) {
            nil
        }
        _ = await mailbox.next()
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 0)
        _ = table.openRow(TaskInfo(endpoint: "", title: "", method: .get), at: .zero)
        #expect(!mailbox.append(table.drainEvents()))
        #expect(await mailbox.next() == nil)
    }

    /// Events that come in while a snapshot is made are either in it or after it, never both, never neither.
    @Test func whatHappensWhileASnapshotIsMadeIsToldOnce() async throws {
        let table = SharedTable()
        let holder = Mutex<EventMailbox?>(nil)
        let mailbox = EventMailbox(capacity: 8, first: table.snapshot()) {
            let tell: ([NetEvent]) -> Bool = { events in holder.withLock { $0 }?.append(events) ?? false }
            _ = table.liveThrough(tell)
            let snapshot = table.snapshot()
            _ = table.liveThrough(tell)
            return snapshot
        }
        holder.withLock { $0 = mailbox }
        var told = Told()
        if let first = await mailbox.next() { told.take(first) }
        for _ in 0..<5 { _ = table.liveThrough { mailbox.append($0) } }
        if let second = await mailbox.next() { told.take(second) }
        if let rest = await mailbox.next() { told.take(rest) }
        holder.withLock { $0 = nil }
        let seq = try #require(told.snapshots.last?.seq)
        #expect(told.snapshots.count == 2)
        #expect(told.changes.map(\.seq) == table.written.filter { $0 > seq })
        #expect(told.changes.count == 2)
    }

    @Test func aDroppedStreamGathersNothing() async throws {
        weak var dropped: EventMailbox?
        let client = NetClient(transport: Net.hanging())
        do {
            let mailbox = EventMailbox(capacity: 10, first: client.snapshot()) { nil }
            dropped = mailbox
            let stream = EventStream(mailbox)
            _ = stream.makeAsyncIterator()
            #expect(!mailbox.isOver)
        }
        #expect(dropped == nil)
        let kept = EventMailbox(capacity: 10, first: client.snapshot()) { nil }
        _ = EventStream(kept)
        #expect(kept.isOver)
    }

    /// Writers and a reader on two threads: whatever the interleaving, no change of state is lost and no number comes twice.
    @Test func appendAndTakeMayRace() async {
        let table = SharedTable()
        let mailbox = EventMailbox(capacity: 1_000_000, first: table.snapshot()) { table.snapshot() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<2_000 {
                        let mustWake = table.liveThrough { mailbox.append($0) }
                        if mustWake { mailbox.wakeReaders() }
                    }
                }
            }
            group.addTask {
                var told = Told()
                while told.changes.count < 8_000, let batch = await mailbox.next() { told.take(batch) }
                #expect(told.changes.map(\.seq) == table.written)
                #expect(told.events.count { $0.kind == .progress } == 4_000)
            }
        }
    }

    /// The same with an observer that keeps falling behind: after every snapshot the events go on where it stands.
    @Test func overflowAndTakeMayRace() async {
        let client = NetClient(transport: Net.answering(), keepEnded: 2_000)
        let stream = client.events(capacity: 20)
        let observer = Task {
            var last: [TaskID: TaskState] = [:]
            var told = Told()
            for await batch in stream {
                told.take(batch)
                switch batch {
                case .snapshot(let snapshot): for row in snapshot.live + snapshot.ended { last[row.id] = row.state }
                case .events(let events):
                    for event in events {
                        #expect(last[event.row.id]?.isEnded != true, "nothing comes after the end")
                        last[event.row.id] = event.row.state
                    }
                }
                if last.count == 1_000, last.values.allSatisfy({ $0 == .succeeded }) { break }
            }
            return last.count
        }
        for number in 0..<1_000 { _ = client.dispatch(Net.call("/\(number)"), on: Net.pool) }
        #expect(await observer.value == 1_000)
    }
}
