// A crash gives the terminal back. A child process does the crashing, on a terminal whose other end this one holds.

import Canvas
import Glibc
import Testing

@testable import Terminal

extension TerminalSuite {
    @Suite struct CrashGuardTests {
        @Test func aTrapGivesTheTerminalBack() async throws {
            try await expectGivenBack {
                await #expect(processExitsWith: .failure) {
                    let display = try Child.display()
                    let none: [Int] = []
                    display.present(Screen(size: Size(width: none[CommandLine.arguments.count], height: 1)))
                }
            }
        }

        @Test func aSignalGivesTheTerminalBackAndStillKills() async throws {
            try await expectGivenBack {
                await #expect(processExitsWith: .signal(SIGSEGV)) {
                    let display = try Child.display()
                    raise(SIGSEGV)
                    display.close()
                }
            }
        }

        @Test func signalsThatEndAProgramGiveTheTerminalBack() async throws {
            try await expectGivenBack {
                await #expect(processExitsWith: .signal(SIGQUIT)) {
                    let display = try Child.display()
                    withExtendedLifetime(display) { Child.receive(SIGQUIT) }
                }
            }
            try await expectGivenBack {
                await #expect(processExitsWith: .signal(SIGUSR1)) {
                    let display = try Child.display()
                    withExtendedLifetime(display) { Child.receive(SIGUSR1) }
                }
            }
            try await expectGivenBack {
                await #expect(processExitsWith: .signal(SIGALRM)) {
                    let display = try Child.display()
                    withExtendedLifetime(display) { Child.receive(SIGALRM) }
                }
            }
        }

        /// As nohup and its like hand signals down.
        @Test func aSignalThatIsIgnoredStaysSo() async throws {
            try await expectGivenBack {
                await #expect(processExitsWith: .exitCode(3)) {
                    signal(SIGUSR1, SIG_IGN)
                    let display = try Child.display()
                    kill(getpid(), SIGUSR1)
                    display.close()
                    exit(3)
                }
            }
        }

        @Test func anAllocationThatFailsGivesTheTerminalBack() async throws {
            try await expectGivenBack {
                await #expect(processExitsWith: .failure) {
                    let display = try Child.display()
                    let bytes = UnsafeMutableRawPointer.allocate(byteCount: Int.max / 2, alignment: 16)
                    display.close()
                    bytes.deallocate()
                }
            }
        }

        @Test func leavingWithoutClosingGivesTheTerminalBack() async throws {
            try await expectGivenBack {
                await #expect(processExitsWith: .exitCode(3)) {
                    let display = try Child.display()
                    withExtendedLifetime(display) { exit(3) }
                }
            }
        }

        @Test func whatWasClosedIsNotResetAgain() async throws {
            let received = try await expectGivenBack {
                await #expect(processExitsWith: .exitCode(3)) {
                    try Child.display().close()
                    exit(3)
                }
            }
            #expect(received.split(separator: "\u{1B}[?1049l", omittingEmptySubsequences: false).count == 2)
            #expect(!received.contains("\u{1B}[?1003l"))
        }

        /// Runs a child on a new terminal, and checks the modes and the screen it leaves. Returns what it wrote.
        @discardableResult
        private func expectGivenBack(_ child: () async -> Void) async throws -> String {
            let terminal = try PseudoTerminal()
            let before = terminal.modes()
            setenv(Child.variable, terminal.path, 1)
            await child()
            unsetenv(Child.variable)
            let received = String(decoding: terminal.received(), as: UTF8.self)
            #expect(received.contains("here I am"), "the child had the terminal")
            #expect(terminal.modes() == before)
            let off = received.split(separator: "here I am", omittingEmptySubsequences: false).last ?? ""
            for sequence in ["\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?2004l"] { #expect(off.contains(sequence)) }
            return received
        }
    }
}

/// What the child does before it ends.
private enum Child {
    static let variable = "EXPLORER_TEST_TERMINAL"

    /// Sent to the process and not to this thread: threads that run tasks have such signals blocked.
    static func receive(_ signal: Int32) {
        kill(getpid(), signal)
        while true { pause() }
    }

    static func display() throws -> CursesDisplay {
        CrashGuard.install()
        CrashGuard.install()
        let fd = open(try #require(getenv(variable).map { String(cString: $0) }), O_RDWR | O_NOCTTY)
        let display = try CursesDisplay(theme: .plain, input: fd, output: fd, environment: ["TERM": "xterm-256color"])
        var screen = Screen(size: display.size)
        screen.write("here I am", x: 0, y: 0)
        display.present(screen)
        return display
    }
}
