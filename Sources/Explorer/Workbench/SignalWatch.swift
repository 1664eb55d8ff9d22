// Delivers signals as events. The handler is installed before anything else, so no signal is lost before the
// listener is ready.

import Dispatch
import Glibc

/// Reports signals on a queue until it is released. A program may have one at a time.
public final class SignalWatch {
    private let source: any DispatchSourceRead

    public init(_ signals: [Int32], queue: DispatchQueue, _ action: @escaping @Sendable (Int32) -> Void) {
        let pipe = SignalPipe.shared
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.output, queue: queue)
        signals.forEach(Self.listen)
        source.setEventHandler { pipe.readSignals().forEach(action) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Installs the handler; also after a period in which the signal had its default action.
    public static func listen(to number: Int32) { signal(number) { SignalPipe.shared.writeSignal($0) } }

    /// Gives the signals their default action, after the watch was released. The next watch receives a signal
    /// that has arrived before.
    public static func restore(_ signals: [Int32]) { for number in signals { signal(number, SIG_DFL) } }
}

/// The pipe from the signal handler, which may only write, to the queue.
private struct SignalPipe {
    /// Must exist before the first handler is installed; the handler only reads it.
    static let shared = SignalPipe()

    let output: Int32
    private let input: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        // Without file descriptors no signal is recorded, but then the rest of the program
        // cannot work either.
        _ = Glibc.pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (output, input) = (ends[0], ends[1])
    }

    /// Async-signal-safe: makes one write and restores `errno`.
    func writeSignal(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(input, &byte, 1)
        errno = before
    }

    func readSignals() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(output, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map(Int32.init) : []
    }
}
