// Wires the screen: terminal, engine, loop.

import Canvas
import Catalog
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
    private let terminal: ScreenTerminal
    private let inbox = Inbox()
    private let client: NetClient
    private let settings: NetworkSettings
    private let environment: [String: String]
    private let loop: Loop
    private let runner: EffectRunner
    private let reader: DescriptionReading
    private let sessions: SessionKeeper?
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
    ///   - sendSource: the words that name the source in a line of `explorer send`; `nil` where none does.
    ///   - subject: identifies the source for the next start; `nil` when no session is stored.
    ///   - directives: the sources that may override the service of the pool.
    ///   - workspace: the workspace for saved requests.
    ///   - frame: the history's context of the requests. `nil` records nothing: requests to the demo are
    ///     no work of the user.
    public init(
        name: String, subject: String? = nil, _ settings: NetworkSettings, _ looks: Looks, _ environment: [String: String],
        sendSource: [String]? = nil, demo: DemoServices? = nil,
        directives: [DirectiveSource] = [], frame: HistoryFrame? = nil, workspace: (file: WorkspaceFile, api: WorkspaceAPI)? = nil
    ) throws(Refusal) {
        (self.settings, self.environment) = (settings, environment)
        let paths = Paths(environment: environment)
        history = frame.flatMap { [inbox] _ in HistoryRecorder(paths) { inbox.post(.report(.warned($0))) } }
        if let frame { history?.setFrame(frame) }
        log = try settings.log.map { [inbox] choice throws(Refusal) in
            try CallLog(choice) { inbox.post(.report(.warned($0))) }
        }
        client = settings.client(
            log: log, keeping: .init(paths, onProblem: { [inbox] in inbox.post(.report(.warned($0))) }), history: history,
            network: .routes())
        let themes = ThemeFiles(environment)
        let folder = subject.flatMap { _ in SessionFolder(paths) }
        let last = subject.flatMap { folder?.bytes(of: $0) }.flatMap(Session.init(json:))
        let own = SettingsFile.load(environment)
        let theme = try themes.chosen(looks.theme, last: last?.theme, settings: own.settings)
        let keys = KeymapFile.load(environment)
        terminal = try ScreenTerminal(theme.look, environment, inbox)
        let (terminal, inbox) = (terminal, inbox)
        let trace = try looks.trace.map { path throws(Refusal) in try Self.openTrace(path, terminal) }
        let program = ExternalProgram(terminal: ScreenTerminal.input, environment: environment) { ScreenTerminal.stop() }
        let runner = EffectRunner(
            client: client, inbox: inbox, environment: environment, program: program, directives: directives,
            bodyMemory: environment["EXPLORER_BODY_MEMORY"].flatMap { Int($0) } ?? EffectRunner.usualBodyMemory,
            history: history, workspace: workspace.map { WorkspaceDesk($0.file, $0.api, environment) })
        self.runner = runner
        let reader = DescriptionReading(inbox: inbox)
        self.reader = reader
        let model = Model(
            size: terminal.display.size, source: name, keymap: keys.keymap, themes: themes.choices(chosen: theme.name),
            defaults: settings.defaults, settings: own.settings,
            memory: folder.map { _ in
                SessionMemory(
                    last?.opened(in: settings.environment), theme: themes.wish(looks.theme, settings: own.settings))
            }, workspace: workspace.map { WorkspaceWork($0.api) }, sendSource: sendSource,
            reserveTaskID: { [client] in client.reserveTaskID() })
        let sessions = subject.flatMap { subject in
            folder.map { folder in SessionKeeper { folder.store($0, of: subject) } }
        }
        self.sessions = sessions
        loop = Loop(
            model: model, display: terminal.display, inbox: inbox, runner: runner,
            screenwork: Self.screenwork(terminal, inbox, themes), trace: trace, demo: demo?.obey,
            reader: reader, sessions: sessions)
        demo?.watch { inbox.post($0) }
        let problems = own.problems + keys.problems + theme.problems
        if !problems.isEmpty { inbox.post(.report(.misconfigured(themes.short(problems)))) }
        if !CurlTransport.version.abandonsLookups {
            inbox.post(.report(.warned("This libcurl is older than 7.87: cancelling waits for a name lookup that stalls")))
        }
        if settings.connection.insecure { inbox.post(.report(.warned("Certificates are not checked (--insecure)"))) }
        terminal.watchSignals { program.end() }
    }

    private static func openTrace(_ path: String, _ terminal: ScreenTerminal) throws(Refusal) -> FrameTrace {
        do {
            return try FrameTrace(path: path)
        } catch {
            terminal.close()
            throw Refusal(usage: "--trace '\(path)' cannot be written: \(error.localizedDescription)")
        }
    }

    /// The loop's requests to the terminal besides drawing.
    private static func screenwork(
        _ terminal: ScreenTerminal, _ inbox: Inbox, _ themes: ThemeFiles
    ) -> Loop.Screenwork {
        Loop.Screenwork(
            suspend: { terminal.suspend() },
            theme: { name in
                switch themes.load(name) {
                case .success(let theme):
                    terminal.display.theme = theme.look
                    if !theme.problems.isEmpty { inbox.post(.report(.misconfigured(themes.short(theme.problems)))) }
                case .failure(let error): inbox.post(.report(.warned("\(error.path): \(error.message)")))
                }
            }, copy: { terminal.display.copyToClipboard($0) },
            lend: { work in await terminal.lend(work) })
    }

    /// Reads the description while the screen already runs, and again when it changes.
    /// - Parameters:
    ///   - place: the place of the description.
    ///   - workspace: the workspace's file, which is read again when it changes.
    public func load(
        from place: Source, workspace: String? = nil,
        _ read: @escaping @Sendable (NetClient, _ remoteReferences: Bool) async throws(LoadError) -> OpenedSource
    ) {
        let (client, environment, remoteReferences) = (client, environment, settings.allowsNetworkReferences)
        let hooks = DescriptionReading.Hooks(
            ended: { [weak self] code in await self?.note(code) },
            taken: { [runner] file, api in runner.take(file, api) },
            agreed: { (wish) throws(WriteError) in
                try WorkspaceTrust(Paths(environment: environment)).storeAgreement(wish.all, for: wish.path)
            })
        reader.begin(from: place, workspace: workspace, hooks: hooks) {
            [weak reader] () async throws(LoadError) in
            try await read(client, reader?.allowsNetwork ?? remoteReferences)
        }
    }

    /// Opens without a source: the user writes requests by hand.
    /// - Parameter request: the text of the first request, as the user pasted it; empty for none.
    public func openWithoutSource(request: String) {
        let pool = settings.service.map { settings.equipped(ServicePool([$0])) } ?? ServicePool([])
        inbox.post(.source(.absent(pool, request: request)))
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
        terminal.listen()
        await loop.run()
        // First, so that no row ends because its caller stopped waiting.
        client.cancelAll(because: .quit)
        runner.stop()
        sessions?.finish()
        let exitCode = exitCode
        reader.stop()
        terminal.close()
        await history?.finish()
        await client.cookies?.flush()
        await log?.finish()
        terminal.finish()
        return terminal.signalCode ?? exitCode
    }
}

extension ScreenProgram {
    /// The options of the command line for the screen alone.
    public struct Looks: Sendable {
        /// A built-in theme, one of the user's, or a file; `nil`: by the environment and the settings.
        public var theme: String?
        /// A line for each frame is written to this file.
        public var trace: String?

        public init(theme: String?, trace: String?) { (self.theme, self.trace) = (theme, trace) }
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
