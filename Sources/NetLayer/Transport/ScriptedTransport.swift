// A transport that plays a script: for tests, examples and offline use, without sockets.

import Synchronization

/// Responds to requests from a closure, and lists the exchanges in flight.
public final class ScriptedTransport: Transport {
    /// The steps of one exchange, in order. A script that does not end in ``finish(_:)`` or
    /// ``fail(_:)`` stays in flight.
    public enum Step: Sendable {
        /// The exchange enters that phase.
        case enter(Phase)
        /// The head of the response arrives.
        case head(ResponseHead)
        /// A piece of the body arrives.
        case body([UInt8])
        /// The numbers of body bytes that were sent and received until now.
        case progress(sent: Int64, received: Int64)
        /// The whole response has arrived: the exchange ends.
        case finish(TransferMetrics)
        /// The exchange ends without a complete response.
        case fail(TransferFailure)

        /// The steps of a plain response.
        public static func answer(_ status: Int, headers: Headers = Headers(), body: [UInt8] = []) -> [Step] {
            var metrics = TransferMetrics()
            metrics.bytesReceived = Int64(body.count)
            return [
                .enter(.sending), .enter(.waiting), .head(ResponseHead(status: status, headers: headers)), .body(body),
                .finish(metrics),
            ]
        }
    }

    private let script: @Sendable (WireRequest) -> [Step]
    private let state = Mutex<(requests: [WireRequest], transfers: [ScriptedTransfer], streamed: [[UInt8]])>(([], [], []))

    /// Responds to each request with the steps that this closure returns for it.
    public init(_ script: @escaping @Sendable (WireRequest) -> [Step]) { self.script = script }

    /// Every request so far, oldest first.
    public var requests: [WireRequest] { state.withLock { $0.requests } }
    /// The bytes of every body that was read piece by piece, as they would have been sent, oldest first.
    public var streamedBodies: [[UInt8]] { state.withLock { $0.streamed } }
    /// The exchanges that have not ended, oldest first. The script of a new exchange may still be playing;
    /// steps that a test plays on it follow that script.
    public var inFlight: [ScriptedTransfer] {
        state.withLock {
            $0.transfers.removeAll(where: \.hasEnded); return $0.transfers
        }
    }

    /// Reads a body as a real transport would; a body that cannot be read ends the exchange.
    private func steps(for request: WireRequest) -> [Step] {
        guard case .stream(let source) = request.body else { return script(request) }
        do throws(TransferFailure) {
            let body = try source.collected()
            state.withLock { $0.streamed.append(body) }
        } catch {
            return [.fail(error)]
        }
        return script(request)
    }

    public func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        state.withLock { $0.requests.append(request) }
        let sequence = request.body.sequence
        // The script is queued before any other thread can see the exchange.
        let transfer = ScriptedTransfer(
            request: request, observer: observer, steps: sequence == nil ? steps(for: request) : [])
        state.withLock { state in
            state.transfers.removeAll(where: \.hasEnded)
            state.transfers.append(transfer)
        }
        transfer.play([])
        if let feed = sequence?.takeFeed() { Task { await play(on: transfer, after: feed) } }
        return transfer
    }

    /// Plays the script when a body that is made while it is sent has been read to its end.
    private func play(on transfer: ScriptedTransfer, after body: BodyFeed) async {
        do throws(TransferFailure) {
            let bytes = try await body.collect()
            state.withLock { $0.streamed.append(bytes) }
            transfer.play(script(transfer.request))
        } catch {
            transfer.play([.fail(error)])
        }
    }
}

/// One scripted exchange; a test may play further steps on it.
public final class ScriptedTransfer: Transfer {
    private struct State {
        var steps: [ScriptedTransport.Step] = []
        /// Released at the end: an exchange that has ended retains no observer.
        var observer: (any TransferObserver)?
        var isPlaying = false
        var isPaused = false
        var isCancelled = false
    }

    /// As the transport received it.
    public let request: WireRequest
    private let state: Mutex<State>

    init(request: WireRequest, observer: any TransferObserver, steps: [ScriptedTransport.Step] = []) {
        self.request = request
        state = Mutex(State(steps: steps, observer: observer))
    }

    /// Whether it has ended: no further step is played.
    public var hasEnded: Bool { state.withLock { $0.observer == nil } }
    /// Whether the observer asked for a pause and has not resumed. `false` while a call to
    /// the observer is running.
    public var isPaused: Bool { state.withLock { $0.isPaused && !$0.isPlaying } }

    /// Plays further steps after the pending ones. Steps after the end are ignored.
    public func play(_ steps: [ScriptedTransport.Step]) {
        state.withLock { if !$0.isCancelled { $0.steps += steps } }
        playPendingSteps()
    }

    public func cancel() {
        // The end is a step like any other, so that it comes last even when another thread is playing one.
        state.withLock { state in
            state.isCancelled = true
            state.isPaused = false
            state.steps = [.fail(TransferFailure(.cancelled(.user)))]
        }
        playPendingSteps()
    }

    public func resume() {
        state.withLock { $0.isPaused = false }
        playPendingSteps()
    }

    /// Only one thread plays at a time, which keeps the order, also when a step's observer plays more steps.
    private func playPendingSteps() {
        while let (step, observer) = nextStep() {
            perform(step, observer)
            state.withLock { $0.isPlaying = false }
        }
    }

    private func nextStep() -> (ScriptedTransport.Step, any TransferObserver)? {
        state.withLock { state in
            guard let observer = state.observer, !state.isPlaying, !state.isPaused, !state.steps.isEmpty else { return nil }
            state.isPlaying = true
            let step = state.steps.removeFirst()
            switch step {
            case .finish, .fail: state.observer = nil
            case .enter, .head, .body, .progress: break
            }
            return (step, observer)
        }
    }

    private func perform(_ step: ScriptedTransport.Step, _ observer: any TransferObserver) {
        switch step {
        case .enter(let phase):
            observer.transferEntered(phase)
            observer.transferSettled()
        case .head(let head):
            observer.transferReceived(head: head)
            observer.transferSettled()
        case .progress(let sent, let received):
            observer.transferProgressed(sent: sent, received: received)
            observer.transferSettled()
        case .finish(let metrics): observer.transferFinished(TransferEnd(metrics: metrics))
        case .fail(let failure): observer.transferFinished(TransferEnd(failure: failure))
        case .body(let bytes): deliver(bytes, step, observer)
        }
    }

    /// The pause is set before the call to the observer, so that a resume during the call is not lost.
    private func deliver(_ bytes: [UInt8], _ step: ScriptedTransport.Step, _ observer: any TransferObserver) {
        state.withLock { $0.isPaused = true }
        let verdict = bytes.withUnsafeBytes(observer.transferReceived(body:))
        state.withLock { state in
            switch verdict {
            case .busy where !state.isCancelled: state.steps.insert(step, at: 0)
            case .accepted, .busy: state.isPaused = false
            case .refused(let failure):
                state.isPaused = false
                state.steps = [.fail(failure)]
            }
        }
    }
}
