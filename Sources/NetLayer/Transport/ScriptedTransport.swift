// A transport that plays a script: tests, examples and offline use, with no socket in sight.

import Synchronization

/// Answers requests from a closure, and shows what is in the air.
public final class ScriptedTransport: Transport {
    /// What one exchange does, in order. A script that does not end in ``finish(_:)`` or ``fail(_:)`` stays in the air.
    public enum Step: Sendable {
        /// The exchange comes to that phase.
        case enter(Phase)
        /// The head of the answer arrives.
        case head(ResponseHead)
        /// A piece of the body arrives.
        case body([UInt8])
        /// So many bytes of body have gone and come until now.
        case progress(sent: Int64, received: Int64)
        /// The whole answer is there: the exchange ends.
        case finish(TransferMetrics)
        /// The exchange ends without one.
        case fail(TransferFailure)

        /// The steps of a plain answer.
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

    /// Answers each request with the steps that this closure gives for it.
    public init(_ script: @escaping @Sendable (WireRequest) -> [Step]) { self.script = script }

    /// Every request so far, oldest first.
    public var requests: [WireRequest] { state.withLock { $0.requests } }
    /// The bytes of every body that was read piece by piece, as they would have gone out, oldest first.
    public var streamedBodies: [[UInt8]] { state.withLock { $0.streamed } }
    /// The exchanges that have not ended, oldest first. The script of one that has just started may still be played; steps that are played on it come after
    /// that script.
    public var inFlight: [ScriptedTransfer] {
        state.withLock {
            $0.transfers.removeAll(where: \.hasEnded); return $0.transfers
        }
    }

    /// A body is read as a real transport would read it; one that cannot be read ends the exchange.
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
        // The script is queued before anybody can see the exchange.
        let transfer = ScriptedTransfer(request: request, observer: observer, steps: steps(for: request))
        state.withLock { state in
            state.transfers.removeAll(where: \.hasEnded)
            state.transfers.append(transfer)
        }
        transfer.play([])
        return transfer
    }
}

/// One scripted exchange; a test may play further steps on it.
public final class ScriptedTransfer: Transfer {
    private struct State {
        var steps: [ScriptedTransport.Step] = []
        /// Let go at the end: an exchange that has ended keeps nobody alive.
        var observer: (any TransferObserver)?
        var isPlaying = false
        var isPaused = false
        var isCancelled = false
    }

    /// As the transport was given it.
    public let request: WireRequest
    private let state: Mutex<State>

    init(request: WireRequest, observer: any TransferObserver, steps: [ScriptedTransport.Step] = []) {
        self.request = request
        state = Mutex(State(steps: steps, observer: observer))
    }

    /// It is over: no further step is played.
    public var hasEnded: Bool { state.withLock { $0.observer == nil } }
    /// Whether the observer asked for a pause and has not resumed. While it is being asked, it has not said so yet.
    public var isPaused: Bool { state.withLock { $0.isPaused && !$0.isPlaying } }

    /// Plays further steps after those that still wait. What follows the end is ignored.
    public func play(_ steps: [ScriptedTransport.Step]) {
        state.withLock { if !$0.isCancelled { $0.steps += steps } }
        run()
    }

    public func cancel() {
        // The end is a step like any other, so that it comes last even when another thread is just playing one.
        state.withLock { state in
            state.isCancelled = true
            state.isPaused = false
            state.steps = [.fail(TransferFailure(.cancelled(.user)))]
        }
        run()
    }

    public func resume() {
        state.withLock { $0.isPaused = false }
        run()
    }

    /// One player at a time keeps the order, also when a step's observer plays more.
    private func run() {
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

    /// The pause stands before the observer is asked, so that a resume that comes during the call is not lost.
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
