// An archive as tasks that have ended, read from its file one task at a time.

import NetLayer
import RequestFiles
import Workspace

/// The entries of an archive that are requests of its description, in the order in which they began.
public struct ArchivedTasks: Sendable {
    private let exchanges: HARExchanges
    private let endpoints: [Int: String]
    /// The numbers of the entries that become tasks, the oldest request first.
    public let numbers: [Int]
    /// The number of entries that are WebSockets; they become no tasks.
    public let webSockets: Int

    /// - Parameters:
    ///   - path: the path of the archive.
    ///   - endpoints: by the number of its entry, the id of each request of the description.
    /// - Throws: why the file cannot be read.
    public init(_ path: String, endpoints: [Int: String]) throws(Failure) {
        let bytes: [UInt8]
        do throws(ReadError) { bytes = try FileReading.bytes(path) } catch { throw Failure(error) }
        let exchanges: HARExchanges
        do throws(ImportError) {
            exchanges = try HARExchanges(bytes, file: path)
        } catch {
            throw Failure(title: "\(path) cannot be read", detail: error.message, hint: error.hint)
        }
        self.init(exchanges, endpoints: endpoints)
    }

    init(_ exchanges: HARExchanges, endpoints: [Int: String]) {
        (self.exchanges, self.endpoints) = (exchanges, endpoints)
        webSockets = (0..<exchanges.count).count(where: exchanges.isWebSocket)
        // An entry without a time stays behind the one before it.
        var last = Duration.zero
        var timed: [(number: Int, time: Duration)] = []
        for number in 0..<exchanges.count where endpoints[number] != nil && !exchanges.isWebSocket(number) {
            last = HTTPDate.time(rfc3339: exchanges.started(number)) ?? last
            timed.append((number, last))
        }
        numbers = timed.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.map(\.number)
    }

    /// One of the tasks; `nil` for a request that was exported without being sent.
    /// - Parameters:
    ///   - start: the wall clock's time when the client started.
    ///   - now: the client's time.
    public func task(_ number: Int, clientStart start: Duration, now: Duration) -> ArchivedTask? {
        guard let exchange = exchanges.exchange(number) else { return nil }
        return ArchivedTask(exchange, endpoint: endpoints[number] ?? "", clientStart: start, now: now)
    }
}
