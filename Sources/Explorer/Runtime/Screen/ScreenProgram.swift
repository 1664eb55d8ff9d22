// Wires the screen: terminal, signals, engine, loop.

import Canvas
import Catalog
import Dispatch
import Foundation
import Glibc
import NetLayer
import Screen
import Terminal
import Workbench
import Workspace

/// The screen with everything around it.
@MainActor
public final class ScreenProgram {
    private let display: ProgramDisplay
    private let inbox = Inbox()
    private let client: NetClient
    private let settings: NetworkSettings
    private let environment: [String: String]
    private let loop: Loop
    private let runner: EffectRunner
    private var signals: SignalWatch?
    private let lastResort = LastResort()
    private let keyboard = Keyboard()
    /// One for each API.
    private let readers: [DescriptionReading]
    private let sessions: [SessionKeeper]
    private let log: CallLog?
    /// Records requests; `nil` when nothing is recorded.
    public let history: HistoryRecorder?
    /// The exit code of a failure to read the description.
    private var exitCode: Int32 = 0
    private var hasDescription = false

    /// Refuses to start without a terminal, before anything else happens.
    /// - Parameter input: the file that keys come from; `nil` when the terminal itself is opened for them.
    /// - Throws: exit code 64.
    nonisolated public static func requireTerminal(input: Int32?) throws(Refusal) {
        guard isatty(STDOUT_FILENO) == 1, input.map({ isatty($0) == 1 }) ?? true else {
            throw Refusal(
                usage:
                    "the screen needs a terminal; without one use 'explorer list SOURCE' or 'explorer send SOURCE ENDPOINT' (explorer --help)."
            )
        }
    }

