// A body on its way from the socket to one reader, through a bounded buffer: a slow reader slows the server
// and does not fill memory.

import Synchronization

/// A response whose body is read as it arrives; see ``StreamHandle``.
public struct StreamedResponse: Sendable {
    /// The task that reads it; cancelling that task ends the body.
    public let id: TaskID
    /// Status line and header fields.
    public let head: ResponseHead
    /// The URL that responded, after redirects.
    public let url: URI
    /// Pieces of the body after content decoding, for one reader. The task lives until the body has ended or
    /// the reading task is cancelled.
    public let body: BodyStream
}

/// The pieces of one body, for one reader.
///
/// When more than ``highWater`` bytes wait for the reader, the transport stops reading the socket until the
/// reader has taken them. Dropping the stream, or cancelling the Swift task that reads it, cancels the call.
public final class BodyStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    /// How many bytes may wait before the socket is no longer read.
    public static let highWater = 256 << 10

    private let pipe: BodyPipe
    private let abandon: @Sendable () -> Void

    init(pipe: BodyPipe, abandon: @escaping @Sendable () -> Void) {
        self.pipe = pipe
        self.abandon = abandon
    }

    deinit { abandon() }

    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reads the body, piece after piece.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: BodyStream

        /// The next piece, or `nil` at the end of the body.
        /// - Throws: ``NetError`` when the body could not be read to its end.
        public mutating func next() async throws(NetError) -> [UInt8]? { try await stream.readPiece() }
    }

    private func readPiece() async throws(NetError) -> [UInt8]? {
        let piece = await withTaskCancellationHandler {
            await pipe.read()
        } onCancel: {
            abandon()
        }
        return try piece.get()
    }
}

/// The bounded buffer between the transport's thread and the reader.
final class BodyPipe: Sendable {
    private struct State {
        var buffer: [UInt8] = []
        var isPaused = false
        var end: Result<[UInt8]?, NetError>?
        var transfer: (any Transfer)?
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let onOpen: @Sendable (ResponseHead, URI) -> Void

    init(onOpen: @escaping @Sendable (ResponseHead, URI) -> Void) { self.onOpen = onOpen }

    /// The next exchange is about to start: an attached transfer belongs to the previous one.
    func detachTransfer() { state.withLock { $0.transfer = nil } }

    /// After the end there is no transfer to resume, and none is stored. A pause may have come before this
    /// call, and the reader may have drained the buffer since.
    func attach(_ transfer: any Transfer) {
        let resumes = state.withLock { state -> Bool in
            guard state.end == nil else { return false }
            state.transfer = transfer
            guard state.isPaused, state.buffer.isEmpty else { return false }
            state.isPaused = false
            return true
        }
        if resumes { transfer.resume() }
    }

    func deliverHead(_ head: ResponseHead, _ url: URI) { onOpen(head, url) }

    func write(_ bytes: UnsafeRawBufferPointer) -> BodyVerdict {
        let (verdict, reader) = state.withLock { state -> (BodyVerdict, CheckedContinuation<Void, Never>?) in
            if state.buffer.count >= BodyStream.highWater {
                state.isPaused = true
                return (.busy, nil)
            }
            state.buffer.append(contentsOf: bytes)
            defer { state.reader = nil }
            return (.accepted, state.reader)
        }
        reader?.resume()
        return verdict
    }

    /// The reader still gets the data that arrived before the end; then it gets the end.
    func finish(_ failure: NetError?) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.end == nil else { return nil }
            state.end = failure.map { .failure($0) } ?? .success(nil)
            state.transfer = nil
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    func read() async -> Result<[UInt8]?, NetError> {
        while true {
            let (piece, end, paused) = state.withLock { state -> ([UInt8], Result<[UInt8]?, NetError>?, (any Transfer)?) in
                defer { state.buffer = [] }
                guard state.isPaused, let transfer = state.transfer else { return (state.buffer, state.end, nil) }
                state.isPaused = false
                return (state.buffer, state.end, transfer)
            }
            paused?.resume()
            if !piece.isEmpty { return .success(piece) }
            if let end { return end }
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Bool in
                    if !state.buffer.isEmpty || state.end != nil { return true }
                    state.reader = continuation
                    return false
                }
                if ready { continuation.resume() }
            }
        }
    }
}
