// A request's body whose bytes are made while it is sent.

import Synchronization

/// A body whose bytes come from an asynchronous sequence of chunks. A chunk is requested only when the
/// connection takes more bytes, so that a slow server slows the sequence and nothing piles up in memory.
///
///     plan.body = .sequence(AsyncBody(chunks, length: size), contentType: "application/octet-stream")
///
/// The sequence is read once, in the Swift task context of the call: with its task-local values and priority.
/// From its first chunk on the request is not sent again: no retry, no other service, no redirect that
/// repeats the body (307, 308), no replay after a login. Of two calls with the same body, one after the other
/// or at once, the second fails as ``NetError/Kind/badRequest``. A provider (``RequestBehaviour/body``) that
/// makes a new body for each attempt has no such limit.
///
/// Without a length the body is sent in chunks over HTTP/1.1 (RFC 9112 §7.1), as a stream over HTTP/2, and
/// not at all over HTTP/1.0.
public final class AsyncBody: Sendable, Hashable {
    /// In bytes; `nil` when it is not known beforehand.
    public let length: Int?
    private let source: Source
    /// The bytes for the exchange that this copy was made for; `nil` in the body of a plan.
    private let feed: BodyFeed?
    private let isTaken = Atomic<Bool>(false)

    /// What the copies of a body share.
    private final class Source: Sendable {
        /// Reads the sequence into a feed, until either ends.
        let fill: @Sendable (BodyFeed) async -> Void
        /// The first chunk was requested.
        let isSpent = Atomic<Bool>(false)

        init(fill: @escaping @Sendable (BodyFeed) async -> Void) { self.fill = fill }

        /// - Returns: `false` when the sequence was read before.
        func markSpent() -> Bool { !isSpent.exchange(true, ordering: .acquiringAndReleasing) }
    }

    /// - Parameters:
    ///   - chunks: the bytes in order. An error that it throws fails the call as
    ///     ``NetError/Kind/badRequest``. A ``NetError`` of the kind ``NetError/Kind/file`` or
    ///     ``NetError/Kind/work`` keeps its kind; any other may be that of another server.
    ///   - length: all bytes together, if that is known. A sequence with fewer bytes, or a chunk that goes
    ///     beyond it, fails the call; chunks after it are not read.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int? = nil) where Chunks.Element == [UInt8] {
        self.length = length
        feed = nil
        source = Source { feed in
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
        // Neither says anything about a server.
        if let error = error as? NetError, error.kind == .file || error.kind == .work {
            return TransferFailure(error.kind, error.detail)
        }
        return TransferFailure(.badRequest, "the sequence of the body failed: \(error)")
    }

    private init(opening source: Source, length: Int?) {
        self.length = length
        self.source = source
        feed = Self.startFeed(source, length)
    }

    /// Whether the sequence was read, so that the body cannot be sent again.
    var isSpent: Bool { source.isSpent.load(ordering: .acquiring) }

    /// A copy for one exchange, which closes it at its end. The Swift task that reads the sequence inherits
    /// from the current one.
    func opened() -> AsyncBody { AsyncBody(opening: source, length: length) }

    /// The bytes for a transfer, which stops them at its end. Of several transfers at once the first to
    /// request a chunk reads the sequence; the others fail.
    func takeFeed() -> BodyFeed {
        if let feed, !isTaken.exchange(true, ordering: .acquiringAndReleasing) { return feed }
        return Self.startFeed(source, length)
    }

    /// The exchange is over.
    func close() { feed?.stop() }

    private static func startFeed(_ source: Source, _ length: Int?) -> BodyFeed {
        let feed = BodyFeed(length: length) { source.markSpent() }
        feed.start(source.fill)
        return feed
    }

    public static func == (left: AsyncBody, right: AsyncBody) -> Bool { left.source === right.source }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
}
