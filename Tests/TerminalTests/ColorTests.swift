// Depths of colour: what decides, and what is left of a look.

import Canvas
import Testing

@testable import Terminal

@Suite struct ColorTests {
    private func depth(
        _ colors: Int, _ environment: [String: String] = [:], type: String = "xterm-256color", direct: Bool = false
    ) -> ColorDepth {
        ColorDepth(colors: colors, directColor: direct, type: type, environment: environment)
    }

    @Test func theDepthIsWhatIsKnownAndPromised() {
        #expect(
            depth(256) == .ansi256 && depth(16) == .ansi16 && depth(8) == .ansi8 && depth(-1) == .mono && depth(88) == .ansi16)
        #expect(depth(256, ["COLORTERM": "truecolor"]) == .trueColor && depth(256, ["COLORTERM": "24bit"]) == .trueColor)
        #expect(depth(256, ["COLORTERM": "yes"]) == .ansi256)
        #expect(depth(1 << 24, direct: true) == .trueColor)
        #expect(depth(8, ["COLORTERM": "truecolor"], type: "xterm") == .trueColor)
        #expect(
            depth(8, ["COLORTERM": "truecolor"], type: "linux") == .ansi8, "a variable that came along does not make a terminal")
        #expect(depth(256, ["NO_COLOR": "1", "COLORTERM": "truecolor"]) == .mono && depth(256, ["NO_COLOR": ""]) == .ansi256)
    }

    @Test func theNearestPlaceOfThePaletteIsTheNearest() {
        #expect(RGB(255, 0, 0).nearest(16..<256) == 196 && RGB(0, 0, 0).nearest(16..<256) == 16)
        #expect(RGB(128, 128, 128).nearest(16..<256) == 244 && RGB(95, 135, 175).nearest(16..<256) == 67)
        #expect(RGB(250, 10, 10).nearest(0..<8) == 1 && RGB(250, 10, 10).nearest(0..<16) == 9)
        for index in 16..<256 where RGB(palette: index).nearest(16..<256) != index {
            #expect(RGB(palette: RGB(palette: index).nearest(16..<256)) == RGB(palette: index), "\(index) has a twin at most")
        }
    }

    /// Some of the cube's corners and middles, greys, and what lies between.
    @Test func theNearestPlaceIsFoundWithoutASearch() {
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 17) {
                for blue in stride(from: 0, through: 255, by: 15) {
                    let color = RGB(red, green, blue)
                    let (fast, slow) = (RGB(palette: color.nearestInPalette), RGB(palette: color.nearest(16..<256)))
                    #expect(color.distance(to: fast) == color.distance(to: slow), "\(color)")
                }
            }
        }
    }

    @Test func pixelsLieOverTheBackground() {
        let red = PixelColor(red: 200, green: 0, blue: 0)
        let half = PixelColor(red: 200, green: 0, blue: 0, alpha: 127)
        let clear = PixelColor(red: 9, green: 9, blue: 9, alpha: 0)
        let direct = ColorReducer(depth: .trueColor, keepsPalette: true, ground: ground)
        #expect(direct.number(red, on: .rgb(0, 0, 200)) == 0xC80000)
        #expect(direct.number(half, on: .rgb(0, 0, 200)) == 0x630064)
        #expect(direct.number(clear, on: .rgb(1, 2, 3)) == 0x010203)
        #expect(direct.number(clear, on: .terminal) == -1 && direct.number(half, on: .terminal) == -1)
        #expect(direct.number(red, on: .terminal) == 0xC80000)
        let palette = ColorReducer(depth: .ansi256, keepsPalette: true, ground: ground)
        #expect(palette.number(PixelColor(red: 255, green: 0, blue: 0), on: .terminal) == 196)
        #expect(palette.number(clear, on: .indexed(17)) == 17)
    }

    private let ground = Appearance(foreground: .rgb(0xD3, 0xD9, 0xE2), background: .rgb(0x15, 0x18, 0x1E))

    private func reduced(_ depth: ColorDepth, _ look: Appearance, standIn: Attributes = []) -> Rendition {
        ColorReducer(depth: depth, keepsPalette: true, ground: ground).rendition(look, standIn: standIn)
    }

    private func look(_ foreground: ThemeColor, _ background: ThemeColor? = nil, _ attributes: Attributes = []) -> Appearance {
        Appearance(foreground: foreground, background: background ?? ground.background, attributes: attributes)
    }

    @Test func fewColoursLeaveThePageToTheTerminal() {
        for depth in [ColorDepth.ansi8, .ansi16] {
            #expect(reduced(depth, ground) == Rendition(foreground: -1, background: -1, attributes: []))
            #expect(
                reduced(depth, look(.rgb(0xF5, 0x8F, 0x92), nil, .bold))
                    == Rendition(foreground: 1, background: -1, attributes: .bold))
            #expect(reduced(depth, look(.rgb(0x9B, 0xCF, 0x8C))).foreground == 2)
            #expect(reduced(depth, look(.rgb(0x47, 0x51, 0x61))) == Rendition(foreground: -1, background: -1, attributes: .dim))
            let selected = reduced(depth, look(.rgb(0xF5, 0x8F, 0x92), .rgb(0x2B, 0x3A, 0x4B)), standIn: .reverse)
            #expect(selected.attributes == .reverse, "a selection is never lost")
            let other = reduced(depth, look(.rgb(0xF5, 0x8F, 0x92), .rgb(0x2B, 0x3A, 0x4B)), standIn: .underline)
            #expect(other == Rendition(foreground: 1, background: -1, attributes: .underline))
            let raised = reduced(depth, look(.rgb(0xD3, 0xD9, 0xE2), .rgb(0x1D, 0x22, 0x2A)))
            #expect(raised == Rendition(foreground: -1, background: -1, attributes: []))
            let button = reduced(depth, look(.rgb(0x15, 0x18, 0x1E), .rgb(0x6C, 0xC0, 0xE5)))
            #expect(button.background > 0 && button.foreground != button.background)
        }
    }

    @Test func textIsNeverTheColourItStandsOn() {
        let inks: [ThemeColor] = [
            .terminal, .indexed(0), .indexed(1), .indexed(7), .indexed(15), .indexed(200), .rgb(0, 0, 0), .rgb(255, 255, 255),
            .rgb(250, 20, 20), .rgb(20, 30, 40),
        ]
        for depth in [ColorDepth.ansi8, .ansi16] {
            for background in inks where background != .terminal {
                for foreground in inks where foreground != background {
                    for standIn in [[], Attributes.reverse, .underline] {
                        let shown = reduced(depth, look(foreground, background), standIn: standIn)
                        #expect(shown.background < 0 || shown.foreground != shown.background)
                        #expect(shown.foreground < (depth == .ansi8 ? 8 : 16) && shown.background < (depth == .ansi8 ? 8 : 16))
                    }
                }
            }
        }
    }

    @Test func directColoursKeepOutOfThePalette() {
        #expect(
            reduced(.trueColor, look(.rgb(0, 0, 3))).foreground == 0x103
                && reduced(.trueColor, look(.rgb(1, 2, 3))).foreground == 0x010203)
        #expect(reduced(.trueColor, look(.indexed(200))).foreground == 200)
        let foreign = ColorReducer(depth: .trueColor, keepsPalette: false, ground: ground).rendition(look(.indexed(196)))
        #expect(foreign.foreground == 0xFF0000)
        #expect(
            reduced(.mono, look(.rgb(1, 2, 3), .indexed(4), .bold))
                == Rendition(foreground: -1, background: -1, attributes: .bold))
    }

    @Test func fallbacksAreASCII() {
        for value in UInt32(0x20)...0x2FFF { #expect((0x20...0x7E).contains(FallbackGlyphs.ascii(value))) }
        #expect("─│┌┼▶✓".unicodeScalars.map { FallbackGlyphs.ascii($0.value) } == "-|++>+".unicodeScalars.map(\.value))
    }
}
