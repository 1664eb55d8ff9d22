// A streaming response: stores and reports the received part, seldom enough to be cheap. Its body has its
// beginning in memory, the rest on the disk, and can be read at any time.

import Dispatch
import Document
import NetLayer
import Screen
import Synchronization
import Workbench

final class Arrival: Sendable {
    /// The delay of the first report: most responses are complete by then.
    private static let patience = Duration.milliseconds(30)
    /// The shown part is at most this old, or five times as old as a report takes.
    private static let pace = Duration.milliseconds(100)
    /// The limit of the first shown part; each later part is at most `growth` times the part before it. So
    /// the first screen does not wait for a large body.
    private static let first = 256 << 10
    private static let growth = 8

    private struct State {
        var id: TaskID?
        /// The body of the attempt that responds.
        var body: ArrivingBody?
        var isScheduled = false
        var isOver = false
        var shown = 0
        var shownAt: Duration?
        /// How long the last report took: a larger body is shown less often.
        var time = Duration.zero
    }

    private let state = Mutex(State())
    private let desk: ArrivalDesk

    init(_ desk: ArrivalDesk) { self.desk = desk }

    /// The plan's endpoint, which hands its body to this object.
    func endpoint(_ plan: RequestPlan) -> Endpoint<RawResponse> {
        Endpoint(plan).with { endpoint in
            // A response that is shown while it arrives may take any time: events, logs, large lists.
            endpoint.plan.kind = endpoint.plan.kind ?? .download
            // A body on the disk may be larger than a body in memory.
            if endpoint.plan.limits == ResponseLimits() { endpoint.plan.limitBody(desk.spool.capacity) }
            endpoint.behaviour.takesBody = { [self] in begin($0, $1, $2) }
        }
    }

    private func begin(_ id: TaskID, _ head: ResponseHead, _ url: URI) -> ArrivingBody {
        let body = ArrivingBody(head, url, spool: desk.spool) { [weak self] in self?.grown($0) }
        state.withLock { state in
            state.id = id
            state.body = body
            state.shown = 0
        }
        return body
    }

    /// The body of the response. Without a response, the received part of an aborted
    /// request. No reports follow.
    func end(_ response: RawResponse?, isGivenUp: Bool) -> ArrivingBody? {
        state.withLock { state in
            state.isOver = true
            defer { state.body = nil }
            return response.map { $0.taker as? ArrivingBody } ?? (isGivenUp ? state.body : nil)
        }
    }

    private func grown(_ body: ArrivingBody) {
        let now = desk.now()
        let wait = state.withLock { state -> Duration? in
            guard !state.isOver, !state.isScheduled, state.body === body else { return nil }
            state.isScheduled = true
            guard let shownAt = state.shownAt else { return Self.patience }
            return max(.zero, shownAt + max(Self.pace, state.time * 5) - now)
        }
        guard let wait else { return }
        desk.work.asyncAfter(deadline: .now() + .microseconds(Int(wait / .microseconds(1)))) { [self] in show() }
    }

    private func show() {
        let (body, id, shown) = state.withLock { state in (state.isOver ? nil : state.body, state.id, state.shown) }
        guard let body, let id else { return state.withLock { $0.isScheduled = false } }
        let start = desk.now()
        let bytes = body.bytes.prefix(max(Self.first, Self.growth * shown))
        desk.keep(body, bytes, for: id)
        let now = desk.now()
        state.withLock { state in
            state.isScheduled = false
            state.shown = bytes.count
            state.shownAt = now
            state.time = now - start
        }
        // More bytes have arrived during this report.
        if body.count > bytes.count { grown(body) }
    }
}

/// The shared parts of all arrivals: the body store, and the inbox for reports.
struct ArrivalDesk: Sendable {
    let bodies: BodyStore
    let inbox: Inbox
    /// The queue for work on bodies, one at a time.
    let work: DispatchQueue
    let spool: ArrivingBody.Spool
    let now: @Sendable () -> Duration

    /// Stores the received part of a body, and reports it. On the queue of bodies.
    func keep(_ body: ArrivingBody, _ bytes: Bytes, for id: TaskID) {
        var content = BodyContent(bytes, body.head, isPart: true, spool: spool)
        content.settle(body.settled)
        let evicted = bodies.keep(bytes, content, for: id, source: body)
        var answer = Answer(task: id, head: body.head, url: body.url, bytes: bytes.count, kind: content.kind)
        answer.isArriving = true
        tell(answer, content, evicted)
        guard bytes.memory == 0 else { return }
        // The pages that were read for this need not stay in memory until more arrives.
        bytes.release()
        content.document?.release()
    }

    /// Reports a stored body.
    func tell(_ answer: Answer, _ content: BodyContent?, _ evicted: [TaskID]) {
        var answer = answer
        answer.rows = content?.list?.count
        answer.openDepth = content?.openDepth ?? .max
        answer.picture = content?.picture
        answer.notes = content?.notes ?? []
        inbox.post([.engine(.answered(answer))] + (evicted.isEmpty ? [] : [.body(.evicted(evicted))]))
    }
}

final class ArrivingBody: ReadableTaker {
    /// The place for large bodies, and the size from which on bodies go to the disk.
    struct Spool: Sendable {
        /// A folder on a disk.
        var folder: String
        /// The limit of one body in memory, in bytes.
        var memory = 16 << 20
        /// The limit of one body in all, in bytes: a small response may unpack to a huge one,
        /// which must not fill the disk.
        var capacity = 1 << 30

        /// The place for the table of a document.
        var table: JSONTableStorage { JSONTableStorage(memory: memory) { [folder] in try? MappedFile(in: folder, capacity: $0) } }
    }

    private struct State {
        var memory: [UInt8] = []
        var file: MappedFile?
        var count = 0
    }

    let head: ResponseHead
    let url: URI
    private let spool: Spool
    private let state = Mutex(State())
    /// Called when more bytes have arrived.
    private let grown: @Sendable (ArrivingBody) -> Void

    init(_ head: ResponseHead, _ url: URI, spool: Spool, grown: @escaping @Sendable (ArrivingBody) -> Void) {
        self.head = head
        self.url = url
        self.spool = spool
        self.grown = grown
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
        do throws(MappedFile.Code) {
            try state.withLock { (state) throws(MappedFile.Code) in try take(bytes, &state) }
        } catch {
            throw TransferFailure(.file, "the body does not fit into memory and cannot be written to disk: \(error.message)")
        }
        grown(self)
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ state: inout State) throws(MappedFile.Code) {
        if state.file == nil, state.count + bytes.count > spool.memory {
            let file = try MappedFile(in: spool.folder, capacity: spool.capacity)
            try file.append(state.memory)
            state.file = file
            state.memory = []
        }
        if let file = state.file { try file.append(bytes) } else { state.memory.append(contentsOf: bytes) }
        state.count += bytes.count
    }

    var count: Int { state.withLock { $0.count } }

    /// All received bytes.
    var bytes: Bytes {
        state.withLock { state in state.file.map { Bytes($0, count: state.count) } ?? Bytes(state.memory) }
    }

    /// Moves a document's table to the disk when the body or its text is there; when the disk refuses it,
    /// the table stays in memory.
    func settled(_ document: JSONDocument) -> JSONDocument {
        guard document.tableMemory > 0, document.text.memory == 0 || state.withLock({ $0.file != nil }) else { return document }
        let moved = document.withTable { table -> JSONDocument? in
            guard let file = try? MappedFile(in: spool.folder, capacity: table.count), (try? file.append(table)) != nil else {
                return nil
            }
            return document.replacing(table: file)
        }
        return moved ?? document
    }
}
