// The themes in themes/: complete, without mistakes, and readable (WCAG 2 contrast).

import Canvas
import Foundation
import TestSupport
import Testing

@Suite struct ShippedThemesTests {
    static let files: [String] = {
        let folder = SharedData.repository.appending(path: "themes")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".theme") }.sorted()
    }()

    private func source(_ file: String) throws -> String {
        try String(contentsOf: SharedData.repository.appending(path: "themes").appending(path: file), encoding: .utf8)
    }

    private func shipped(_ file: String) throws -> Theme { Theme.parse(try source(file)).theme }

    @Test func theTwoThemesAreThere() { #expect(Self.files.contains("dark.theme") && Self.files.contains("light.theme")) }

    @Test(arguments: files) func everyTokenIsSetWithoutMistakes(_ file: String) throws {
        let text = try source(file)
        #expect(Theme.parse(text).problems.isEmpty)
        #expect(Theme.parse(text).theme.name + ".theme" == file)
        let keys = Set(ConfigLines.parse(text).entries.map(\.key))
        let missing = Style.allCases.map(\.rawValue).filter { !keys.contains($0) }
        #expect(missing.isEmpty)
        #expect(
            keys.filter { $0.hasPrefix("$") }.allSatisfy { name in text.components(separatedBy: name).count > 2 },
            "no idle palette entry")
    }

    /// Styles that never carry text, or are only laid over others.
    private static let notText: Set<Style> = [.border, .borderFocus, .scrollbar, .selection, .selectionUnfocused, .tableCursor]
    private static let quiet: Set<Style> = [.muted]

    @Test(arguments: files) func textIsReadableOnItsBackground(_ file: String) throws {
        let theme = try shipped(file)
        for style in Style.allCases where !Self.notText.contains(style) {
            let ratio = try contrast(theme[style])
            #expect(ratio >= (Self.quiet.contains(style) ? 3.0 : 4.5), "\(style.rawValue) has \(ratio)")
        }
    }

    /// A row of a list or a table under the selection, and a cell under the table's cursor.
    @Test(arguments: files) func textIsReadableUnderEveryOverlay(_ file: String) throws {
        let theme = try shipped(file)
        let words = ["text", "accent", "mark", "error", "warning", "success", "notice", "method.", "status.", "task.", "json."]
        for style in Style.allCases where words.contains(where: { style.rawValue.hasPrefix($0) }) || style == .muted {
            let isQuiet = try contrast(theme[style]) < contrast(theme[.muted]) + 0.01
            for overlay in [Style.selection, .selectionUnfocused, .match, .cursor] {
                let ratio = try contrast(theme.combined(style: style, overlay: overlay))
                #expect(ratio >= (isQuiet ? 3.0 : 4.5), "\(style.rawValue) under \(overlay.rawValue) has \(ratio)")
            }
            let ratio = try contrast(theme.combined(style: style, overlay: .tableCursor))
            #expect(ratio >= 3.0, "\(style.rawValue) under table.cursor has \(ratio)")
        }
    }

    /// Bars and dialogs are text with the raised ground laid under it; a button is drawn on top.
    @Test(arguments: files) func textIsReadableOnTheRaisedGround(_ file: String) throws {
        let theme = try shipped(file)
        for style in Style.allCases where !Self.notText.contains(style) && style != .dialogButtonFocus && style != .cursor {
            let ratio = try contrast(theme.combined(style: style, overlay: .surface))
            #expect(ratio >= 4.5, "\(style.rawValue) on the raised ground has \(ratio)")
        }
        #expect(try contrast(theme.combined(style: .borderFocus, overlay: .surface)) >= 3.0)
    }

    @Test(arguments: files) func framesAndBarsStandOut(_ file: String) throws {
        let theme = try shipped(file)
        #expect(try contrast(theme[.border]) >= 1.5)
        #expect(try contrast(theme[.scrollbar]) >= 1.5)
        #expect(try contrast(theme[.borderFocus]) >= 3.0)
        let page = theme[.text].background
        for overlay in [Style.selection, .selectionUnfocused, .tableCursor, .cursor, .match] {
            let background = theme.combined(style: .text, overlay: overlay).background
            #expect(try contrast(Look(foreground: background, background: page)) >= 1.15, "\(overlay.rawValue) is hard to see")
        }
        let (focused, unfocused) = (
            theme.combined(style: .text, overlay: .selection), theme.combined(style: .text, overlay: .selectionUnfocused)
        )
        #expect(focused.background != unfocused.background)
    }

    private func contrast(_ look: Look) throws -> Double {
        let (a, b) = (try luminance(look.foreground), try luminance(look.background))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// WCAG 2.2, relative luminance.
    private func luminance(_ ink: Ink?) throws -> Double {
        guard case .rgb(let red, let green, let blue)? = ink else { throw NotRGB(ink: ink) }
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Contrast is known only of colours that are not the terminal's.
    private struct NotRGB: Error { var ink: Ink? }
}
