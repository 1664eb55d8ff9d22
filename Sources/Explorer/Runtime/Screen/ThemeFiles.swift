// The available themes: the user's files first, then the built-in ones. Finds the
// requested theme and reads it.

import Canvas
import Foundation
import Screen
import Workbench
import Workspace

/// The themes that a user can choose.
public struct ThemeFiles: Sendable {
    /// A theme that was read.
    public struct Loaded: Sendable {
        public let name: String
        public let look: Theme
        /// The errors in its file, each with file and line.
        public let problems: [String]
    }

    private let environment: [String: String]
    private let folder: String
    public let choices: [ThemeChoices.Choice]

    public init(_ environment: [String: String]) {
        self.environment = environment
        folder = Paths(environment: environment).themes
        let own = Folder.names(in: folder, ending: ".theme")
        choices =
            own.map { [folder] in .init(name: $0, place: "\(folder)/\($0).theme") }
            + BuiltInThemes.names.filter { !own.contains($0) }.map { .init(name: $0, place: "built in") }
    }

    func choices(chosen name: String) -> ThemeChoices {
        let known = choices.contains { $0.name == name }
        return ThemeChoices(known ? choices : choices + [.init(name: name, place: "file")], chosen: name)
    }

    /// The name of the requested theme, else by the terminal's background where it is known, else dark.
    public func wish(_ name: String?, settings: Settings = Settings()) -> String {
        name ?? environment["EXPLORER_THEME"] ?? settings.theme ?? (Self.isLight(environment["COLORFGBG"]) ? "light" : "dark")
    }

    /// - Parameter last: the last choice by hand; it counts when no other theme is requested
    ///   now and it still exists.
    /// - Throws: a usage error for an unknown name.
    func chosen(_ name: String?, last: String?, settings: Settings) throws(Refusal) -> Loaded {
        if name == nil, environment["EXPLORER_THEME"] == nil, let last, case .success(let theme) = load(last) { return theme }
        let name = wish(name, settings: settings)
        switch load(name) {
        case .success(let theme): return theme
        case .failure(let error): throw refusal(name, error)
        }
    }

    /// A theme by its name, or a file by its path.
    public func load(_ name: String) -> Result<Loaded, ReadError> {
        text(name).map { source in
            let (look, problems) = Theme.parse(source.text) { base in
                if case .success(let base) = text(base) { base.text } else { nil }
            }
            return Loaded(name: name, look: look, problems: problems.map { $0.line(in: source.place) })
        }
    }

    /// The text of a theme's file.
    public func source(_ name: String) throws(Refusal) -> String {
        switch text(name) {
        case .success(let source): return source.text
        case .failure(let error): throw refusal(name, error)
        }
    }

    /// With a short form of the home folder: the screen has less room than a terminal's scrollback.
    func short(_ problems: [String]) -> [String] {
        guard let home = environment["HOME"], !home.isEmpty else { return problems }
        return problems.map { $0.hasPrefix(home + "/") ? "~" + $0.dropFirst(home.count) : $0 }
    }

    private func text(_ name: String) -> Result<(text: String, place: String), ReadError> {
        let isOwn = choices.contains { $0.name == name && $0.place != "built in" }
        if !isOwn, let source = BuiltInThemes.source(name) { return .success((source, name)) }
        let path = name.contains("/") ? name : "\(folder)/\(name).theme"
        do throws(ReadError) {
            return .success((String(decoding: try FileReading.bytes(path), as: UTF8.self), path))
        } catch {
            return .failure(error)
        }
    }

    private func refusal(_ name: String, _ error: ReadError) -> Refusal {
        Refusal(
            usage: "there is no theme '\(name)'",
            [
                "\(error.path): \(error.message)",
                "Available: \(choices.map(\.name).joined(separator: ", ")). Put your own in \(folder)/NAME.theme",
            ])
    }

    /// rxvt's convention `foreground;background`, by ANSI number: 7 and 15 are light backgrounds.
    private static func isLight(_ value: String?) -> Bool {
        guard let background = value?.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
        return background == 7 || background == 15
    }
}

extension ConfigProblem {
    /// One line for the user: the place, the problem, the fix.
    func line(in path: String) -> String { "\(path):\(line): \(message); \(hint)" }
}
