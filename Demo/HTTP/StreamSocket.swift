// A connected TCP socket. Its reads and writes suspend the task that calls them and block no thread.
import Glibc

final class StreamSocket: Sendable {
    /// A failed system call.
    struct Failure: Error { let code: CInt }

    private let descriptor: CInt

    /// Takes ownership of an open descriptor and closes it in `deinit`.
    init(_ descriptor: CInt) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// The next connection of a listening socket.
    /// - Throws: `CancellationError`, or ``Failure``.
    func accept() async throws -> StreamSocket {
        StreamSocket(CInt(try await retry(.readable, isCancellable: true) { Int(Glibc.accept(descriptor, nil, nil)) }))
    }

    /// Reads at most `count` bytes; none at the end of the stream.
    /// - Parameter isCancellable: whether the wait ends with a `CancellationError` when the
    ///   task is cancelled.
    func read(atMost count: Int, isCancellable: Bool) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try await retry(.readable, isCancellable: isCancellable) {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
                let received = recv(descriptor, buffer.baseAddress, count, 0)
                bytes = Array(buffer.prefix(max(0, received)))
                return received
            }
        }
        return bytes
    }

    /// Returns when the kernel has accepted all bytes, so a slow reader slows its writer down.
    func write(_ bytes: [UInt8]) async throws {
        var sent = 0
        while sent < bytes.count {
            sent += try await retry(.writable, isCancellable: false) {
                bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            }
        }
    }

    /// Repeats a system call until it succeeds, and waits for the socket between the calls.
    private func retry(_ event: SocketWait.Event, isCancellable: Bool, _ call: () -> Int) async throws -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            switch errno {
            case EINTR: continue
            case EAGAIN: try await wait(event, isCancellable)
            case let code: throw Failure(code: code)
            }
        }
    }

    private func wait(_ event: SocketWait.Event, _ isCancellable: Bool) async throws {
        let wait = SocketWait(descriptor, event)
        guard isCancellable else { return await wait.run() }
        await withTaskCancellationHandler {
            await wait.run()
        } onCancel: {
            wait.end()
        }
        try Task.checkCancellation()
    }
}