    /// - Parameters:
    ///   - apis: the API that is explored, or all APIs of a workspace; never empty.
    ///   - records: the history stores the requests. Those to the demo are no work of the user.
    public init(
        _ apis: [ExploredAPI], _ settings: NetworkSettings, _ looks: Looks, _ environment: [String: String],
        demo: DemoServices? = nil, records: Bool
    ) throws(Refusal) {
        (self.settings, self.environment) = (settings, environment)
        let paths = Paths(environment: environment)
        let (first, isSeveral) = (apis[0], apis.count > 1)
        history = !records ? nil : HistoryRecorder(paths) { [inbox] in inbox.post(.report(.warned($0))) }
        for api in apis { history?.setFrame(api.frame, of: isSeveral ? api.name : nil) }
        log = try settings.log.map { [inbox] choice throws(Refusal) in
            try CallLog(choice) { inbox.post(.report(.warned($0))) }
        }
        client = settings.client(
            log: log, keeping: .init(paths, onProblem: { [inbox] in inbox.post(.report(.warned($0))) }), history: history,
            network: .routes())
        let themes = ThemeFiles(environment)
        let folder = apis.contains { $0.subject != nil } ? SessionFolder(paths) : nil
        let stored = apis.map { $0.subject.flatMap { folder?.bytes(of: $0) }.flatMap(Session.init(json:)) }
        let last = stored[0]
        var own = SettingsFile.load(environment)
        if looks.usesReader { own.settings.usesReader = true }
        let theme = try themes.chosen(looks.theme, last: last?.theme, settings: own.settings)
        let keys = KeymapFile.load(environment)
        CrashGuard.install()
        display = try Self.openDisplay(theme.look, environment, usesReader: own.settings.usesReader)
        let trace = try looks.trace.map { [display] path throws(Refusal) in try Self.openTrace(path, display) }
        let (display, inbox) = (display, inbox)
        let program = ExternalProgram(terminal: Self.terminalInput(), environment: environment) { Self.stop() }
        let runner = EffectRunner(
            client: client, inbox: inbox, environment: environment, program: program,
            directives: Dictionary(uniqueKeysWithValues: apis.map { (isSeveral ? $0.name : "", $0.directives) }),
            apis: isSeveral ? apis.map(\.name) : [],
            bodyMemory: environment["EXPLORER_BODY_MEMORY"].flatMap { Int($0) } ?? EffectRunner.usualBodyMemory,
            history: history, workspace: first.workspace.map { WorkspaceDesk($0.file, $0.api, environment) },
            guards: settings.guards)
        self.runner = runner
        readers = apis.map { [inbox] in DescriptionReading(inbox: inbox, api: isSeveral ? $0.name : nil) }
        let memories = stored.indices.map { number in
            apis[number].subject.map { _ in
                SessionMemory(
                    stored[number]?.opened(in: settings.environment), theme: themes.wish(looks.theme, settings: own.settings))
            }
        }
        let model = Model(
            size: display.size, source: first.place, keymap: keys.keymap, themes: themes.choices(chosen: theme.name),
            defaults: settings.defaults, settings: own.settings,
            memory: folder == nil ? nil : memories[0], workspace: first.workspace.map { WorkspaceWork($0.api) },
            sendSource: first.sendSource,
            apis: !isSeveral
                ? []
                : apis.indices.map { number in
                    let api = apis[number]
                    return ScreenAPI(
                        api.name, workspace: api.workspace.map { WorkspaceWork($0.api) }, sendSource: api.sendSource,
                        memory: folder == nil ? nil : memories[number])
                },
            reserveTaskID: { [client] in client.reserveTaskID() })
        let keepers = apis.map { api in
            api.subject.flatMap { subject in folder.map { folder in SessionKeeper { folder.store($0, of: subject) } } }
        }
        sessions = keepers.compactMap(\.self)
        let desks = apis.indices.map { [readers] in (apis[$0].name, APIDesk(reader: readers[$0], sessions: keepers[$0])) }
        loop = Loop(
            model: model, display: display, inbox: inbox, runner: runner,
            screenwork: Self.screenwork(display, inbox, themes, keyboard), trace: trace, demo: demo?.obey,
            reader: readers[0], sessions: keepers[0],
            apis: isSeveral ? Dictionary(uniqueKeysWithValues: desks) : [:])
        demo?.watch { inbox.post($0) }
        let problems = own.problems + keys.problems + theme.problems
        if !problems.isEmpty { inbox.post(.report(.misconfigured(themes.short(problems)))) }
        if !CurlTransport.version.abandonsLookups {
            inbox.post(.report(.warned("This libcurl is older than 7.87: cancelling waits for a name lookup that stalls")))
        }
        if settings.connection.insecure { inbox.post(.report(.warned("Certificates are not checked (--insecure)"))) }
        // After the display: ncurses has handlers of its own for some of these. On a separate queue, so that
        // the end of the program is noticed even while the screen's thread is busy or stuck.
        let queue = DispatchQueue(label: "explorer.signals")
        signals = SignalWatch([SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP], queue: queue) { [weak self, lastResort] number in
            switch number {
            case SIGWINCH, SIGTSTP:
                DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.received(number) } }
            default:
                program.end()
                lastResort.expectEnd(after: number)
                inbox.post(.user(.terminated))
            }
        }
    }

    private static func openDisplay(
        _ theme: Theme, _ environment: [String: String], usesReader: Bool
    ) throws(Refusal) -> ProgramDisplay {
        do {
            return try ProgramDisplay(
                theme: theme, input: terminalInput(), output: STDOUT_FILENO, environment: environment, usesReader: usesReader)
        } catch {
            throw Refusal(usage: error.description, [error.hint])
        }
    }

    private static func openTrace(_ path: String, _ display: ProgramDisplay) throws(Refusal) -> FrameTrace {
        do {
            return try FrameTrace(path: path)
        } catch {
            display.close()
            throw Refusal(usage: "--trace '\(path)' cannot be written: \(error.localizedDescription)")
        }
    }

    /// The loop's requests to the terminal besides drawing.
    private static func screenwork(
        _ display: ProgramDisplay, _ inbox: Inbox, _ themes: ThemeFiles, _ keyboard: Keyboard
    ) -> Loop.Screenwork {
        Loop.Screenwork(
            suspend: { suspend(display, inbox) },
            theme: { name in
                switch themes.load(name) {
                case .success(let theme):
                    display.theme = theme.look
                    if !theme.problems.isEmpty { inbox.post(.report(.misconfigured(themes.short(theme.problems)))) }
                case .failure(let error): inbox.post(.report(.warned("\(error.path): \(error.message)")))
                }
            }, copy: { display.copyToClipboard($0) },
            lend: { work in
                // Keys go to the other program meanwhile.
                keyboard.isLent = true
                display.suspend()
                await work()
                display.resume()
                keyboard.isLent = false
                inbox.post(.user(.resized(display.windowChanged())))
            },
            useReader: { isOn in
                do throws(TerminalError) {
                    try display.useReader(isOn)
                } catch {
                    inbox.post(.report(.readerStays(error.description)))
                }
                inbox.post(.user(.resized(display.windowChanged())))
            }, speak: { display.say($0) })
    }

    private func received(_ signal: Int32) {
        switch signal {
        case SIGWINCH: inbox.post(.user(.resized(display.windowChanged())))
        // The program that has the terminal receives the stop itself, and then stops this one as well.
        case SIGTSTP: if !keyboard.isLent { Self.suspend(display, inbox) }
        default: break  // ends the program, on the signals' own queue
        }
    }

    /// Reads the description while the screen already runs, and again when it changes.
    /// - Parameters:
    ///   - number: the number of the API.
    ///   - place: the place of the description.
    ///   - workspace: the workspace's file, which is read again when it changes.
    public func load(
        _ number: Int = 0, from place: Source, workspace: String? = nil,
        _ read: @escaping @Sendable (NetClient, _ remoteReferences: Bool) async throws(LoadError) -> OpenedSource
    ) {
        let reader = readers[number]
        let (client, environment, remoteReferences) = (client, environment, settings.allowsNetworkReferences)
        let hooks = DescriptionReading.Hooks(
            ended: { [weak self] code in await self?.note(code) },
            taken: { [runner] file, _ in runner.take(file) },
            agreed: { (wish) throws(WriteError) in
                try WorkspaceTrust(Paths(environment: environment)).storeAgreement(wish.all, for: wish.path)
            })
        reader.begin(from: place, workspace: workspace, hooks: hooks) {
            [weak reader] () async throws(LoadError) in
            try await read(client, reader?.allowsNetwork ?? remoteReferences)
        }
    }

    /// The exit code is that of the first read; after a successful read it is 0.
    private func note(_ code: Int32?) {
        if code == nil { hasDescription = true }
        exitCode = hasDescription ? 0 : code ?? 0
    }

    /// Runs until the user quits, and restores the terminal. It does not wait for a read that has not
    /// ended: it may never end.
    /// - Returns: the exit code: why there was no description, or which signal ended the program.
    public func run() async -> Int32 {
        listen()
        await loop.run()
        // First, so that no row ends because its caller stopped waiting.
        client.cancelAll(because: .quit)
        runner.stop()
        sessions.forEach { $0.finish() }
        let exitCode = exitCode
        readers.forEach { $0.stop() }
        keyboard.source?.cancel()
        display.close()
        await runner.finishHistory()
        await history?.finish()
        await client.cookies?.flush()
        await log?.finish()
        lastResort.cancel()
        // The shell's convention for a program that a signal ended.
        if let signal = lastResort.signal { return 128 + signal }
        return exitCode
    }

    // MARK: Events of the terminal and the system

    private func listen() {
        let input = DispatchSource.makeReadSource(fileDescriptor: Self.terminalInput(), queue: .main)
        input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readInput() } }
        input.resume()
        keyboard.source = input
    }

    /// - Parameter isSilent: for a second, no more of a paste has arrived.
    private func readInput(afterSilence isSilent: Bool = false) {
        // After a stop the rest of a paste may be pending, although the second has passed.
        var events = display.readInput().map(Event.init)
        let hasMore = !events.isEmpty || display.isPasting && Self.hasInput()
        if isSilent, !hasMore { events = display.endPaste().map(Event.init) }
        if events.isEmpty, Self.isHungUp() {
            lastResort.expectEnd(after: SIGHUP)
            events = [.user(.terminated)]
        }
        inbox.post(events)
        keyboard.expectEnd(ofPaste: display.isPasting) { [weak self] in self?.readInput(afterSilence: true) }
    }

    /// When the description comes from standard input, the keys come from the terminal itself.
    private static let terminal: Int32 = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : open("/dev/tty", O_RDWR | O_CLOEXEC)
    private static func terminalInput() -> Int32 { terminal }

    private static func isHungUp() -> Bool { hasState(POLLHUP | POLLERR | POLLNVAL) }
    private static func hasInput() -> Bool { hasState(POLLIN) }

    private static func hasState(_ flags: Int32) -> Bool {
        var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(flags) != 0
    }

    /// Releases the terminal, stops, and takes it back when the shell continues the program.
    private static func suspend(_ display: ProgramDisplay, _ inbox: Inbox) {
        display.suspend()
        stop()
        display.resume()
        inbox.post(.user(.resized(display.windowChanged())))
    }

    /// Stops the program until the shell continues it.
    nonisolated private static func stop() {
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
}

