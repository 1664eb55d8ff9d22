// The terminal of a screen: opens it, turns its input and the signals into events, and gives it back.

import Canvas
import Dispatch
import Glibc
import Screen
import Terminal
import Workbench

/// A terminal in use. A program has one at a time.
@MainActor
final class ScreenTerminal {
    let display: ProgramDisplay
    private let inbox: Inbox
    private let keyboard = Keyboard()
    private let lastResort = LastResort()
    private var signals: SignalWatch?

    private static let watched = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP]

    /// Opens the terminal.
    /// - Parameters:
    ///   - inbox: receives the input from ``listen()`` on.
    ///   - usesReader: lines for a screen reader are printed in place of a screen.
    init(_ theme: Theme, _ environment: [String: String], _ inbox: Inbox, usesReader: Bool) throws(Refusal) {
        self.inbox = inbox
        CrashGuard.install()
        do {
            display = try ProgramDisplay(
                theme: theme, input: Self.input, output: STDOUT_FILENO, environment: environment, usesReader: usesReader)
        } catch {
            throw Refusal(usage: error.description, [error.hint])
        }
    }

    /// When the description comes from standard input, the keys come from the terminal itself.
    static let input: Int32 = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDWR | O_CLOEXEC)

    /// Turns signals into events from now on. Call it after the display is open: ncurses has handlers of its
    /// own for some of them.
    /// - Parameter beforeEnd: runs on a queue of its own, when a signal is about to end the program.
    func watchSignals(beforeEnd: @escaping @Sendable () -> Void = {}) {
        // On a separate queue, so that the end of the program is noticed even while the screen's thread is
        // busy or stuck.
        let queue = DispatchQueue(label: "explorer.signals")
        signals = SignalWatch(Self.watched, queue: queue) { [weak self, lastResort, inbox] number in
            switch number {
            case SIGWINCH, SIGTSTP:
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.received(number) } }
            default:
                beforeEnd()
                lastResort.expectEnd(after: number)
                inbox.post(.user(.terminated))
            }
        }
        // The window may have changed since the display was opened, when no signal was watched.
        let opened = display.size
        let size = display.windowChanged()
        if size != opened { inbox.post(.user(.resized(size))) }
    }

    private func received(_ signal: Int32) {
        switch signal {
        case SIGWINCH: inbox.post(.user(.resized(display.windowChanged())))
        // The program that has the terminal receives the stop itself, and then stops this one as well.
        case SIGTSTP: if !keyboard.isLent { suspend() }
        default: break  // ends the program, on the signals' own queue
        }
    }

    // MARK: Giving the terminal back

    /// Releases the terminal, stops, and takes it back when the shell continues the program.
    func suspend() {
        display.suspend()
        Self.stop()
        display.resume()
        inbox.post(.user(.resized(display.windowChanged())))
    }

    /// Gives the terminal to another program while the work runs.
    func lend(_ work: @MainActor () async -> Void) async {
        // Keys go to the other program meanwhile.
        keyboard.isLent = true
        display.suspend()
        await work()
        display.resume()
        // What arrived meanwhile was for the other program, or answers its questions.
        tcflush(Self.input, TCIFLUSH)
        keyboard.isLent = false
        inbox.post(.user(.resized(display.windowChanged())))
    }

    /// Gives the terminal back permanently. The program is still expected to end after a signal.
    func close() {
        keyboard.source?.cancel()
        keyboard.silence?.cancel()
        display.close()
    }

    /// The program has done all that it does before its end.
    func finish() { lastResort.cancel() }

    /// Gives the terminal back, and the signals their usual effect: the program continues without a screen.
    func release() {
        close()
        finish()
        signals = nil
        SignalWatch.restore(Self.watched)
    }

    /// The exit code by the shell's convention for a program that a signal ended; `nil` when there was no
    /// signal.
    var signalCode: Int32? { lastResort.signal.map { 128 + $0 } }

    /// Stops the program until the shell continues it.
    nonisolated static func stop() {
        // The rest of the group first, so that a `make run` around the program lets the shell see the
        // stop; then this thread itself, unblocked: another thread would take a signal to the process
        // while this one already continues.
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        signal(SIGTSTP, SIG_DFL)
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        SignalWatch.listen(to: SIGTSTP)
    }

    // MARK: Input

    /// Turns the input into events from now on.
    func listen() {
        let input = DispatchSource.makeReadSource(fileDescriptor: Self.input, queue: .main)
        input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readInput() } }
        input.resume()
        keyboard.source = input
    }

    /// - Parameter isSilent: for a second, no more of a paste, or of an answer of the terminal, has arrived.
    private func readInput(afterSilence isSilent: Bool = false) {
        // After a stop the rest may be pending, although the second has passed.
        var events = display.readInput().map(Event.init)
        let hasMore = !events.isEmpty || display.isWaiting && Self.hasInput()
        if isSilent, !hasMore { events = display.endWaiting().map(Event.init) }
        if events.isEmpty, Self.isHungUp() {
            lastResort.expectEnd(after: SIGHUP)
            events = [.user(.terminated)]
        }
        // The user cannot have read what one of them opened before the next one.
        let keys = events.count { if case .user(.key) = $0 { true } else { false } }
        if keys > 1 { events = [.burst(true)] + events + [.burst(false)] }
        inbox.post(events)
        keyboard.expectEnd(within: display.isPasting ? Keyboard.patience : display.isWaiting ? Keyboard.shortPatience : nil) {
            [weak self] in self?.readInput(afterSilence: true)
        }
    }

    private static func isHungUp() -> Bool { hasState(POLLHUP | POLLERR | POLLNVAL) }
    private static func hasInput() -> Bool { hasState(POLLIN) }

    private static func hasState(_ flags: Int32) -> Bool {
        var state = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(flags) != 0
    }
}

/// The source of keys, which is suspended while another program has the terminal.
@MainActor
private final class Keyboard {
    var source: (any DispatchSourceRead)?
    /// The silence that ends a paste, or an answer of the terminal, without its end mark.
    fileprivate static let patience = DispatchTimeInterval.seconds(1)
    /// The same for an answer of the terminal, or the rest of a key's sequence.
    fileprivate static let shortPatience = DispatchTimeInterval.milliseconds(500)
    fileprivate var silence: DispatchWorkItem?
    var isLent = false {
        didSet { if isLent { source?.suspend() } else { source?.resume() } }
    }
}

extension Keyboard {
    /// Restarts the wait for the end of a paste or an answer, because input was read.
    fileprivate func expectEnd(within patience: DispatchTimeInterval?, _ end: @escaping @MainActor () -> Void) {
        silence?.cancel()
        silence = nil
        guard let patience else { return }
        let work = DispatchWorkItem { MainActor.assumeIsolated(end) }
        silence = work
        DispatchQueue.main.asyncAfter(deadline: .now() + patience, execute: work)
    }
}

extension Event {
    /// The user's input as an event.
    fileprivate init(_ input: Input) {
        switch input {
        case .key(let key): self = .user(.key(key))
        case .paste(let text): self = .user(.pasted(text))
        case .mouse(let event): self = .user(.mouse(event))
        }
    }
}
