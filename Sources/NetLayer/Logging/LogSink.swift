// Writes a client's events as lines of text through a closure: the engine itself writes no file.

/// A log of a client's calls.
///
///     let log = LogSink(.info) { print($0) }
///     Task { await log.follow(client.events(), network: client.network.changes()) }
public struct LogSink: Sendable {
    /// How much is logged.
    public let level: LogLevel
    /// The longest logged part of a body, in bytes: what a client must retain of a response body for its log
    /// (``ClientBehaviour/excerptBytes``), wherever the body goes.
    public static let bodyLimit = LogLines.bodyLimit
    private let isWanted: @Sendable (TaskRow) -> Bool
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - level: how much is logged.
    ///   - isWanted: selects the tasks to log; by default all. Called for every event, with
    ///     the row at that moment.
    ///   - write: takes one line without its line break. Lines of events come in the order of the events,
    ///     lines of the network in their own order, possibly both at the same time.
    public init(
        _ level: LogLevel, where isWanted: @escaping @Sendable (TaskRow) -> Bool = { _ in true },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.isWanted = isWanted
        self.write = write
    }

    /// Writes all events and network changes until both streams have ended.
    public func follow(_ events: EventStream, network: AsyncStream<NetworkChange>? = nil) async {
        await withTaskGroup { group in
            group.addTask { for await batch in events { self.write(batch) } }
            if let network { group.addTask { for await change in network { self.write(change) } } }
        }
    }

    /// Writes the events of a batch. For a snapshot after the first event of the client,
    /// writes where the log begins.
    public func write(_ batch: EventBatch) {
        switch batch {
        case .snapshot(let snapshot):
            guard snapshot.seq > 0, level != .off else { return }
            write("the log begins with event \(snapshot.seq + 1): \(snapshot.live.count) tasks live")
        case .events(let events):
            let none = KnownSecrets()
            for event in events { lines(event, hiding: none).forEach(write) }
        }
    }

    /// The lines of an event, for a log that writes them together.
    /// - Parameter secrets: values that are masked wherever they occur, in addition to fields with secret
    ///   names.
    package func lines(_ event: NetEvent, hiding secrets: KnownSecrets) -> [String] {
        isWanted(event.row) ? LogLines.lines(event, level, hiding: secrets) : []
    }

    /// Writes a change of the network's status.
    public func write(_ change: NetworkChange) {
        if level.extent(.network) != .nothing { write("\(change)") }
    }
}