/// An API as the screen opens it.
public struct ExploredAPI: Sendable {
    /// The name of the API in its workspace; otherwise that of the source.
    var name: String
    /// The place of the description, as it is shown while that is read.
    var place: String
    /// Identifies the source for the next start; `nil` when no session is stored.
    var subject: String?
    /// The words that name the source in a line of `explorer send`; `nil` where none does.
    var sendSource: [String]?
    /// The sources that may override the service of the pool.
    var directives: [DirectiveSource] = []
    /// The history's context of the requests.
    var frame = HistoryFrame()
    /// The workspace for saved requests.
    var workspace: (file: WorkspaceFile, api: WorkspaceAPI)?

    /// A source without a session.
    public init(_ name: String) { (self.name, place) = (name, name) }

    /// - Parameter sendSource: the words that name the source in a line of `explorer send`; `nil` where none does.
    public init(_ source: ChosenSource, sendSource: [String]?) {
        place = source.place.description
        name = source.workspace?.api.name ?? place
        (subject, directives, frame) = (source.subject, source.directives, source.frame())
        workspace = source.workspace
        self.sendSource = sendSource
    }
}

extension ScreenProgram {
    /// The options of the command line for the screen alone.
    public struct Looks: Sendable {
        /// A built-in theme, one of the user's, or a file; `nil`: by the environment and the settings.
        public var theme: String?
        /// A line for each frame is written to this file.
        public var trace: String?
        /// Lines for a screen reader in place of the screen, whatever the settings say.
        public var usesReader: Bool

