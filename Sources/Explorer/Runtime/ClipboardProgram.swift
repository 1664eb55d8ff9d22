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
        guard text.count <= limit, case .success(let pipe) = Spawning.makePipe() else { return false }
        // A session of its own: the clipboard server outlives a closed terminal, and ignores Ctrl-C.
        let start = Spawning.start(words, environment: environment, input: .end(pipe.output), isQuiet: true, in: .session)
        close(pipe.output)
        guard case .success(let program) = start else {
            close(pipe.input)
            return false
        }
        let deadline = ContinuousClock.now + patience
        let isWritten = write(text, to: pipe.input, until: deadline)
        close(pipe.input)
        var status: Int32 = -1
        // Programs that serve the clipboard do so in the background; the program itself ends.
        while waitpid(program, &status, WNOHANG) == 0 {
            guard ContinuousClock.now < deadline else {
                // Together with all processes that it has started.
                kill(-program, SIGKILL)
                waitpid(program, &status, 0)
                break
            }
            usleep(2_000)
        }
        return isWritten && status == 0
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
