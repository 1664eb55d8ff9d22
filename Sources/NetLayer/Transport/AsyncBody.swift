// A request's body whose bytes are made while it is sent.

import Synchronization

/// A body whose bytes come from an asynchronous sequence of chunks. A chunk is requested only when the
/// connection takes more bytes, so that a slow server slows the sequence and nothing piles up in memory.
///
///     plan.body = .sequence(AsyncBody(chunks, length: size), contentType: "application/octet-stream")
///
/// The sequence is read once, in the Swift task context of the call: with its task-local values and priority.
/// From its first chunk on the request is not sent again: no retry, no other service, no redirect that
/// repeats the body (307, 308), no replay after a login. A provider (``RequestBehaviour/body``) that makes a
/// new body for each attempt has no such limit.
///
/// Without a length the body is sent in chunks over HTTP/1.1 (RFC 9112 §7.1), as a stream over HTTP/2, and
/// not at all over HTTP/1.0.
public final class AsyncBody: Sendable, Hashable {
    /// In bytes; `nil` when it is not known beforehand.
    public let length: Int?
    /// Reads the sequence into a feed, until either ends.
    private let fill: @Sendable (BodyFeed) async -> Void
    private let state = Mutex(State())

    private struct State {
        /// The first chunk was requested.
        var isSpent = false
        /// The feed of the exchange in flight.
        var feed: BodyFeed?
    }

    /// - Parameters:
    ///   - chunks: the bytes in order. An error that it throws fails the call as
    ///     ``NetError/Kind/badRequest``, unless it is a ``NetError``.
    ///   - length: all bytes together, if that is known. A sequence with fewer bytes, or a chunk that goes
    ///     beyond it, fails the call; chunks after it are not read.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int? = nil) where Chunks.Element == [UInt8] {
        self.length = length
        fill = { feed in
            guard await feed.isWanted() else { return }
            do {
                var iterator = chunks.makeAsyncIterator()
                repeat {
                    guard let chunk = try await iterator.next() else { return feed.finish(nil) }
                    feed.put(chunk)
                } while await feed.isWanted()
            } catch {
                feed.finish(Self.failure(error))
            }
        }
    }

    private static func failure(_ error: any Error) -> TransferFailure {
        if let error = error as? NetError { return TransferFailure(error.kind, error.detail) }
        return TransferFailure(.badRequest, "the sequence of the body failed: \(error)")
    }

    /// Whether the sequence was read, so that the body cannot be sent again.
    var isSpent: Bool { state.withLock { $0.isSpent } }

    /// Prepares the body for an exchange. The Swift task that reads the sequence inherits from the current
    /// one.
    func open() {
        // The feed refers back until `close`.
        let feed = BodyFeed(length: length) { [self] in markSpent() }
        state.withLock { $0.feed = feed }
        feed.start(fill)
    }

    /// The bytes for the exchange that starts.
    func takeFeed() -> BodyFeed {
        if let feed = state.withLock({ $0.feed }) { return feed }
        open()
        return takeFeed()
    }

    /// The exchange is over.
    func close() { state.withLock { $0.feed.take() }?.stop() }

    /// - Returns: `false` when the sequence was read before.
    private func markSpent() -> Bool {
        state.withLock { state in
            defer { state.isSpent = true }
            return !state.isSpent
        }
    }

    public static func == (left: AsyncBody, right: AsyncBody) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