        public init(theme: String?, trace: String?, usesReader: Bool) {
            (self.theme, self.trace, self.usesReader) = (theme, trace, usesReader)
        }
    }
}

/// The source of keys, which is suspended while another program has the terminal.
@MainActor
private final class Keyboard {
    var source: (any DispatchSourceRead)?
    /// The silence that ends a paste without its end mark.
    fileprivate static let patience = DispatchTimeInterval.seconds(1)
    fileprivate var silence: DispatchWorkItem?
    var isLent = false {
        didSet { if isLent { source?.suspend() } else { source?.resume() } }
    }
}

extension Keyboard {
    /// Restarts the wait for the end of a paste, because input was read.
    fileprivate func expectEnd(ofPaste isPasting: Bool, _ end: @escaping @MainActor () -> Void) {
        silence?.cancel()
        silence = nil
        guard isPasting else { return }
        let work = DispatchWorkItem { MainActor.assumeIsolated(end) }
        silence = work
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience, execute: work)
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

extension WorkspaceDesk {
    /// The workspace as it was read.
    fileprivate init(_ file: WorkspaceFile, _ api: WorkspaceAPI, _ environment: [String: String]) {
        let paths = Paths(environment: environment)
        let editor = WorkspaceEditor(
            file.path, environment: environment, trust: WorkspaceTrust(paths), secrets: SecretStore(paths))
        self.init(editor, api: api.name, file: file)
    }
}
