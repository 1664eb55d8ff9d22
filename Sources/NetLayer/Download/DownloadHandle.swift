// The caller's reference to a download.

import Synchronization

/// A download that is running or has ended. Dropping the handle changes nothing.
public struct DownloadHandle: Sendable {
    /// The number of its row; the rows of its requests name it as their parent.
    public let id: TaskID
    let client: NetClient
    let end: DownloadEnd
    let progressReport: DownloadProgress

    /// The file, once it is complete and at its place. Cancelling the Swift task that waits here cancels the
    /// download, and leaves the partial file.
    /// - Throws: ``NetError/Kind/file`` for errors of the disk; `status` with the response's body;
    ///   `protocolViolation` for a part that was not requested; `cut` for fewer bytes than announced; any
    ///   error of a request. The target then stays unchanged.
    public var value: DownloadedFile {
        get async throws(NetError) { try await client.value(of: id, in: end.landing) }
    }

    /// How much of the file is there, including the bytes of an earlier try: ``Progress/received`` of
    /// ``Progress/toReceive``, in bytes. Only the newest values, each at least as far as the one before. The
    /// sequence ends with the download. Each use is a sequence of its own, for one reader.
    public var progress: AsyncStream<Progress> { progressReport.stream }

    /// Ends the download as cancelled by its holder, and leaves the partial file. `false` when it had ended
    /// already.
    @discardableResult
    public func cancel() -> Bool { client.cancel(id) }
}

/// How one download ends. Its work lands the result after it has closed the file, so that the next download
/// can continue there, also after a cancel.
final class DownloadEnd: Sendable {
    private enum Stage { case waiting, working, over }

    let landing = Landing<Result<DownloadedFile, NetError>>()
    /// Why its row was cancelled.
    let reason = Landing<NetError>()
    private let stage = Mutex(Stage.waiting)

    /// Whether the work may begin.
    func begin() -> Bool {
        stage.withLock { stage in
            guard stage == .waiting else { return false }
            stage = .working
            return true
        }
    }

    /// The row was cancelled.
    /// - Returns: whether the work has begun; then it lands the result itself.
    func cancel(_ error: NetError) -> Bool {
        reason.land(error)
        let hasBegun = stage.withLock { stage in
            defer { if stage == .waiting { stage = .over } }
            return stage != .waiting
        }
        if !hasBegun { landing.land(.failure(error)) }
        return hasBegun
    }
}

/// The progress of one download, and its readers.
final class DownloadProgress: Sendable {
    private struct State {
        var newest = Progress()
        var isOver = false
        var meters: [ProgressMeter] = []
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - received: the size of the partial file in bytes.
    ///   - total: the size of the whole resource, if that is known.
    func update(received: Int64, of total: Int64?) {
        change { state in
            state.newest.received = received
            state.newest.toReceive = total
        }
    }

    func finish(isComplete: Bool) {
        change { state in
            state.newest.isComplete = isComplete
            state.isOver = true
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let meters = state.withLock { state in
            body(&state)
            for meter in state.meters { meter.update(state.newest, isOver: state.isOver) }
            defer { if state.isOver { state.meters = [] } }
            return state.meters
        }
        meters.forEach { $0.resumeReader() }
    }

    /// A stream of its own for one reader.
    var stream: AsyncStream<Progress> {
        let meter = ProgressMeter()
        state.withLock { state in
            meter.update(state.newest, isOver: state.isOver)
            if !state.isOver { state.meters.append(meter) }
        }
        return AsyncStream {
            await meter.next()
        } onCancel: { [weak self] in
            self?.state.withLock { $0.meters.removeAll { $0 === meter } }
            meter.finish()
        }
    }
}
