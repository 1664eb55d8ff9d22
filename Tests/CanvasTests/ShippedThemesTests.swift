// The themes in themes/: complete, without mistakes, and readable: the contrast of every style, alone and under all that can lie over it.

import Canvas
import Foundation
import TestSupport
import Testing

@Suite struct ShippedThemesTests {
    static let names: [String] = {
        let folder = SharedData.repository.appending(path: "themes")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".theme") }.map { String($0.dropLast(6)) }.sorted()
    }()

    private static func source(_ name: String) -> String? {
        let file = SharedData.repository.appending(path: "themes").appending(path: name + ".theme")
        return try? String(contentsOf: file, encoding: .utf8)
    }

    private func shipped(_ name: String) throws -> Theme {
        Theme.parse(try #require(Self.source(name)), extending: Self.source).theme
    }

    @Test func theThemesAreThere() {
        for name in ["dark", "light", "terminal", "high-contrast", "high-contrast-light"] { #expect(Self.names.contains(name)) }
        #expect(Self.names.count >= 7)
    }

    @Test(arguments: names) func everyThemeIsWithoutMistakes(_ name: String) throws {
        let text = try #require(Self.source(name))
        let (theme, problems) = Theme.parse(text, extending: Self.source)
        #expect(problems.isEmpty)
        #expect(theme.name == name)
        #expect(ConfigLines.parse(text).entries.contains { $0.key == "extends" } == (name != "dark"))
    }

    /// The others have its tokens, so a token that it lacks would be lacking everywhere.
    @Test func darkSetsEveryTokenFromItsPalette() throws {
        let text = try #require(Self.source("dark"))
        let keys = Set(ConfigLines.parse(text).entries.map(\.key))
        #expect(Style.allCases.map(\.rawValue).filter { !keys.contains($0) } == [])
        let idle = keys.filter { $0.hasPrefix("$") && text.components(separatedBy: $0).count <= 2 }
        #expect(idle == [], "no idle palette entry")
    }

    /// A theme that recolours half of a palette is a mixture of two.
    @Test(arguments: names) func everyPaletteIsWhole(_ name: String) throws {
        func colours(_ name: String) throws -> Set<String> {
            Set(ConfigLines.parse(try #require(Self.source(name))).entries.filter { $0.key.hasPrefix("$") }.map(\.key))
        }
        let roles: Set = ["$focus", "$success", "$warning", "$error"]
        #expect(try colours("dark").subtracting(roles).subtracting(try colours(name)) == [])
    }

    // MARK: Contrast

    /// Grounds, frames and what is only laid over others: they never carry text of their own.
    private static let notText: Set<Style> = [
        .border, .borderFocus, .scrollbar, .surface, .selection, .selectionUnfocused, .tableCursor, .mark, .match, .cursor,
    ]
    /// Frames.
    private static let frames: [Style] = [.border, .borderFocus, .scrollbar]
    /// What stands back: units, places, hints, punctuation. It may do so under a table's cursor; everywhere else it is text like any other.
    private static let hints: Set<Style> = [
        .muted, .footer, .tab, .inputLabel, .tableHeader, .jsonPunct, .status1xx, .taskQueued, .taskCancelled, .taskSuperseded,
    ]
    private static let text = Style.allCases.filter { !notText.contains($0) }
    /// What is laid over cells of any style.
    private static let overlays: [Style] = [.surface, .selection, .selectionUnfocused, .mark, .match, .cursor, .tableCursor]

    /// Grounds of its own are drawn on top, never under an overlay.
    private static let onTop: Set<Style> = [.dialogButtonFocus, .jumpLabel]

    /// The lowest ratio that a theme promises.
    private func least(_ name: String) -> Double { name.hasPrefix("high-contrast") ? 7 : 4.5 }

    /// A theme that leaves the ground to the terminal must be readable on either.
    private func grounds(_ theme: Theme) -> [Bool] { theme[.text].background == .terminal ? [true, false] : [true] }

    @Test(arguments: names) func everyStyleIsReadableOnItsGround(_ name: String) throws {
        let theme = try shipped(name)
        for onBlack in grounds(theme) {
            for style in Self.text + [.mark, .match, .cursor] {
                let ratio = Contrast.ratio(theme[style], onBlack: onBlack)
                #expect(ratio >= least(name), "\(style.rawValue) has \(ratio), terminal black: \(onBlack)")
            }
            for style in Self.frames {
                for look in [theme[style], theme.combined(style: style, overlay: .surface)] {
                    #expect(Contrast.ratio(look, onBlack: onBlack) >= 3, "\(style.rawValue)")
                }
            }
        }
    }

    @Test(arguments: names) func everyStyleIsReadableUnderEveryOverlay(_ name: String) throws {
        let theme = try shipped(name)
        for onBlack in grounds(theme) {
            for style in Self.text + [.match] where !Self.onTop.contains(style) {
                for overlay in Self.overlays {
                    let least = overlay == .tableCursor && Self.hints.contains(style) ? 3 : least(name)
                    let ratio = Contrast.ratio(theme.combined(style: style, overlay: overlay), onBlack: onBlack)
                    #expect(
                        ratio >= least, "\(style.rawValue) under \(overlay.rawValue) has \(ratio), terminal black: \(onBlack)")
                }
            }
        }
    }

    /// What a person has chosen, or looks for, is told by its ground; where the theme knows none, by attributes.
    @Test(arguments: names) func overlaysAreSeen(_ name: String) throws {
        let theme = try shipped(name)
        let plain = theme[.text]
        for overlay in [Style.selection, .selectionUnfocused, .tableCursor, .cursor, .match] {
            let look = theme.combined(style: .text, overlay: overlay)
            let ground = Contrast.ratio(Appearance(foreground: look.background, background: plain.background))
            #expect(
                ground >= 1.15 || look.attributes.symmetricDifference(plain.attributes) != [],
                "\(overlay.rawValue) is hard to see")
        }
        #expect(theme.combined(style: .text, overlay: .selection) != theme.combined(style: .text, overlay: .selectionUnfocused))
        #expect(theme.combined(style: .text, overlay: .selection) != theme.combined(style: .text, overlay: .tableCursor))
        #expect(theme[.border] != theme[.borderFocus])
    }

    /// Black on black must not pass for readable.
    @Test func theMeasureItselfIsRight() {
        #expect(abs(Contrast.ratio(Appearance(foreground: .rgb(255, 255, 255), background: .rgb(0, 0, 0))) - 21) < 0.01)
        #expect(
            abs(Contrast.ratio(Appearance(foreground: .rgb(0x76, 0x76, 0x76), background: .rgb(255, 255, 255))) - 4.54) < 0.01)
        #expect(Contrast.ratio(Appearance(foreground: .terminal, background: .terminal), onBlack: false) == 21)
        #expect(Contrast.ratio(Appearance(foreground: .indexed(2), background: .terminal), onBlack: false) < 3)
    }
}
