// Which theme: the one asked for, else by the terminal's background where it says so, else dark.

import ArgumentParser
import Canvas
import Explorer
import Foundation
import Workspace

enum ThemeChoice {
    /// - Throws: a usage error for a name that is nothing.
    static func load(_ wish: String?) throws -> (theme: Theme, problems: [String]) {
        let environment = ProcessInfo.processInfo.environment
        let name = wish ?? environment["EXPLORER_THEME"] ?? (isLight(environment["COLORFGBG"]) ? "light" : "dark")
        if let theme = BuiltInThemes.theme(name) { return (theme, []) }
        let own = Paths(environment: environment).themes + "/\(name).theme"
        let path = name.contains("/") ? name : own
        do throws(ReadError) {
            let (theme, problems) = Theme.parse(
                String(decoding: try FileReading.bytes(path), as: UTF8.self), extending: BuiltInThemes.source)
            return (theme, problems.map { "\(path):\($0.line): \($0.message)" })
        } catch {
            Complaint.write(
                Failure(
                    title: "there is no theme '\(name)'", detail: "\(error.path): \(error.message)",
                    hint: "Built in: \(BuiltInThemes.names.joined(separator: ", ")). Yours go to \(own)"))
            throw ExitCode.usage
        }
    }

    /// rxvt's convention `foreground;background`, by ANSI number: 7 and 15 are light backgrounds.
    private static func isLight(_ value: String?) -> Bool {
        guard let background = value?.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
        return background == 7 || background == 15
    }
}
