// Which tasks belong in the log at which level.

import Testing

@testable import NetLayer
@testable import Workbench

@Suite struct LogChoiceTests {
    private func exchange(_ attempt: Int, status: Int? = nil, failure: TransferFailure? = nil) -> ExchangeRecord {
        ExchangeRecord(
            attempt: attempt, service: "a", request: WireRequest(url: URI("http://a.test/")),
            head: status.map { ResponseHead(status: $0) }, failure: failure, metrics: TransferMetrics(), startedAt: .zero)
    }

    private func row(_ state: TaskState, attempt: Int, _ exchanges: [ExchangeRecord]) -> TaskRow {
        let plan = RequestPlan(id: "call", path: "/items")
        var row = TaskRow(id: TaskID(1), info: TaskInfo(plan), state: state, openedAt: .zero)
        (row.attempt, row.exchanges) = (attempt, exchanges)
        return row
    }

    private func levels(_ row: TaskRow) -> [LogChoice.Level] { LogChoice.Level.allCases.filter { $0.includes(row) } }

    @Test func aFailureIsInEachLevel() {
        #expect(levels(row(.failed, attempt: 1, [exchange(1, status: 503)])) == LogChoice.Level.allCases)
    }

    @Test func aSuccessAfterAFailedAttemptIsAWarning() {
        let refused = exchange(1, failure: TransferFailure(.connect, "refused"))
        for first in [exchange(1, status: 503), refused] {
            #expect(levels(row(.succeeded, attempt: 2, [first, exchange(2, status: 200)])) == [.warning, .info, .debug])
        }
        #expect(levels(row(.succeeded, attempt: 1, [exchange(1, status: 302), exchange(1, status: 200)])) == [.info, .debug])
    }

    /// Of two copies of a slow request, either may win.
    @Test func theSlowerCopyHasNotFailed() {
        let lost = TransferFailure(.cancelled(.hedge), "the other copy got a response first")
        let won = [row(.succeeded, attempt: 2, [exchange(1, failure: lost), exchange(2, status: 200)])]
        for row in won + [row(.succeeded, attempt: 1, [exchange(2, failure: lost), exchange(1, status: 200)])] {
            #expect(levels(row) == [.info, .debug])
        }
    }
}
