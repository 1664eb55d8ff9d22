// What is left of the shipped themes, and of the program's glyphs, on terminals that can show less.

import Canvas
import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite struct ShippedLooksTests {
    private static func source(_ name: String) -> String? {
        try? String(contentsOf: SharedData.repository.appending(path: "themes/\(name).theme"), encoding: .utf8)
    }

    static let names = ["dark", "light", "high-contrast", "high-contrast-light", "fjord", "lagoon"]

    /// The palette of 256 is coarse: what is read well in true colour must be read as well there.
    @Test(arguments: names) func everyThemeIsReadableInTheColoursOfThePalette(_ name: String) throws {
        let theme = Theme.parse(try #require(Self.source(name)), extending: Self.source).theme
        let reducer = ColorReducer(depth: .ansi256, keepsPalette: true, ground: theme[.text])
        let overlays: [Style?] = [nil, .surface, .selection, .selectionUnfocused, .mark, .match, .cursor, .tableCursor]
        let grounds: Set<Style> = [.surface, .selection, .selectionUnfocused, .tableCursor]
        for style in Style.allCases where !grounds.contains(style) {
            for overlay in overlays {
                let look = theme.combined(style: style, overlay: overlay)
                let shown = reducer.rendition(look)
                let (text, ground) = (RGB(palette: shown.foreground), RGB(palette: shown.background))
                let real = try Self.rgb(look.foreground).contrast(with: Self.rgb(look.background))
                let bar = [4.5, 3].first { real >= $0 } ?? 1
                #expect(
                    text.contrast(with: ground) >= bar, "\(style.rawValue) under \(overlay?.rawValue ?? "nothing")")
            }
        }
        let shades = [nil, Style.selection, .selectionUnfocused, .match].map {
            reducer.rendition(theme.combined(style: .text, overlay: $0)).background
        }
        #expect(Set(shades).count == 4, "the page, both selections and a match are told apart: \(shades)")
    }

    /// A selected row differs from its neighbours, on the page and in a dialog, and from one that is selected without the keyboard.
    @Test(arguments: names + ["terminal"], [ColorDepth.trueColor, .ansi256, .ansi16, .ansi8, .mono])
    func aSelectionIsSeen(_ name: String, _ depth: ColorDepth) throws {
        let theme = depth == .mono ? .plain : Theme.parse(try #require(Self.source(name)), extending: Self.source).theme
        let reducer = ColorReducer(depth: depth, keepsPalette: true, ground: theme[.text])
        for style in [Style.text, .muted, .dialog, .methodGet, .methodDelete, .status5xx, .jsonString, .jsonNumber, .accent] {
            func shown(_ overlay: Style?) -> Rendition { reducer.rendition(style, under: overlay, in: theme) }
            #expect(shown(.selection) != shown(nil), "\(style.rawValue) on the page")
            #expect(shown(.selection) != shown(.surface), "\(style.rawValue) in a dialog")
            // A dialog that is open has the keyboard.
            #expect(shown(.selectionUnfocused) != shown(nil), "\(style.rawValue)")
            #expect(shown(.selection) != shown(.selectionUnfocused), "\(style.rawValue)")
        }
    }

    @Test(arguments: names + ["terminal"]) func numbersAreNotRedInEightColours(_ name: String) throws {
        let theme = Theme.parse(try #require(Self.source(name)), extending: Self.source).theme
        let reducer = ColorReducer(depth: .ansi8, keepsPalette: true, ground: theme[.text])
        #expect(reducer.rendition(.jsonNumber, under: nil, in: theme).foreground != 1)
        #expect(reducer.rendition(.error, under: nil, in: theme).foreground == 1)
    }

    /// Signs of states that stand in one place: of tasks, services, outcomes; in use, folded, sorted, different.
    @Test(arguments: ["·▶↻✓✗⧗–⊘", "✓✗↻⊘–", "•~✗–", "●○", "▾▸", "▲▼", "−+~→ ⋯"])
    func signsThatDifferStillDifferInASCII(_ signs: String) {
        let shown = signs.unicodeScalars.map { FallbackGlyphs.ascii($0.value) }
        #expect(Set(shown).count == shown.count && !shown.contains(0x3F))
    }

    private static func rgb(_ ink: ThemeColor?) throws -> RGB {
        guard case .rgb(let red, let green, let blue)? = ink else { throw NotRGB() }
        return RGB(Int(red), Int(green), Int(blue))
    }

    private struct NotRGB: Error {}

    /// Each character that the program itself draws has one of ASCII that means as much.
    @Test func everyGlyphInUseHasAnASCIIStandIn() throws {
        var glyphs: [Unicode.Scalar: String] = [:]
        for module in ["Explorer", "Terminal/Canvas", "NetLayer"] {
            let folder = SharedData.repository.appending(path: "Sources/\(module)").resolvingSymlinksInPath()
            let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            // The older layers' words for users are in Chinese, and for programs that ask for them: this one does not.
            for file in files where file.hasSuffix(".swift") && file != "Outcome/UserText.swift" {
                for line in try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n") {
                    let code = line.range(of: "//").map { line[..<$0.lowerBound] } ?? line
                    for scalar in code.unicodeScalars where !scalar.isASCII { glyphs[scalar] = file }
                }
            }
        }
        #expect(glyphs.count > 20 && glyphs["✓"] != nil)
        // Pictures of control characters stand for what is no text: a question mark says so too.
        let missing = glyphs.filter { FallbackGlyphs.ascii($0.key.value) == 0x3F && !(0x2400...0x2426).contains($0.key.value) }
        #expect(missing.isEmpty, "\(missing)")
    }
}
