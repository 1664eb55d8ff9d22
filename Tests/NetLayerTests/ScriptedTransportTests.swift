// The scripted transport keeps the promises of Transport: calls in order, one at a time, one end and nothing after it.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Counts calls, and notices when two overlap or one comes after the end.
final class CountingObserver: TransferObserver {
    private struct State {
        var isInside = false
        var overlaps = 0
        var pieces = 0
        var ends: [TransferEnd] = []
        var late = 0
    }

    private let state = Mutex(State())
    private let verdict: @Sendable () -> BodyVerdict

    init(verdict: @escaping @Sendable () -> BodyVerdict = { .accepted }) { self.verdict = verdict }

    var pieces: Int { state.withLock { $0.pieces } }
    var ends: [TransferEnd] { state.withLock { $0.ends } }
    var faults: Int { state.withLock { $0.overlaps + $0.late } }

    func transferEntered(_ phase: Phase) { visit {} }
    func transferReceived(head: ResponseHead) { visit {} }
    func transferProgressed(sent: Int64, received: Int64) { visit {} }
    func transferFinished(_ end: TransferEnd) {
        visit {}
        state.withLock { $0.ends.append(end) }
    }

    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        var answer = BodyVerdict.accepted
        visit { answer = verdict() }
        if case .accepted = answer { state.withLock { $0.pieces += 1 } }
        return answer
    }

    private func visit(_ work: () -> Void) {
        state.withLock { state in
            if state.isInside { state.overlaps += 1 }
            if !state.ends.isEmpty { state.late += 1 }
            state.isInside = true
        }
        work()
        state.withLock { $0.isInside = false }
    }
}

@Suite struct ScriptedTransportTests {
    private let request = WireRequest(url: URI("http://a.test/"))

    @Test func cancelEndsOnceAndIgnoresWhatFollows() throws {
        let observer = CountingObserver()
        let transport = ScriptedTransport { _ in [.enter(.waiting)] }
        let transfer = transport.start(request, observer: observer)
        #expect(transport.inFlight.count == 1)
        transfer.cancel()
        transfer.cancel()
        transport.inFlight.first?.play(.answer(200))
        #expect(observer.ends.map { $0.failure?.kind } == [.cancelled(.user)])
        #expect(transport.inFlight.isEmpty)
        #expect(observer.faults == 0)
    }

    @Test func cancelAfterTheEndSaysNothing() {
        let observer = CountingObserver()
        let transfer = ScriptedTransport { _ in .answer(200) }.start(request, observer: observer)
        transfer.cancel()
        #expect(observer.ends.count == 1)
        #expect(observer.ends.first?.failure == nil)
    }

    @Test func aCancelFromInsideACallComesAfterIt() throws {
        let holder = Mutex<ScriptedTransfer?>(nil)
        let observer = CountingObserver {
            holder.withLock { $0 }?.cancel()
            return .busy
        }
        let transport = ScriptedTransport { _ in [] }
        _ = transport.start(request, observer: observer)
        let transfer = try #require(transport.inFlight.first)
        holder.withLock { $0 = transfer }
        transfer.play([.body([1]), .body([2]), .finish(TransferMetrics())])
        #expect(observer.ends.map { $0.failure?.kind } == [.cancelled(.user)])
        #expect(observer.faults == 0)
        #expect(transfer.hasEnded)
        #expect(!transfer.isPaused)
    }

    @Test func aResumeFromInsideACallIsNotLost() throws {
        let holder = Mutex<ScriptedTransfer?>(nil)
        let offers = Mutex(0)
        let observer = CountingObserver {
            let isFirst = offers.withLock { offers in
                offers += 1
                return offers == 1
            }
            guard isFirst else { return .accepted }
            holder.withLock { $0 }?.resume()
            return .busy
        }
        let transport = ScriptedTransport { _ in [] }
        _ = transport.start(request, observer: observer)
        let transfer = try #require(transport.inFlight.first)
        holder.withLock { $0 = transfer }
        transfer.play([.body([1]), .finish(TransferMetrics())])
        #expect(observer.pieces == 1)
        #expect(observer.ends.count == 1)
    }

    @Test func playersAndCancelOnManyThreadsKeepTheOrder() async {
        for _ in 0..<200 {
            let observer = CountingObserver()
            let transport = ScriptedTransport { _ in [.enter(.waiting)] }
            let transfer = transport.start(request, observer: observer)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        transport.inFlight.first?.play([
                            .head(ResponseHead(status: 200)), .body([1]), .progress(sent: 0, received: 1),
                        ])
                    }
                }
                group.addTask { transfer.cancel() }
            }
            #expect(await eventually { observer.ends.count == 1 })
            #expect(observer.faults == 0)
        }
    }
}
