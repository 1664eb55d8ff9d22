// The user's settings and keymap: read from their files, if they exist.

import Canvas
import Screen
import Workspace

/// The settings of the user.
public enum SettingsFile {
    /// The valid settings, and the errors in the file, each with file and line.
    public static func load(_ environment: [String: String]) -> (settings: Settings, problems: [String]) {
        let (settings, problems) = UsersFile.load(Paths(environment: environment).settings, Settings.parse)
        return (settings ?? Settings(), problems)
    }
}

/// The keys of the user.
public enum KeymapFile {
    /// The resulting keymap over the style of the settings, and the errors in the file, each with file and line.
    public static func load(_ environment: [String: String]) -> (keymap: Keymap, problems: [String]) {
        let style = SettingsFile.load(environment).settings.keyStyle
        let (keymap, problems) = UsersFile.load(Paths(environment: environment).keys) { Keymap.parse($0, over: style) }
        return (keymap ?? Keymap(style), problems)
    }
}

private enum UsersFile {
    /// A file of lines, and its errors; `nil` when it does not exist or cannot be read.
    static func load<Value>(
        _ path: String, _ parse: (String) -> (Value, [ConfigProblem])
    ) -> (value: Value?, problems: [String]) {
        guard Folder.holds(path) else { return (nil, []) }
        do throws(ReadError) {
            let (value, problems) = parse(String(decoding: try FileReading.bytes(path, limit: 1 << 20), as: UTF8.self))
            return (value, problems.map { $0.line(in: path) })
        } catch {
            return (nil, ["\(path): \(error.message); \(error.hint)"])
        }
    }
}
