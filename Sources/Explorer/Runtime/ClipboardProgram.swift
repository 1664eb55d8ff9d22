// Hands text to a clipboard program. Without a shell, and within two seconds.

import Foundation
import Workspace

enum ClipboardProgram {
    /// The limit for a clipboard, in bytes.
    static let limit = 16 << 20
    private static let patience = Duration.seconds(2)

    /// Blocks: call it away from the screen.
    /// - Returns: whether the program read all of it and ended without error.
    static func copy(_ text: [UInt8], by words: [String], environment: [String: String]) -> Bool {
        // A session of its own: the clipboard server outlives a closed terminal, and ignores Ctrl-C.
        guard text.count <= limit,
            case .success(let child) = Subprocess.start(
                words, environment: environment, input: .pipe, output: .nothing, errors: .nothing, in: .session)
        else { return false }
        let deadline = ContinuousClock.now + patience
        let isWritten = write(text, to: child.input, until: deadline)
        close(child.input)
        // Programs that serve the clipboard do so in the background; the program itself ends.
        let end = child.wait(killingAt: deadline)
        return isWritten && end == .exited(0)
    }

    private static func write(_ text: [UInt8], to pipe: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
        var done = 0
        while done < text.count {
            let count = text.withUnsafeBytes { Glibc.write(pipe, $0.baseAddress?.advanced(by: done), text.count - done) }
            if count > 0 {
                done += count
            } else if errno == EAGAIN, ContinuousClock.now < deadline {
                var slow = pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0)
                poll(&slow, 1, 100)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
