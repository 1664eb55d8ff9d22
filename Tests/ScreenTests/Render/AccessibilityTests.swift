// No information by colour alone: states that differ in one thing differ in characters, or in attributes that every
// terminal shows, in the theme without colours. Dim and italic text do not count: some terminals do not show them.

import Canvas
import Catalog
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct AccessibilityTests {
    /// Two states of the screen that differ in one thing, and what tells them apart.
    struct Pair: Sendable, CustomTestStringConvertible {
        enum Sign: Sendable {
            /// The same characters in other attributes.
            case attributes
            /// A character that the line has in the second state only.
            case character(String)
        }

        let state: String
        /// The pane with the line; `nil` for a dialog, and for the whole screen.
        let pane: Pane?
        /// A text of the line that shows the state, in both.
        let text: String
        /// The keys that lead to the two states.
        let keys: (String, String)
        var statuses = (200, 200)
        var sign = Sign.attributes

        var testDescription: String { state }

        static let all = [
            Pair(state: "the pane with the keyboard", pane: .request, text: "2 Request", keys: ("1", "2")),
            Pair(state: "the selected endpoint", pane: .endpoints, text: "POST  /items", keys: ("1 g", "1 g j j")),
            Pair(
                state: "the selection without the keyboard", pane: .endpoints, text: "POST  /items",
                keys: ("1 g j j", "1 g j j 4")),
            Pair(state: "the selected field", pane: .request, text: "size", keys: ("2 g", "2 g j")),
            Pair(state: "the selected row of a table", pane: .result, text: "desk", keys: ("3", "3 j")),
            Pair(state: "the column under the cursor", pane: .result, text: "lamp", keys: ("3", "3 l")),
            Pair(state: "the selected row of a tree", pane: .result, text: "[2]", keys: ("3 . g j", "3 . g")),
            Pair(state: "a match of a search", pane: .result, text: "ada", keys: ("3", "3 / 'a' enter")),
            Pair(state: "the open tab of a request", pane: .request, text: "Headers", keys: ("2", "2 .")),
            Pair(state: "the open tab of a result", pane: .result, text: "Headers", keys: ("3 . .", "3 . . .")),
            Pair(state: "the chosen button", pane: nil, text: "JSON ", keys: ("3 E", "3 E tab")),
            Pair(state: "the selected line of the palette", pane: nil, text: "send  ", keys: (":", ": down")),
            Pair(
                state: "a marked task", pane: .tasks, text: "/items", keys: ("4", "4 space"), sign: .character("●")),
            Pair(
                state: "a folded group", pane: .endpoints, text: "items", keys: ("1 g", "1 g z"), sign: .character("▸")),
            Pair(
                state: "a folded value", pane: .result, text: "[2]", keys: ("3 . g", "3 . g left"), sign: .character("▸")),
            Pair(
                state: "a failed task", pane: .tasks, text: "/items", keys: ("4", "4"), statuses: (200, 404),
                sign: .character("✗")),
            Pair(
                state: "a response that is an error", pane: .result, text: "3 Result", keys: ("3", "3"), statuses: (200, 404),
                sign: .character("404")),
            Pair(
                state: "an invalid field", pane: .request, text: "page  ", keys: ("2 g enter '5' esc", "2 g enter 'x' esc"),
                sign: .character("✗")),
            Pair(
                state: "a tab with an invalid field", pane: .request, text: "Params",
                keys: ("2 g enter '5' esc", "2 g enter 'x' esc"), sign: .character("!")),
            Pair(
                state: "the column that sorts", pane: .result, text: "price", keys: ("3 l l", "3 l l S"), sign: .character("▲")),
            Pair(
                state: "a hidden column", pane: nil, text: "] name", keys: ("3 c g j", "3 c g j space"), sign: .character("[ ]")),
            Pair(
                state: "a command that is unavailable", pane: nil, text: "reverse", keys: ("3 : 'rever'", "1 : 'rever'"),
                sign: .character("✗")),
            Pair(
                state: "the mouse that is not captured", pane: nil, text: "explorer", keys: ("1", "1 m"),
                sign: .character("mouse off")),
        ]
    }

    /// What a user without colours sees of a cell.
    private struct Seen: Hashable {
        let text: String
        let attributes: Attributes
    }

    private static let visible: Attributes = [.bold, .underline, .reverse]

    private static func attributes(_ style: Style, _ overlay: Style? = nil) -> Attributes {
        Theme.plain.combined(style: style, overlay: overlay).attributes.intersection(visible)
    }

    /// The cells of the first line with a text, and where the text begins in it.
    private func line(_ text: String, in pane: Pane?, _ driver: Driver) throws -> (cells: [Seen], start: Int) {
        let screen = driver.screen
        let area = pane.flatMap { driver.model.view.layout.outside[$0] } ?? screen.bounds
        for y in area.y..<area.maxY {
            let cells = (area.x..<area.maxX).map { x in
                let cell = screen[x, y]
                return Seen(text: cell.text, attributes: Self.attributes(cell.style, cell.overlay))
            }
            for start in cells.indices where cells[start...].prefix(text.count).map(\.text).joined() == text {
                return (cells, start)
            }
        }
        Issue.record("no line with “\(text)”:\n\(driver.text)")
        throw Missing()
    }

    private struct Missing: Error {}

    private func driver(_ keys: String, status: Int) throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.json(ColumnTests.rows, status: status))
        driver.keys(keys)
        return driver
    }

    @Test(arguments: Pair.all) func statesDifferWithoutColours(_ pair: Pair) throws {
        let (first, start) = try line(pair.text, in: pair.pane, driver(pair.keys.0, status: pair.statuses.0))
        let (second, other) = try line(pair.text, in: pair.pane, driver(pair.keys.1, status: pair.statuses.1))
        switch pair.sign {
        case .attributes:
            let count = pair.text.count
            #expect(first[start..<start + count].map(\.attributes) != second[other..<other + count].map(\.attributes))
        case .character(let sign):
            let (before, after) = (first.map(\.text).joined(), second.map(\.text).joined())
            #expect(after.contains(sign), "\(after)")
            #expect(!before.contains(sign), "\(before)")
        }
    }

    /// Styles that alone tell one state from another.
    @Test(arguments: [
        (Style.borderFocus, Style.border), (.title, .muted), (.tabActive, .tab), (.tabActive, .error), (.error, .tab),
        (.error, .text), (.warning, .text), (.error, .notice), (.warning, .notice), (.input, .text), (.input, .muted),
        (.match, .text), (.match, .muted), (.match, .title), (.match, .jsonKey), (.match, .jsonString), (.match, .dialog),
        (.dialogButtonFocus, .dialogButton), (.jumpLabel, .text), (.jumpLabel, .muted), (.jumpLabel, .title), (.cursor, .text),
        (.cursor, .input), (.changed, .text),
        (.changed, .muted), (.changed, .jsonNumber), (.docLink, .text), (.docStrong, .text), (.docCode, .text), (.control, .text),
    ]) func stylesDifferWithoutColours(_ one: Style, _ other: Style) {
        #expect(Self.attributes(one) != Self.attributes(other))
    }

    /// Whatever a row shows, it looks selected, and a cell of it looks like the current one.
    @Test(arguments: [Style.text, .muted, .dialog, .jsonString, .jsonNumber, .jsonNull, .methodGet, .methodOther, .taskSucceeded])
    func overlaysDifferWithoutColours(_ style: Style) {
        let looks = [nil, Style.selection, .selectionUnfocused, .tableCursor].map { Self.attributes(style, $0) }
        #expect(Set(looks.map(\.rawValue)).count == looks.count)
        #expect(Self.attributes(style, .selection) != Self.attributes(style, .surface))
    }

    // MARK: Characters

    @Test func changesOfADiffHaveSignsOfTheirOwn() {
        let signs: [DiffLine.Sign] = [.removed, .added, .changed, .moved, .equal, .gap]
        #expect(Set(signs.map(\.glyph)).count == signs.count)
    }

    @Test func methodsHaveNamesOfTheirOwn() {
        let methods: [HTTPMethod] = [.get, .post, .put, .patch, .delete, .head, .options]
        #expect(Set(methods.map(\.short)).count == methods.count)
    }

    @Test func outcomesOfAServiceHaveSignsOfTheirOwn() {
        let marks: [OutcomeMark] = [.answered, .slow, .failed, .uncounted]
        let pieces = OutcomeBar.pieces(marks.map { RecentOutcome(mark: $0, latency: .milliseconds(1)) }, width: 9)
        #expect(Set(pieces.map(\.0)).count == marks.count)
    }

    @Test func servicesSayTheirStatesInWords() throws {
        let pool = Services.pool
        var driver = try Driver(services: pool, width: 120, height: 40)
        var services = Services(pool)
        driver.show(&services)
        driver.outcomes(5, .failed(.timedOut), of: &services)
        try services.command(.isolate(2), at: driver.now)
        driver.show(&services)
        #expect(driver.lines[0].contains("api-1 ○!  api-2 ●  api-3 ○⊘"))
        driver.keys("b")
        for (name, state) in [("○ api-1", "✗ down"), ("● api-2", "✓ healthy"), ("○ api-3", "⊘ isolated")] {
            #expect(driver.lines.contains { $0.contains(name) && $0.contains(state) }, "\(driver.text)")
        }
    }

    /// A response that is not checked whole has the sign of one that is awaited: nothing is known of either.
    @Test func contractsHaveSignsOfTheirOwn() {
        let marks: [ContractMark] = [.fits, .differs(3, isMore: false), .noSchema, .awaited]
        #expect(Set(marks.map { String($0.text.prefix(1)) }).count == marks.count)
    }

    @Test func changesOfAWatchedValueHaveSignsOfTheirOwn() throws {
        let driver = try #require(Scene.live.first { $0.name == "watch" }).play(.medium)
        let signs = try ["lamp", "desk", "sofa", "chair"].map { name in
            try #require(driver.lines.first { $0.contains(name) }).filter { "~+−".contains($0) }
        }
        #expect(signs == ["~~", "", "+", "−"])
    }

    @Test func guardsSayThemselvesInWords() throws {
        for (level, word) in [(GuardLevel.confirm, "confirm"), (.readOnly, "read-only")] {
            #expect(try GuardedShop.driver(level).lines[0].contains("production · \(word)"))
        }
        #expect(try !GuardedShop.driver(nil).lines[0].contains("·"))
    }

    @Test func aRequiredFieldHasASign() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("getItem")
        #expect(driver.lines.contains { $0.contains("id*") })
    }
}
