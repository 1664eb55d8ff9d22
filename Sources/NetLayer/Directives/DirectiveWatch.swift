// What becomes of a place that is looked at again and again; pure. What is bad may be half written: it is refused when it stays so.

struct DirectiveWatch: Sendable {
    /// What a look has found.
    enum Look: Sendable, Hashable {
        /// There is nothing, or nothing new.
        case nothing
        /// - Parameter stamp: changes when it is written again.
        case text(String, isVouched: Bool, stamp: String)
        /// It cannot be looked at.
        case problem(String)
    }

    enum Verdict: Sendable, Hashable {
        case nothing
        case follow(String, isVouched: Bool)
        case refuse(DirectiveRefusal)
    }

    private var followed: Look?
    private var refused: Look?
    private var doubtful: Look?

    /// What was seen last is bad, and may yet become good.
    var isDoubtful: Bool { doubtful != nil }

    mutating func saw(_ look: Look) -> Verdict {
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

    /// A cut line may well be a directive, to service 1 instead of 12: the end of one must be seen.
    private static func refusal(of look: Look) -> DirectiveRefusal? {
        switch look {
        case .nothing: return nil
        case .problem(let detail): return .unreadable(detail)
        case .text(let text, _, _):
            do throws(DirectiveRefusal) {
                _ = try WrittenDirective(text)
            } catch {
                return error
            }
            // JSON says itself where it ends.
            let isWhole = text.utf8.last == 0x0a || text.utf8.first { $0 > 0x20 } == UInt8(ascii: "{")
            return isWhole ? nil : .malformed("its line has no end: a line break is missing")
        }
    }
}
