// A TransferObserver that writes down everything it is told, for the tests of CurlTransport.

import NetLayer
import Synchronization
import TestSupport
import Testing

final class CurlRecorder: TransferObserver {
    /// Everything that was told, in order of its kind.
    struct Record: Sendable {
        var phases: [Phase] = []
        var heads: [ResponseHead] = []
        var body: [UInt8] = []
        /// How often a piece of body was offered, taken or not.
        var offers = 0
        var progress: [(sent: Int64, received: Int64)] = []
        var ends: [TransferEnd] = []
        /// Calls after the end; there may be none.
        var late = 0
        var isBusy = false

        var text: String { String(decoding: body, as: UTF8.self) }
        var kind: NetError.Kind? { ends.first?.failure?.kind }
    }

    private let state: Mutex<Record>

    init(busy: Bool = false) { state = Mutex(Record(isBusy: busy)) }

    var record: Record { state.withLock { $0 } }
    var isBusy: Bool {
        get { record.isBusy }
        set { state.withLock { $0.isBusy = newValue } }
    }

    /// Everything, once the exchange has ended.
    func ended(within limit: Duration = .seconds(15), _ place: SourceLocation = #_sourceLocation) async -> Record {
        let isOver = await eventually(within: limit) { !record.ends.isEmpty }
        #expect(isOver, "the exchange did not end", sourceLocation: place)
        return record
    }

    func transferEntered(_ phase: Phase) { note { $0.phases.append(phase) } }
    func transferReceived(head: ResponseHead) { note { $0.heads.append(head) } }
    func transferProgressed(sent: Int64, received: Int64) { note { $0.progress.append((sent, received)) } }
    func transferFinished(_ end: TransferEnd) { note { $0.ends.append(end) } }

    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        state.withLock { record in
            if !record.ends.isEmpty { record.late += 1 }
            record.offers += 1
            if record.isBusy { return .busy }
            record.body.append(contentsOf: body)
            return .accepted
        }
    }

    private func note(_ change: (inout Record) -> Void) {
        state.withLock { record in
            if !record.ends.isEmpty { record.late += 1 }
            change(&record)
        }
    }
}

extension CurlTransport {
    /// One exchange from start to end.
    func exchange(_ request: WireRequest, _ place: SourceLocation = #_sourceLocation) async -> CurlRecorder.Record {
        let recorder = CurlRecorder()
        _ = start(request, observer: recorder)
        return await recorder.ended(place)
    }

    func get(_ url: String, _ place: SourceLocation = #_sourceLocation) async -> CurlRecorder.Record {
        await exchange(WireRequest(url: URI(url)), place)
    }
}
