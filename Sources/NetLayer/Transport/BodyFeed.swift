// One chunk at a time on its way from the task that reads a sequence to the thread that sends it.

import Synchronization

/// The reader requests, the writer delivers: at most one chunk is in memory.
final class BodyFeed: Sendable {
    private struct State {
        var chunk: [UInt8] = []
        /// How many bytes of the chunk the reader has taken.
        var taken = 0
        /// How many bytes were put into the feed.
        var count = 0
        var end: Result<Void, TransferFailure>?
        var hasBegun = false
        var demand = Demand.none
        var isStopped = false
        var writer: CheckedContinuation<Bool, Never>?
        /// Called once, when the reader that found nothing can go on.
        var wake: (@Sendable () -> Void)?
        var task: Task<Void, Never>?
    }

    /// The state of the next chunk.
    private enum Demand {
        case none
        /// The reader needs it, and the writer has not begun to make it.
        case wanted
        /// The writer makes it: a reader that asks meanwhile asks for this one.
        case making
    }

    private let length: Int?
    /// Called before the first chunk; `false`: the sequence was read before.
    private let begin: @Sendable () -> Bool
    private let state = Mutex(State())

    init(length: Int?, begin: @escaping @Sendable () -> Bool) {
        self.length = length
        self.begin = begin
    }

    /// Starts the writer, in a task that inherits from the current one. Called once.
    func start(_ fill: @escaping @Sendable (BodyFeed) async -> Void) {
        let task = Task { await fill(self) }
        let isStopped = state.withLock { state in
            state.task = task
            return state.isStopped
        }
        if isStopped { task.cancel() }
    }

    /// The exchange is over: no chunk is requested any more.
    func stop() {
        let (writer, task, wake) = state.withLock { state in
            state.isStopped = true
            (state.chunk, state.taken) = ([], 0)
            if state.end == nil { state.end = .failure(TransferFailure(.cancelled(.user))) }
            defer { (state.writer, state.task, state.wake) = (nil, nil, nil) }
            return (state.writer, state.task, state.wake)
        }
        writer?.resume(returning: false)
        task?.cancel()
        wake?()
    }

    // MARK: The reader

    /// Fills the buffer with bytes of the current chunk.
    /// - Parameter wake: called from any thread when there is more, if there is nothing now.
    /// - Returns: the number of bytes, 0 at the end; `nil`: nothing now.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, wake: @escaping @Sendable () -> Void
    ) throws(TransferFailure) -> Int? {
        let (result, writer) = state.withLock { state -> (Result<Int?, TransferFailure>, CheckedContinuation<Bool, Never>?) in
            if state.taken < state.chunk.count {
                let count = min(buffer.count, state.chunk.count - state.taken)
                let range = state.taken..<state.taken + count
                state.chunk.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
                state.taken += count
                return (.success(count), nil)
            }
            if let end = state.end { return (end.map { .some(0) }, nil) }
            state.wake = wake
            guard state.demand != .making else { return (.success(nil), nil) }
            state.demand = state.writer == nil ? .wanted : .making
            return (.success(nil), state.writer.take())
        }
        writer?.resume(returning: true)
        return try result.get()
    }

    /// All bytes, for a transport without a connection.
    func collect() async throws(TransferFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let (more, signal) = AsyncStream<Void>.makeStream()
            let result = buffer.withUnsafeMutableBytes { room in
                Result { () throws(TransferFailure) in try read(into: room) { signal.finish() } }
            }
            switch try result.get() {
            case nil: for await _ in more {}
            case 0?: return bytes
            case let count?: bytes += buffer.prefix(count)
            }
        }
    }

    // MARK: The writer

    /// Waits until the reader needs a chunk; `false`: none any more.
    func isWanted() async -> Bool {
        let isWanted = await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Bool? in
                if state.isStopped || state.end != nil { return false }
                if state.demand == .wanted {
                    state.demand = .making
                    return true
                }
                state.writer = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
        guard isWanted,
            !state.withLock({ state in
                defer { state.hasBegun = true }
                return state.hasBegun
            })
        else { return isWanted }
        guard begin() else {
            finish(TransferFailure(.badRequest, "the body comes from a sequence that was read before; it can be sent only once"))
            return false
        }
        return true
    }

    func put(_ chunk: [UInt8]) {
        wakeReader { state in
            state.count += chunk.count
            state.demand = .none
            if let length, state.count > length {
                state.end = .failure(TransferFailure(.badRequest, "the body has more than the \(length) bytes of its length"))
            } else {
                (state.chunk, state.taken) = (chunk, 0)
            }
        }
    }

    /// - Parameter failure: why the sequence broke off; `nil`: it is complete.
    func finish(_ failure: TransferFailure?) {
        wakeReader { state in
            guard state.end == nil else { return }
            if let failure {
                state.end = .failure(failure)
            } else if let length, state.count < length {
                state.end = .failure(
                    TransferFailure(.badRequest, "the body ended after \(state.count) of the \(length) bytes of its length"))
            } else {
                state.end = .success(())
            }
        }
    }

    private func wakeReader(_ change: (inout State) -> Void) {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.isStopped else { return nil }
            change(&state)
            return state.wake.take()
        }
        wake?()
    }
}
