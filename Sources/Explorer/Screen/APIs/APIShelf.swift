// The APIs of a workspace that the screen was opened on, and the states of those that are not in use.

import Catalog
import NetLayer

/// One API of several, as the screen starts with it.
public struct ScreenAPI: Sendable {
    let name: String
    let workspace: WorkspaceWork?
    let sendSource: [String]?
    let memory: SessionMemory?

    /// - Parameters:
    ///   - name: the API's name in the workspace.
    ///   - workspace: its saved requests and variables.
    ///   - sendSource: the words that name it in a line of `explorer send`.
    ///   - memory: its session; `nil` when none is stored.
    public init(_ name: String, workspace: WorkspaceWork?, sendSource: [String]? = nil, memory: SessionMemory? = nil) {
        self.name = name
        self.workspace = workspace
        self.sendSource = sendSource
        self.memory = memory
    }
}

/// What belongs to one API: its description and services, the forms, the credentials, the saved requests.
/// The task table, the result and the dialogs are one for all APIs.
struct ParkedAPI: Sendable {
    var api: APIState
    var poolView = PoolView()
    var requests = RequestState()
    var sending: SendingState
    var login = LoginState()
    var workspace: WorkspaceState?
    var memory: SessionMemory?
}

extension ParkedAPI {
    /// An API that has not been read yet.
    /// - Parameter other: the state of another API, with the settings of the program.
    init(_ start: ScreenAPI, besides other: SendingState) {
        api = APIState(source: .loading(start.name), pool: ServicePool([]))
        sending = SendingState(
            defaults: other.defaults, sendSource: start.sendSource, reserveTaskID: other.reserveTaskID)
        workspace = start.workspace.map { WorkspaceState(work: $0) }
        memory = start.memory
    }
}

/// The APIs of the workspace. Empty where the program has one API.
struct APIShelf: Sendable {
    let names: [String]
    /// The number of the API in use: its state stands in the model itself.
    private(set) var current = 0
    /// The states of the others, by number.
    private(set) var parked: [Int: ParkedAPI]
    /// An event of another API than the user's is being handled.
    var isVisiting = false

    init() { (names, parked) = ([], [:]) }

    /// - Parameter parked: the states of all APIs but the first.
    init(_ names: [String], parked: [Int: ParkedAPI]) { (self.names, self.parked) = (names, parked) }

    var isSeveral: Bool { names.count > 1 }

    /// The name of the API in use; `nil` where the program has one API.
    var currentName: String? { isSeveral ? names[current] : nil }

    /// Returns the state of another API, and stores that of the API in use.
    mutating func exchange(for number: Int, parking state: ParkedAPI) -> ParkedAPI? {
        guard let next = parked.removeValue(forKey: number) else { return nil }
        parked[current] = state
        current = number
        return next
    }
}
