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
    private let terminal: ScreenTerminal
    private let inbox = Inbox()
    private let client: NetClient
    private let settings: NetworkSettings
    private let environment: [String: String]
    private let loop: Loop
    private let runner: EffectRunner
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
        terminal = try ScreenTerminal(theme.look, environment, inbox, usesReader: own.settings.usesReader)
        let (terminal, inbox) = (terminal, inbox)
        let trace = try looks.trace.map { path throws(Refusal) in try Self.openTrace(path, terminal) }
        let program = ExternalProgram(terminal: ScreenTerminal.input, environment: environment) { ScreenTerminal.stop() }
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
            size: terminal.display.size, source: first.place, keymap: keys.keymap, themes: themes.choices(chosen: theme.name),
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
            model: model, display: terminal.display, inbox: inbox, runner: runner,
            screenwork: Self.screenwork(terminal, inbox, themes), trace: trace, demo: demo?.obey,
            reader: readers[0], sessions: keepers[0],
            apis: isSeveral ? Dictionary(uniqueKeysWithValues: desks) : [:])
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
            lend: { work in await terminal.lend(work) },
            useReader: { isOn in
                do throws(TerminalError) {
                    try terminal.display.useReader(isOn)
                } catch {
                    inbox.post(.report(.readerStays(error.description)))
                }
                inbox.post(.user(.resized(terminal.display.windowChanged())))
            }, speak: { terminal.display.say($0) })
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

    /// Opens without a source: the user writes requests by hand.
    /// - Parameter request: the text of the first request, as the user pasted it; empty for none.
    public func openWithoutSource(request: String) {
        let pool = settings.service.map { settings.equipped(ServicePool([$0])) } ?? ServicePool([])
        inbox.post(.source(.absent(pool, request: request)))
    }

    /// Input from before the screen was there.
    public func receive(_ typedAhead: [Event]) { inbox.post(typedAhead) }

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
        sessions.forEach { $0.finish() }
        let exitCode = exitCode
        readers.forEach { $0.stop() }
        terminal.close()
        await runner.finishHistory()
        await history?.finish()
        await client.cookies?.flush()
        await log?.finish()
        terminal.finish()
        return terminal.signalCode ?? exitCode
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

extension WorkspaceDesk {
    /// The workspace as it was read.
    fileprivate init(_ file: WorkspaceFile, _ api: WorkspaceAPI, _ environment: [String: String]) {
        let paths = Paths(environment: environment)
        let editor = WorkspaceEditor(
            file.path, environment: environment, trust: WorkspaceTrust(paths), secrets: SecretStore(paths))
        self.init(editor, api: api.name, file: file)
    }
}
