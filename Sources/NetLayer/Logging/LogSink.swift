// Writes what a client's observers are told as lines of text, to wherever a closure puts them: the engine itself writes no file.

/// A log of a client's calls.
///
///     let log = LogSink(.info) { print($0) }
///     Task { await log.follow(client.events(), network: client.network.changes()) }
public struct LogSink: Sendable {
    /// How much is written.
    public let level: LogLevel
    private let isWanted: @Sendable (TaskRow) -> Bool
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - level: how much is written.
    ///   - isWanted: which tasks are logged; all by default. Asked for every event, with the row as it stood then.
    ///   - write: takes one line without its end. Lines of events come in the order of events, those of the network in theirs,
    ///     perhaps both at once.
    public init(
        _ level: LogLevel, where isWanted: @escaping @Sendable (TaskRow) -> Bool = { _ in true },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.isWanted = isWanted
        self.write = write
    }

    /// Writes what comes until both have ended.
    public func follow(_ events: EventStream, network: AsyncStream<NetworkChange>? = nil) async {
        await withTaskGroup { group in
            group.addTask { for await batch in events { self.write(batch) } }
            if let network { group.addTask { for await change in network { self.write(change) } } }
        }
    }

    /// What a batch says. A snapshot tells that events were left out, unless it is the first.
    public func write(_ batch: EventBatch) {
        switch batch {
        case .snapshot(let snapshot):
            guard snapshot.seq > 0, level != .off else { return }
            write("the log begins with event \(snapshot.seq + 1): \(snapshot.live.count) tasks live")
        case .events(let events):
            for event in events where isWanted(event.row) { LogLines.lines(event, level).forEach(write) }
        }
    }

    /// A change of the network's status (HD-15).
    public func write(_ change: NetworkChange) {
        if level.extent(.network) != .nothing { write("\(change)") }
    }
}
