// The nine tasks, each written twice: once with NetLayer and once with AsyncHTTPClient.

/// A library under comparison. The raw value is its column and the marker of its code.
enum Side: String, CaseIterable, Sendable {
    case netLayer = "NetLayer"
    case asyncHTTPClient = "AsyncHTTPClient"
}

/// What a turn of a task needs to know.
struct Place: Sendable {
    /// The server's base URL, without a slash at its end.
    var base: String
    /// The base URL of a port on which no server listens.
    var dead: String
    /// A folder for files that a task reads and writes.
    var folder: String

    /// A file to upload.
    var uploadPath: String { "\(folder)/upload" }
}

/// One task.
///
/// The code that a user of each library writes stands between `// begin` and `// end` in the task's file;
/// CodeLines counts it.
protocol PeerTask: SendableMetatype {
    /// The word on the command line, and the name of the file in Tasks.
    static var name: String { get }
    /// The row's title.
    static var title: String { get }
    /// How many requests a turn makes.
    static var requests: Int { get }

    /// Performs the task for each library in this process, and checks what arrived. The first requests warm
    /// the process up, and
    /// `measure` encloses those that count.
    static func run(_ side: Side, _ place: Place, _ measure: (() async throws -> Void) async throws -> Void) async throws
}

/// The nine tasks, in the order of the table.
let peerTasks: [any PeerTask.Type] = [
    PlainGet.self, DecodeJSON.self, Upload.self, Download.self, Parallel.self, CancelMany.self, Failover.self, Pages.self,
    Revalidate.self,
]

/// An outcome that makes a measurement worthless.
struct PeerError: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }

    /// - Throws: ``PeerError`` with that text unless the condition holds.
    static func check(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
        guard isTrue else { throw PeerError(text()) }
    }
}
