// Nothing is told by colour alone: the text of the screen, which has none, says it too.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct MonoTests {
    private let states: [TaskState] = [
        .queued, .running(.waiting), .retrying, .succeeded, .failed, .timedOut(.total), .cancelled(.user), .superseded,
    ]

    @Test func everyStateHasAGlyphAndAWordOfItsOwn() {
        let looks = states.map(StateLook.init)
        #expect(Set(looks.map(\.word)).count == states.count)
        // Both are ends that somebody decided on: one glyph, and the word tells them apart.
        #expect(Set(looks.map(\.glyph)).count == states.count - 1)
        #expect(looks.allSatisfy { TextWidth.measure($0.glyph) == 1 && !$0.word.isEmpty })
    }

    @Test func everyStateIsToldInTheTable() throws {
        let scene = try #require(Scene.all.first { $0.name == "states" })
        let lines = try scene.play(.large).lines
        // A status takes the place of the word for a response.
        #expect(lines.contains { $0.contains("✓ 200") } && lines.contains { $0.contains("✗ 404") })
        for state in states where state != .retrying && state != .succeeded {
            let look = StateLook(state)
            #expect(lines.contains { $0.contains("\(look.glyph) \(look.word)") }, "\(look.word)")
        }
        for status in ["200", "404", "503"] { #expect(lines.contains { $0.contains(status) }) }
    }

    @Test func marksAndFoldsAreToldByGlyphs() throws {
        var driver = try Driver()
        driver.exchange(.json(Scene.item))
        driver.keys("4")
        let before = driver.lines
        driver.keys("space")
        #expect(driver.lines != before && driver.text.contains("●"))
        driver.keys("1 z")
        #expect(driver.text.contains("▸"))
    }

    /// Without colours the look is the plain theme's: what the keyboard means is told by its attributes.
    @Test func whatIsSelectedIsToldByAttributes() throws {
        var driver = try Driver()
        let plain = Theme.plain
        func looks(_ driver: Driver) -> [Appearance] {
            driver.screen.cells.map { plain.combined(style: $0.style, overlay: $0.overlay) }
        }
        for key in ["j", "tab", "tab", "tab", "?", "esc"] {
            let before = (driver.text, looks(driver))
            driver.keys(key)
            #expect(before.0 != driver.text || before.1 != looks(driver), "\(key) shows nothing")
        }
    }
}
