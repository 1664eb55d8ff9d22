// The built-in themes: the files in themes/, embedded, read by the same parser as users' files.

import Canvas

public enum BuiltInThemes {
    /// Names, the default first.
    public static let names = ["dark", "light", "terminal", "high-contrast", "high-contrast-light", "fjord", "lagoon"]

    /// The source text of a built-in theme.
    public static func source(_ name: String) -> String? {
        let bytes: [UInt8]? =
            switch name {
            case "dark": PackageResources.dark_theme
            case "light": PackageResources.light_theme
            case "terminal": PackageResources.terminal_theme
            case "high-contrast": PackageResources.high_contrast_theme
            case "high-contrast-light": PackageResources.high_contrast_light_theme
            case "fjord": PackageResources.fjord_theme
            case "lagoon": PackageResources.lagoon_theme
            default: nil
            }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    public static func theme(_ name: String) -> Theme? { source(name).map { Theme.parse($0, extending: source).theme } }
}
