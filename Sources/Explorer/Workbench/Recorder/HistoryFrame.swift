// What the history knows of a request besides what went over the wire: whose it is.

import NetLayer
import Workspace

/// The workspace and the API whose requests are recorded.
public struct HistoryFrame: Sendable, Hashable {
    /// The workspace's file; `nil` without one.
    public var workspace: String?
    /// The API by its name; `nil` for a request by hand.
    public var api: String?
    /// What of it must not be kept.
    public var persistence = Persistence()

    /// A frame; by default that of a request by hand.
    public init(workspace: String? = nil, api: String? = nil, persistence: Persistence = Persistence()) {
        self.workspace = workspace
        self.api = api
        self.persistence = persistence
    }
}

/// What calls that are recorded alike have in common. Their rows carry its number as their tag.
struct HistoryOrigin: Sendable, Hashable {
    var workspace: String?
    var api: String?
    var environment: String?
    var account: String?
    /// Its body goes to somebody else, who hands over what is to be kept.
    var isStreamed = false

    private static let scope = "history "

    static func tag(_ number: Int) -> CallTag { CallTag("\(scope)\(number)") }

    /// The number in a tag of ours.
    static func number(in tag: CallTag?) -> Int? {
        guard let tag, tag.scope.hasPrefix(scope) else { return nil }
        return Int(tag.scope.dropFirst(scope.count))
    }
}
