// The themes that the program brings along: the files in themes/, embedded, read by the parser that users' files go through.

import Canvas

public enum BuiltInThemes {
    /// Names, the default first.
    public static let names = ["dark", "light"]

    /// The source text of a built-in theme.
    public static func source(_ name: String) -> String? {
        switch name {
        case "dark": String(decoding: PackageResources.dark_theme, as: UTF8.self)
        case "light": String(decoding: PackageResources.light_theme, as: UTF8.self)
        default: nil
        }
    }

    public static func theme(_ name: String) -> Theme? { source(name).map { Theme.parse($0).theme } }
}
