// An HTTP archive as the source: its entries become ended tasks, which can be sent again like requests of its
// collection.

import Catalog
import NetLayer
import RequestFiles
import Workbench

/// An archive to read, whose entries become rows of the task table.
public struct ArchiveOpening: Sendable, Hashable {
    public var path: String
    /// By the number of its entry: the id of each request of the description.
    public var endpoints: [Int: String]
}

/// The outcome of reading an archive.
public struct ArchiveOpened: Sendable, Hashable {
    public var path: String
    /// The number of rows that were added.
    public var tasks = 0
    /// The number of entries that are WebSockets, which have no row.
    public var webSockets = 0
    /// Why the file cannot be read; `nil` when it was read.
    public var failure: Failure?

    public init(path: String, tasks: Int = 0, webSockets: Int = 0, failure: Failure? = nil) {
        self.path = path
        self.tasks = tasks
        self.webSockets = webSockets
        self.failure = failure
    }
}

extension TaskRow {
    /// An archive has recorded it: this program has not sent its request.
    var isArchived: Bool { info.tag == .archive }

    /// The part of an archived request in which this program's dots stand for a secret; `nil` for none. Header fields
    /// do not count: they can be left out.
    fileprivate var dottedPart: String? {
        guard let request = exchanges.first?.request else { return nil }
        if PercentCoding.decode(request.url.revealed).contains(Secret.mask) { return "URL" }
        guard case .bytes(let body) = request.body else { return nil }
        return String(decoding: body, as: UTF8.self).contains(Secret.mask) ? "body" : nil
    }
}

extension Model {
    /// Orders the rows of an archive, the first time that the archive is the source. A workspace brings its own
    /// requests, and its archive is only a description.
    mutating func openArchive(of description: APIDescription) -> [Effect] {
        guard workspace == nil, let place = description.archive, api.openedArchives.insert(place).inserted else { return [] }
        var endpoints: [Int: String] = [:]
        for endpoint in description.endpoints {
            guard let number = HARReader.entryNumber(at: endpoint.pointer) else { continue }
            endpoints[number] = endpoint.id
        }
        return [.engine(.openArchive(ArchiveOpening(path: PercentCoding.decode(place.path), endpoints: endpoints)))]
    }

    mutating func receive(_ opened: ArchiveOpened) {
        if let failure = opened.failure { return complain(failure) }
        guard opened.tasks > 0 || opened.webSockets > 0 else { return }
        let count = Quantity.count(opened.tasks)
        let text =
            opened.tasks == 1
            ? "1 request of the archive is in the task table" : "\(count) requests of the archive are in the task table"
        say(text + Self.leftOut(webSockets: opened.webSockets))
    }

    private static func leftOut(webSockets count: Int) -> String {
        switch count {
        case 0: ""
        case 1: "; 1 WebSocket entry is left out"
        default: "; \(Quantity.count(count)) WebSocket entries are left out"
        }
    }

    /// Makes the plan that sends an archived request again, as the collection sends it, when it is first needed:
    /// most requests of an archive are only looked at.
    mutating func planArchived(_ task: TaskID) {
        guard result.plans[task] == nil, let row = tasks.row(task), row.isArchived, row.dottedPart == nil,
            let index = description?.endpoints.firstIndex(where: { $0.id == row.info.endpoint }), var form = savedForm(index)
        else { return }
        form.environment = formEnvironment
        var expansion = expansion
        guard var made = try? plan(form, of: index, &expansion) else { return }
        // The caller authenticates anew, as when it sends a request of the history again.
        made.headers = Headers(made.headers.fields.filter { !$0.value.revealed.contains(Secret.mask) })
        result.plans[task] = made
    }

    /// Why an archived request has no plan.
    func whyNoPlan(ofArchived task: TaskID) -> String {
        guard let part = tasks.row(task)?.dottedPart else { return "The archive no longer has this request" }
        return "Its \(part) had a secret, and the archive has only dots: send it from its form"
    }

    /// Whether the request of a task can be sent again from here.
    func canSendAgain(_ task: TaskID) -> Bool { result.plans[task] != nil || tasks.row(task)?.isArchived == true }

    /// Whether two tasks are of an archive and request the same resource. Each entry of an archive has an endpoint of
    /// its own, so their endpoints do not say which responses belong together.
    /// - Parameter row: the one of them, which is of an archive.
    func isSameArchived(_ row: TaskRow, _ task: TaskID) -> Bool {
        guard let other = tasks.row(task), other.isArchived, let a = row.exchanges.first?.request,
            let b = other.exchanges.first?.request
        else { return false }
        return a.method == b.method && a.url.path == b.url.path && a.url.origin == b.url.origin
    }
}
