// A resource that the user edits: the version it is based on, the user's text, and how far the edit is.

import Document
import NetLayer

struct ResourceEdit: Sendable {
    enum Step: Sendable {
        /// The response of this task is the version to go on from.
        case fetching(TaskID)
        /// The body of that response is being read.
        case reading(TaskID)
        /// The editor has the text.
        case editing
        /// The text is no JSON.
        case faulty(JSONError)
        /// The user is asked to send the difference.
        case ready(ResourceDifference)
        case sending(TaskID)
        /// Another change came first.
        case conflict(ResourceConflict)
        /// The change was not made; the user may edit the text again.
        case refused
    }

    /// The GET that reads the resource.
    let plan: RequestPlan
    /// The path of the resource, as the task table names it.
    let name: String
    /// How the description lets a client change the resource, the best way first.
    let ways: [ResourceWay]
    /// The index of the way that the user has chosen.
    var chosenWay = 0
    var step: Step
    var version: ResourceVersion?
    /// The user's text; `nil` before the editor was open.
    var text: String?

    /// The edit goes on: its text is not given up, and no request of it has failed.
    var isOpen: Bool { if case .refused = step { false } else { true } }

    /// The ways that can make this change.
    func ways(for difference: ResourceDifference) -> [ResourceWay] {
        ways.filter { way in
            guard case .mergePatch = way.kind else { return true }
            if case .success? = difference.patch { return true }
            return false
        }
    }

    /// The chosen way, or another one where that cannot make the change.
    func way(for difference: ResourceDifference) -> ResourceWay? {
        let possible = ways(for: difference)
        return possible.first { $0 == ways[chosenWay] } ?? possible.first
    }

    /// Whether a request reads the same resource.
    func isOf(_ other: RequestPlan) -> Bool {
        plan.id == other.id && plan.path == other.path && plan.parameters == other.parameters
    }

    /// The task whose response the edit waits for.
    var awaited: TaskID? {
        switch step {
        case .fetching(let task), .sending(let task): task
        case .reading, .editing, .faulty, .ready, .conflict, .refused: nil
        }
    }
}

/// One state of a resource, as a GET has brought it.
struct ResourceVersion: Sendable {
    /// How the server identifies the state (RFC 9110 §8.8.3).
    enum Tag: Sendable, Hashable {
        /// As the header field has it, with its quotes.
        case strong(String)
        /// Equal in meaning only: `If-Match` does not accept it.
        case weak
        case none

        init(_ headers: Headers) {
            switch headers["ETag"] {
            case nil, "": self = .none
            case let tag? where tag.hasPrefix("W/"): self = .weak
            case let tag?: self = .strong(tag)
            }
        }
    }

    let text: String
    let tag: Tag
    let contentType: String
    let isJSON: Bool
    /// The name of the editor's file.
    let fileName: String
}

/// An operation that changes a resource.
struct ResourceWay: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// PUT: the whole text.
        case whole
        /// PATCH: what differs (RFC 7396), in this media type.
        case mergePatch(contentType: String)
    }

    /// The id of the endpoint.
    let endpoint: String
    let method: HTTPMethod
    let kind: Kind
    /// The media types that the operation takes; empty where the description names none.
    let contentTypes: [String]

    /// The media type of the request.
    func contentType(for version: ResourceVersion) -> String {
        if case .mergePatch(let type) = kind { return type }
        let name = MediaType.normalizedName(version.contentType)
        let isKnown = contentTypes.isEmpty || contentTypes.contains { MediaType.normalizedName($0) == name }
        guard !isKnown, version.isJSON else { return version.contentType }
        return contentTypes.first(where: MediaType.isJSON) ?? version.contentType
    }
}

/// What differs between two texts of a resource, and the patch that makes the one of the other.
struct ResourceDifference: Sendable {
    enum Outcome: Sendable {
        case same
        case faulty(JSONError)
        case different(ResourceDifference)
    }

    /// Further differences are counted only.
    private static let mostLines = 500

    let summary: DiffSummary
    let lines: [DiffLine]
    let total: Int
    /// `nil` for a text that is no JSON.
    let patch: Result<[UInt8], MergePatch.Refusal>?

    /// Compares JSON by its values, and other texts by their lines.
    static func compare(_ old: String, _ new: String, isJSON: Bool) -> Outcome {
        guard isJSON else { return outcome(.text(Array(old.utf8)), .text(Array(new.utf8)), patch: nil) }
        do throws(JSONError) {
            let (before, after) = (try JSONDocument(Array(old.utf8)), try JSONDocument(Array(new.utf8)))
            let patch = Result { () throws(MergePatch.Refusal) in try MergePatch.make(from: before.root, to: after.root) }
            return outcome(.json(before), .json(after), patch: patch)
        } catch {
            return .faulty(error)
        }
    }

    private static func outcome(
        _ old: DiffContent.Side, _ new: DiffContent.Side, patch: Result<[UInt8], MergePatch.Refusal>?
    ) -> Outcome {
        guard let content = DiffContent(old, new), content.summary != .same else { return .same }
        // The request names no tasks: both texts are here.
        let window = content.window(DiffRequest(old: TaskID(0), new: TaskID(0), range: 0..<mostLines))
        return .different(
            ResourceDifference(summary: content.summary, lines: window.lines, total: window.total, patch: patch))
    }
}

/// Two changes of the same version.
struct ResourceConflict: Sendable {
    let theirs: ResourceDifference
    let mine: ResourceDifference
    /// The newer version with the user's changes on top; the reason where a merge patch cannot make it.
    let merged: Result<String, ResourceMergeProblem>

    /// The places that both have changed: the user's value would replace the other one.
    var shared: Set<String> {
        let places = Set(theirs.lines.compactMap(\.pointer))
        return places.intersection(mine.lines.compactMap(\.pointer))
    }

    init(theirs: ResourceDifference, mine: ResourceDifference, newer: ResourceVersion) {
        (self.theirs, self.mine) = (theirs, mine)
        switch mine.patch {
        case .success(let patch)?: merged = Self.apply(patch, to: newer)
        case .failure(let refusal)?: merged = .failure(ResourceMergeProblem(text: refusal.description))
        case nil: merged = .failure(ResourceMergeProblem(text: "only JSON can be merged"))
        }
    }

    private static func apply(_ patch: [UInt8], to newer: ResourceVersion) -> Result<String, ResourceMergeProblem> {
        do throws(JSONError) {
            let (document, change) = (try JSONDocument(Array(newer.text.utf8)), try JSONDocument(patch))
            let merged = MergePatch.apply(change.root, to: document.root)
            return .success(JSONPretty.format(String(decoding: merged, as: UTF8.self)))
        } catch {
            return .failure(ResourceMergeProblem(text: "the newer version is no JSON: \(error)"))
        }
    }
}

/// Why two changes are not put together; a clause.
struct ResourceMergeProblem: Error, Sendable, Hashable {
    let text: String
}
