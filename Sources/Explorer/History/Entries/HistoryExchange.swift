// What went over the wire for an entry: the two messages, and what is told of their way.

/// Request and answer of an entry, with their timings and their trail.
public struct HistoryExchange: Sendable, Hashable {
    /// As it was sent last.
    public var request: HistoryMessage
    /// The last answer; empty when there was none.
    public var response: HistoryMessage
    /// Phases of the exchanges, as JSON that the caller reads again. Default `nil`.
    public var timings: [UInt8]?
    /// Decisions and services, as JSON that the caller reads again. Default `nil`.
    public var trail: [UInt8]?

    /// An exchange; each parameter is the property of its name.
    public init(
        request: HistoryMessage = HistoryMessage(), response: HistoryMessage = HistoryMessage(), timings: [UInt8]? = nil,
        trail: [UInt8]? = nil
    ) {
        self.request = request
        self.response = response
        self.timings = timings
        self.trail = trail
    }
}

/// One side of an exchange.
public struct HistoryMessage: Sendable, Hashable {
    /// The first line and the header lines, redacted, with LF between them; not kept above ``HistoryLimits/body``. Default `nil`.
    public var head: String?
    /// Default `nil`: none was sent.
    public var body: HistoryBody?

    /// A message; each parameter is the property of its name.
    public init(head: String? = nil, body: HistoryBody? = nil) {
        self.head = head
        self.body = body
    }
}

/// A body, or what is still known of it.
public struct HistoryBody: Sendable, Hashable {
    /// Why a body's bytes are not there.
    public enum Absence: String, Sendable, Hashable, CaseIterable {
        /// It made room for newer ones.
        case letGo
        /// It was longer than ``HistoryLimits/body`` when it came.
        case tooLarge
        /// It came while more was waiting to be written than ``HistoryLimits/pending``.
        case overload
        /// The disk had no room for it.
        case noRoom
        /// The caller did not give it.
        case notGiven
    }

    /// The bytes, or why they are not there.
    public enum Content: Sendable, Hashable {
        case kept([UInt8])
        case absent(Absence)
    }

    /// The bytes, or why they are not there.
    public var content: Content
    /// How many bytes the body had.
    public var size: Int
    /// As in the header field. Default `nil`.
    public var contentType: String?

    /// A body whose bytes are there.
    public init(_ bytes: [UInt8], contentType: String? = nil) {
        content = .kept(bytes)
        size = bytes.count
        self.contentType = contentType
    }

    /// A body that is only spoken of.
    public init(absent absence: Absence, size: Int, contentType: String? = nil) {
        content = .absent(absence)
        self.size = size
        self.contentType = contentType
    }

    /// The bytes; `nil` when they are not there.
    public var bytes: [UInt8]? {
        guard case .kept(let bytes) = content else { return nil }
        return bytes
    }

    /// Why the bytes are not there; `nil` when they are.
    public var absence: Absence? {
        guard case .absent(let absence) = content else { return nil }
        return absence
    }

    /// What is left when the bytes go; one that has none stays as it is.
    func without(_ absence: Absence) -> HistoryBody {
        bytes == nil ? self : HistoryBody(absent: absence, size: size, contentType: contentType)
    }
}
