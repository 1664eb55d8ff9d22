// Evaluates a source that is read repeatedly; pure. Invalid content may be half written, so it is refused
// only if it stays the same.

struct DirectiveWatch: Sendable {
    /// The result of one read.
    enum ReadResult: Sendable, Hashable {
        /// Nothing there, or nothing new.
        case nothing
        /// - Parameter stamp: changes with every write.
        case text(String, isVouched: Bool, stamp: String)
        /// The source cannot be read.
        case problem(String)
    }

    enum Verdict: Sendable, Hashable {
        case nothing
        case follow(String, isVouched: Bool)
        case refuse(DirectiveRefusal)
    }

    private var followed: ReadResult?
    private var refused: ReadResult?
    private var doubtful: ReadResult?

    /// The last content is invalid, and may still become valid.
    var isDoubtful: Bool { doubtful != nil }

    mutating func evaluate(_ look: ReadResult) -> Verdict {
        guard look != .nothing, look != followed, look != refused else {
            doubtful = nil
            if look == followed { refused = nil }
            return .nothing
        }
        guard let refusal = Self.refusal(of: look) else {
            (followed, refused, doubtful) = (look, nil, nil)
            guard case .text(let text, let isVouched, _) = look else { return .nothing }
            return .follow(text, isVouched: isVouched)
        }
        guard doubtful == look else {
            doubtful = look
            return .nothing
        }
        (refused, doubtful) = (look, nil)
        return .refuse(refusal)
    }

    /// A truncated line may still be a valid directive, to service 1 instead of 12.
    /// So its end must be visible.
    private static func refusal(of look: ReadResult) -> DirectiveRefusal? {
        switch look {
        case .nothing: return nil
        case .problem(let detail): return .unreadable(detail)
        case .text(let text, _, _):
            do throws(DirectiveRefusal) {
                _ = try WrittenDirective(text)
            } catch {
                return error
            }
            // JSON marks its own end.
            let isWhole = text.utf8.last == 0x0a || text.utf8.first { $0 > 0x20 } == UInt8(ascii: "{")
            return isWhole ? nil : .malformed("its line has no end: a line break is missing")
        }
    }
}
