// TableLayout: exact widths, dropped columns, room shared out.

import Canvas
import Testing

@Suite struct TableLayoutTests {
    private let tasks = [
        Column(title: "#", minimum: 4, ideal: 4, maximum: 6, priority: 5, alignRight: true),
        Column(title: "state", minimum: 9, ideal: 11, maximum: 12, priority: 9),
        Column(title: "request", minimum: 10, ideal: 28, priority: 10),
        Column(title: "service", minimum: 5, ideal: 9, maximum: 20, priority: 4),
        Column(title: "age", minimum: 4, ideal: 6, maximum: 6, priority: 1, alignRight: true),
    ]

    @Test func widthsAreNeverOverAndExactWithAnUnlimitedColumn() {
        for gap in 0...2 {
            for available in 0...200 {
                let widths = TableLayout.widths(tasks, available: available, gap: gap)
                let shown = widths.filter { $0 > 0 }
                #expect(widths.count == tasks.count)
                #expect(shown.reduce(0, +) + gap * max(0, shown.count - 1) == available, "\(available): \(widths)")
                for (width, column) in zip(widths, tasks) where width > 0 && shown.count > 1 {
                    #expect(width >= column.minimum && width <= column.maximum ?? .max)
                }
            }
        }
    }

    @Test func columnsGoByPriority() {
        #expect(TableLayout.widths(tasks, available: 36) == [4, 9, 10, 5, 4], "exactly the minima and the gaps")
        #expect(TableLayout.widths(tasks, available: 35)[4] == 0)
        let narrow = TableLayout.widths(tasks, available: 12)
        #expect(narrow == [0, 0, 12, 0, 0])
        #expect(TableLayout.widths(tasks, available: 3) == [0, 0, 3, 0, 0])
        let equal = [Column(title: "a", minimum: 3), Column(title: "b", minimum: 3)]
        #expect(TableLayout.widths(equal, available: 5) == [5, 0], "of equals, the one to the right")
    }

    @Test func extraRoomGoesToThoseThatCanGrow() {
        let widths = TableLayout.widths(tasks, available: 200)
        #expect(widths[4] == 6 && widths[0] <= 6 && widths[2] > 100)
        let capped = [
            Column(title: "a", minimum: 2, ideal: 4, maximum: 6), Column(title: "b", minimum: 2, ideal: 4, maximum: 10),
        ]
        #expect(TableLayout.widths(capped, available: 100) == [6, 10])
        #expect(TableLayout.widths(capped, available: 9) == [4, 4])
        #expect(TableLayout.widths(capped, available: 13) == [5, 7], "two and six of room: a quarter and the rest")
    }

    @Test func emptyTablesAndDefaultsWork() {
        #expect(TableLayout.widths([], available: 10).isEmpty)
        #expect(TableLayout.widths(tasks, available: -4) == [0, 0, 0, 0, 0])
        let column = Column(title: "名前")
        #expect(column.minimum == 4 && column.ideal == 4 && column.maximum == nil)
        #expect(Column(title: "x", minimum: -3, ideal: -5, maximum: -9) == Column(title: "x", minimum: 1, ideal: 1, maximum: 1))
    }
}
