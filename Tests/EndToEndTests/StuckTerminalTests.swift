// A terminal that takes nothing any more: the program can be ended all the same.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 1))
struct StuckTerminalTests {
    /// Opens the screen in a terminal that is read until the endpoints are there, and then never again; resizes it until the program
    /// is stuck in writing, and sends a signal.
    private static let script = """
        import fcntl, os, pty, struct, sys, termios, time, signal
        child, terminal = pty.fork()
        if child == 0:
            os.execve(sys.argv[1], sys.argv[1:3], dict(os.environ, TERM="xterm-256color"))
        def resize(columns):
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        def waiting():
            return struct.unpack("i", fcntl.ioctl(terminal, termios.FIONREAD, b"0000"))[0]
        resize(120)
        seen = b""
        while b"/books" not in seen: seen += os.read(terminal, 65536)
        still, last, columns = 0, -1, 120
        deadline = time.monotonic() + 20
        while still < 20 and time.monotonic() < deadline:
            columns = 240 - columns if columns != 120 else 100
            resize(columns)
            time.sleep(0.05)
            now = waiting()
            still = still + 1 if now == last and now > 1000 else 0
            last = now
        assert still == 20, "not stuck"
        os.kill(child, signal.SIGTERM)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                print("exit", os.waitstatus_to_exitcode(status))
                sys.exit()
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        print("hung")
        """

    @Test func programThatIsStuckInWritingIsEndedByASignal() async throws {
        let folder = try TemporaryFolder()
        let script = try folder.file("stuck.py", Self.script)
        let library = SharedData.repository.appending(path: "Tests/Fixtures/library.json").path
        let result = try await ChildProcess.run(
            "/usr/bin/env", ["python3", script, try ExplorerProgram.path(), library], environment: ExplorerProgram.environment,
            within: .seconds(50))
        #expect(result.text == "exit 143\n", "\(result.errors)")
    }
}
