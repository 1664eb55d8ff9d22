// Selecting, cutting, copying and pasting in the fields of the screen: the same in each of them.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct FieldEditingTests {
    private func copied(_ driver: inout Driver) -> [Clip] {
        driver.takeEffects().compactMap { if case .outside(.copy(let clip)) = $0 { clip } else { nil } }
    }

    private func selection(_ text: String) -> Clip { Clip(what: "the selection", content: .text(text)) }

    /// The selected cells of the screen, as text.
    private func marked(_ driver: Driver) -> String {
        let screen = driver.screen
        return (0..<screen.size.height).map { y in
            screen.rowCells(y).filter { $0.overlay == .selection }.map(\.text).joined()
        }.joined()
    }

    /// The keys that open each field, which is empty then.
    @Test(arguments: ["/ C-u", "4 /", ":", "2 enter", "H /", "? /", "n", "3 $ C-u", "3 /", "3 |"])
    func everyFieldSelectsCutsAndPastes(_ keys: String) throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(Scene.item))
        driver.keys("1 " + keys)
        driver.keys("'ab cd' C-S-left")
        _ = driver.takeEffects()
        driver.keys("C-x")
        #expect(copied(&driver) == [selection("cd")], "\(keys)")
        driver.keys("C-v C-y")
        #expect(driver.text.contains("ab cdcd"), "\(keys)\n\(driver.text)")
        driver.keys("S-home A-w")
        #expect(copied(&driver) == [selection("ab cdcd")], "\(keys)")
        driver.keys("'x' C-left 'y' end")
        #expect(driver.text.contains("yx") && !driver.text.contains("ab cd"), "\(keys)\n\(driver.text)")
    }

    @Test(arguments: ["/", "4 /", ":", "2 enter", "H /", "3 /"])
    func theSelectionIsMarked(_ keys: String) throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(Scene.item))
        driver.keys("1 " + keys)
        let before = marked(driver)
        driver.keys("'qzq' S-left S-left")
        #expect(marked(driver).contains("zq") && !before.contains("zq"), "\(keys)")
        driver.keys("left")
        #expect(!marked(driver).contains("zq"), "\(keys)")
    }

    @Test func theBodyKeepsItsLines() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("POST items")
        driver.keys("2")
        for _ in RequestTab.allCases where driver.model.form?.tab != .body { driver.keys(".") }
        driver.keys("G enter A-k 'one' enter 'two' S-up C-x")
        #expect(driver.model.form?.body?.area.text == "one")
        #expect(copied(&driver) == [selection("\ntwo")])
        driver.keys("C-v C-v")
        #expect(driver.model.form?.body?.area.lines == ["one", "two", "two"])
        driver.keys("S-up")
        #expect(marked(driver).contains("two"))
    }

    @Test func aSecretIsNotCopied() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("changeLine")
        driver.keys("2 enter 'a' enter '1' enter '3' enter 'hunter2' S-home A-w")
        #expect(copied(&driver).isEmpty && driver.model.notices.shown?.text == "A secret is not copied")
        driver.keys("C-x")
        #expect(copied(&driver).isEmpty && driver.model.form?.fields.contains { $0.input.text == "hunter2" } == true)
    }

    @Test func withoutASelectionOrAClipItSaysSo() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("/ 'a' C-v")
        #expect(driver.model.notices.shown?.text == "Nothing was cut or copied in a field yet")
        driver.keys("A-w")
        #expect(driver.model.notices.shown?.text == "Nothing is selected: Shift with an arrow selects")
        #expect(copied(&driver).isEmpty && driver.model.endpoints.filter.text == "a")
    }

    /// Where no text is typed, Shift and Ctrl make no difference to an arrow without a command.
    @Test func elsewhereTheArrowsMove() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json(TableTests.list(5)))
        driver.keys("3 S-right")
        #expect(driver.model.result.table.column == 1)
        driver.keys("C-S-left")
        #expect(driver.model.result.table.column == 0)
        driver.keys("C-right j S-home")
        #expect(driver.model.result.table.column == 1 && driver.model.result.table.list.selected == 0)
        driver.keys("? S-right")
        #expect((driver.model.dialogs.open as? Help)?.pane == .tasks)
        driver.keys("esc : S-down")
        #expect((driver.model.dialogs.open as? Palette)?.list.selected == 1)
    }
}
