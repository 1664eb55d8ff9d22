// `:save`: writes tasks with their responses into an HTTP archive, or the body into a file.

import NetLayer
import Workbench

/// Tasks to write into an HTTP archive, with their responses.
public struct ArchiveOrder: Sendable {
    /// The tasks to write. They have ended, and each has sent a request.
    public var tasks: Set<TaskID>
    /// The number of chosen tasks that have not ended, have sent nothing, or whose trace was dropped.
    public var leftOut: Int
    /// All rows of the task table: a response may repeat the secret of another request.
    public var rows: [TaskRow]
    /// As typed: the runtime resolves `~` and relative paths.
    public var path: String
    public var overwrites: Bool
    /// The secrets of tasks whose traces the table no longer has.
    public var known = KnownSecrets()
}

extension ArchiveOrder: Hashable {
    /// The rows only add facts to the tasks.
    public static func == (a: ArchiveOrder, b: ArchiveOrder) -> Bool {
        a.tasks == b.tasks && a.path == b.path && a.overwrites == b.overwrites
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(tasks)
        hasher.combine(path)
    }
}

extension Model {
    /// Why there is nothing to save.
    var whyNoSaving: String? { tasks.count == 0 ? whyNoBody(outsideBody) : nil }

    /// `:save [FILE]`: a name that ends in `.har` saves tasks, any other name the body.
    mutating func save(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        let path = words.joined(separator: " ")
        guard path.lowercased().hasSuffix(".har") else { return try saveBody(to: path) }
        let chosen = tasks.archived
        let ready = chosen.filter(\.isReadyForArchive)
        guard !ready.isEmpty else {
            let reason = chosen.isEmpty ? "There are no requests to save" : "No request of these tasks has ended"
            throw PaletteProblem("\(reason): an archive contains requests with their responses")
        }
        return archive(
            ArchiveOrder(
                tasks: Set(ready.map(\.id)), leftOut: chosen.count - ready.count, rows: tasks.rows, path: path,
                overwrites: false, known: tasks.droppedSecrets))
    }

    /// - Parameter path: empty to ask for it.
    private mutating func saveBody(to path: String) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoBody(outsideBody) { throw PaletteProblem(reason) }
        guard let task = outsideBody, !path.isEmpty else { return askWhereToSave() }
        return [.outside(.save(SaveRequest(task: task, path: path, overwrites: false)))]
    }

    mutating func archive(_ order: ArchiveOrder) -> [Effect] {
        say("Writing \(order.path) …")
        return [.outside(.archive(order))]
    }

    mutating func archived(_ order: ArchiveOrder, _ result: Result<SavedFile, SaveFailure>) {
        switch result {
        case .success(let file):
            let count = order.tasks.count
            let (requests, responses) = count == 1 ? ("request", "its response") : ("requests", "their responses")
            let text = "Saved \(Quantity.count(count)) \(requests) with \(responses)"
            say("\(text), \(Quantity.bytes(Int64(file.bytes))), to \(file.path)\(Self.leftOut(order.leftOut))")
        case .failure(.exists) where dialogs.open == nil: dialogs.open = Question.overwriteArchive(order)
        case .failure(.exists): say("\(order.path) already exists: nothing was saved", .warning)
        case .failure(.failed(let failure)): complain(failure)
        }
    }

    private static func leftOut(_ count: Int) -> String {
        switch count {
        case 0: ""
        case 1: "; 1 task has not ended, or its request is not known"
        default: "; \(Quantity.count(count)) tasks have not ended, or their requests are not known"
        }
    }
}

extension TaskRow {
    /// It has ended, and the request that it sent is known.
    fileprivate var isReadyForArchive: Bool { state.isEnded && (!exchanges.isEmpty || flight != nil) }
}
