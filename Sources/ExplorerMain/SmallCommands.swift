// Commands that print and end: keys, settings, themes, paths.

import ArgumentParser
import Canvas
import Explorer
import Foundation
import Workspace

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print the keys that count now, and what is wrong with your keymap file.",
        discussion: "Your keymap file: 'explorer paths' says where; 'explorer keys --template' prints one to start from.")

    @Flag(help: "The keys that the program brings along, as a Markdown page.") var markdown = false
    @Flag(help: "A keymap file to start from: all commands with their keys, in comments.") var template = false

    func run() throws {
        if markdown { return Output.write(KeyReference.markdown()) }
        if template { return Output.write(Keymap.template) }
        let (keymap, problems) = KeymapFile.load(ProcessInfo.processInfo.environment)
        Output.write(KeyReference.text(keymap))
        problems.forEach { Complaint.write($0) }
        if !problems.isEmpty { throw ExitCode.badFiles }
    }
}

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Print the settings that count now, and what is wrong with your settings file.",
        discussion: "Your settings file: 'explorer paths' says where; 'explorer settings --template' prints one to start from.")

    @Flag(help: "A settings file to start from: everything with what it is, in comments.") var template = false

    func run() throws {
        if template { return Output.write(Settings.template) }
        let (settings, problems) = SettingsFile.load(ProcessInfo.processInfo.environment)
        Output.write(settings.listing)
        problems.forEach { Complaint.write($0) }
        if !problems.isEmpty { throw ExitCode.badFiles }
    }
}

struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes", abstract: "Print the themes there are and what is wrong with yours, or one theme's file.",
        discussion:
            "A theme of your own: 'explorer themes dark > FILE', where FILE ends in .theme in the folder that 'explorer paths' names."
    )

    @Argument(help: "Print this theme's file.") var name: String?

    func run() throws {
        let themes = ThemeFiles(ProcessInfo.processInfo.environment)
        if let name {
            let source = try themes.source(name)
            // Into a file it goes as it is, to begin a theme with.
            return Output.write(isatty(STDOUT_FILENO) == 1 ? Visible.text(source) : source)
        }
        let chosen = themes.wish(nil, settings: SettingsFile.load(ProcessInfo.processInfo.environment).settings)
        let width = themes.choices.map { TextWidth.of(Printable.visible($0.name)) }.max() ?? 0
        var isBad = false
        for choice in themes.choices {
            let mark = choice.name == chosen ? "* " : "  "
            Output.write(
                mark + TextWidth.pad(Printable.visible(choice.name), width) + "  " + Printable.visible(choice.place) + "\n")
        }
        for choice in themes.choices {
            switch themes.load(choice.name) {
            case .success(let theme):
                theme.problems.forEach { Complaint.write($0) }
                isBad = isBad || !theme.problems.isEmpty
            case .failure(let error):
                Complaint.write("\(error.path): \(error.message)")
                isBad = true
            }
        }
        if isBad { throw ExitCode.badFiles }
    }
}

struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "paths", abstract: "Print where the program's own files live.")

    func run() {
        let paths = Paths(environment: ProcessInfo.processInfo.environment).listed
        Output.write(paths.map { TextWidth.pad($0.name, 10) + Printable.visible($0.path) + "\n" }.joined())
    }
}

extension ExitCode {
    /// The user's own files have mistakes; what can be used of them was.
    fileprivate static let badFiles = ExitCode(65)
}
