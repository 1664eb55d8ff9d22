// Signals as events. A handler is there from the first moment, so none is lost between deciding to listen and listening.

import Dispatch
import Glibc

/// Tells of signals on a queue until it is released. One at a time in a program.
public final class SignalWatch {
    private let source: any DispatchSourceRead

    public init(_ signals: [Int32], queue: DispatchQueue, _ action: @escaping @Sendable (Int32) -> Void) {
        let pipe = SignalPipe.shared
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.output, queue: queue)
        signals.forEach(Self.listen)
        source.setEventHandler { pipe.read().forEach(action) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Installs the handler, again for a signal that had its default for a while.
    public static func listen(to number: Int32) { signal(number) { SignalPipe.shared.note($0) } }
}

/// The pipe from the handler, which may do nothing but write, to the queue.
private struct SignalPipe {
    /// Made before the first handler is installed; the handler only reads it.
    static let shared = SignalPipe()

    let output: Int32
    private let input: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        // Without descriptors no signal is noted, and nothing else of the program would work either.
        _ = Glibc.pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (output, input) = (ends[0], ends[1])
    }

    /// Async-signal-safe: one write, and `errno` as it was.
    func note(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(input, &byte, 1)
        errno = before
    }

    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(output, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map(Int32.init) : []
    }
}
