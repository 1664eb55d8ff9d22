// The start screen on the terminal: collects what it offers, shows it, and returns the user's choice.

import Canvas
import Foundation
import Screen
import Workbench
import Workspace

/// The start screen with its terminal.
@MainActor
public final class StartProgram {
    /// How the start screen ended.
    public enum End: Sendable {
        /// And what the user typed after the choice: it is for the screen that opens.
        case open(StartChoice, typedAhead: [Event])
        /// The exit code of the program.
        case quit(Int32)
    }

    private let terminal: ScreenTerminal
    private let inbox = Inbox()
    private let recent: RecentSources?
    private let whyNot: @MainActor (StartChoice) -> String?
    private var model: StartModel
    private var voice = StartVoice()

    /// Opens the terminal.
    /// - Parameter whyNot: why a choice cannot be opened; `nil` where it can be tried.
    public init(
        _ looks: ScreenProgram.Looks, _ environment: [String: String], whyNot: @escaping @MainActor (StartChoice) -> String?
    ) throws(Refusal) {
        self.whyNot = whyNot
        recent = RecentSources(Paths(environment: environment))
        let themes = ThemeFiles(environment)
        let settings = SettingsFile.load(environment).settings
        let theme = try themes.chosen(looks.theme, last: nil, settings: settings)
        // Before the terminal is in use: a slow disk shows nothing strange.
        let offers = StartOffers(environment, recent?.sources ?? [])
        terminal = try ScreenTerminal(theme.look, environment, inbox, usesReader: looks.usesReader || settings.usesReader)
        model = StartModel(
            size: terminal.display.size, folder: offers.folder, files: offers.files, recent: offers.recent,
            keymap: KeymapFile.load(environment).keymap)
    }

    /// Runs until the user has chosen or quits, and gives the terminal back.
    public func run() async -> End {
        terminal.watchSignals()
        terminal.listen()
        terminal.display.perform(.captureMouse(model.capturesMouse))
        while true {
            if terminal.display.usesReader {
                terminal.display.say(voice.lines(for: model))
            } else {
                terminal.display.present(render(model))
            }
            let events = await inbox.batch()
            for (number, event) in events.enumerated() {
                guard case .user(let event) = event else { continue }
                for effect in model.update(event) {
                    guard let end = perform(effect) else { continue }
                    terminal.release()
                    // A signal may have come behind the choice.
                    if let code = terminal.signalCode { return .quit(code) }
                    guard case .open(let choice, _) = end else { return end }
                    return .open(choice, typedAhead: (events[(number + 1)...] + inbox.drain()).filter(\.isTyped))
                }
            }
        }
    }

    /// - Returns: `nil` while the start screen stays.
    private func perform(_ effect: StartEffect) -> End? {
        switch effect {
        case .open(let choice):
            guard let problem = whyNot(choice) else { return .open(choice, typedAhead: []) }
            model.report(problem)
        case .forget(let source): recent?.forget(Source(source))
        case .display(let order):
            // In reader mode the user hears all of it again.
            if order == .redraw { voice = StartVoice() }
            terminal.display.perform(order)
        case .suspend: terminal.suspend()
        case .quit: return .quit(terminal.signalCode ?? 0)
        }
        return nil
    }
}

/// What can be opened from the current folder.
private struct StartOffers {
    /// As the user reads it.
    let folder: String
    let files: [StartEntry]
    /// Without those that are among the files.
    let recent: [StartEntry]

    init(_ environment: [String: String], _ sources: [Source]) {
        let home = environment["HOME"] ?? ""
        let here = FileManager.default.currentDirectoryPath
        let found = FoundSources.list(in: here)
        let known = Set(found.map { URL(fileURLWithPath: here + "/" + $0.path).standardizedFileURL.path })
        folder = Self.short(here, home: home)
        files = found.map { StartEntry(source: $0.path, title: $0.path, kind: $0.kind) }
        recent = sources.compactMap { source in
            if case .file(let path) = source, known.contains(path) { return nil }
            return Self.entry(source, home: home)
        }
    }

    private static func entry(_ source: Source, home: String) -> StartEntry? {
        switch source {
        case .standardInput: return nil
        case .url(let url): return StartEntry(source: url.revealed, title: url.description, kind: "address")
        case .file(let path):
            let isWorkspace = WorkspaceFile.workspacePath(of: path) != nil
            let kind = isWorkspace ? "workspace" : FolderReading.isFolder(path) ? "folder" : "file"
            return StartEntry(source: path, title: short(path, home: home), kind: kind, isGone: !Folder.holds(path))
        }
    }

    /// With `~` for the user's home.
    private static func short(_ path: String, home: String) -> String {
        guard !home.isEmpty else { return path }
        if path == home { return "~" }
        return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
    }
}

extension Event {
    /// Keys and pasted text. The mouse pointed at what is no longer there.
    fileprivate var isTyped: Bool {
        switch self {
        case .user(.key), .user(.pasted): true
        default: false
        }
    }
}
