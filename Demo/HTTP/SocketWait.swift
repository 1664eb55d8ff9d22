// One wait for a socket, by Dispatch's event loop.
import Dispatch
import Synchronization

final class SocketWait: Sendable {
    enum Event { case readable, writable }

    private enum Source {
        case read(any DispatchSourceRead)
        case write(any DispatchSourceWrite)

        var value: any DispatchSourceProtocol {
            switch self {
            case .read(let source): source
            case .write(let source): source
            }
        }
    }

    private static let queue = DispatchQueue(label: "sockets")
    private let source: Mutex<Source>

    init(_ descriptor: CInt, _ event: Event) {
        source =
            switch event {
            case .readable: Mutex(.read(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)))
            case .writable: Mutex(.write(DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: Self.queue)))
            }
    }

    /// Returns at the event, or after ``end()``. Dispatch has released the descriptor by then.
    func run() async {
        await withCheckedContinuation { continuation in
            source.withLock { source in
                source.value.setEventHandler { self.end() }
                source.value.setCancelHandler { continuation.resume() }
                source.value.activate()
            }
        }
    }

    /// Ends the wait, even before it has begun.
    func end() { source.withLock { $0.value.cancel() } }
}
