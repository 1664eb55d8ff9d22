// Facts about a request that are not on the wire: its workspace and API.

import NetLayer
import Workspace

/// The workspace and the API whose requests are recorded.
public struct HistoryFrame: Sendable, Hashable {
    /// The workspace's file; `nil` without one.
    public var workspace: String?
    /// The API by its name; `nil` for a request by hand.
    public var api: String?
    /// The parts that must not be stored.
    public var persistence = Persistence()

    /// A frame; by default for a request by hand.
    public init(workspace: String? = nil, api: String? = nil, persistence: Persistence = Persistence()) {
        self.workspace = workspace
        self.api = api
        self.persistence = persistence
    }
}

/// The common facts of calls that are recorded alike. Their rows carry its number as their tag.
struct HistoryOrigin: Sendable, Hashable {
    var workspace: String?
    var api: String?
    var environment: String?
    var account: String?
    /// Another object receives the body, and passes on the part to record.
    var isStreamed = false

    private static let scope = "history "

    static func makeTag(_ number: Int) -> CallTag { CallTag("\(scope)\(number)") }

    /// The number in one of these tags; `nil` for other tags.
    static func number(in tag: CallTag?) -> Int? {
        guard let tag, tag.scope.hasPrefix(scope) else { return nil }
        return Int(tag.scope.dropFirst(scope.count))
    }
}
