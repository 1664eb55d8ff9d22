// ListState: the selection is always in the list and always in view.

import Canvas
import Testing

@Suite struct ListStateTests {
    @Test func theSelectionStaysInViewWithAMargin() {
        var list = ListState()
        for step in 1...30 {
            list.move(by: 1, count: 100, height: 10)
            #expect(list.selected == step && list.selected >= list.top && list.selected + 2 < list.top + 10)
        }
        #expect(list.top == 23)
        list.move(by: -5, count: 100, height: 10)
        #expect(list.top == 23, "it scrolls no further than needed")
        list.move(by: -1, count: 100, height: 10)
        #expect(list == ListState(selected: 24, top: 22))
    }

    @Test func whatIsPickedStaysUnderThePointer() {
        var list = ListState(selected: 0, top: 0)
        for row in [9, 0, 5, 9] {
            list.selectInPlace(row, count: 100, height: 10)
            #expect(list == ListState(selected: row, top: 0))
        }
        list.clamp(count: 100, height: 10)
        #expect(list == ListState(selected: 9, top: 0))
        list.clamp(count: 100, height: 4)
        #expect(list == ListState(selected: 9, top: 6), "a lower screen still shows it")
    }

    @Test func scrollingTakesTheSelectionAlongAtTheEdgeOnly() {
        var list = ListState(selected: 4, top: 0)
        list.scroll(by: 3, count: 100, height: 10)
        #expect(list == ListState(selected: 4, top: 3))
        list.scroll(by: 3, count: 100, height: 10)
        #expect(list == ListState(selected: 6, top: 6))
        list.scroll(by: -6, count: 100, height: 10)
        #expect(list == ListState(selected: 6, top: 0))
        list.scroll(by: .max, count: 100, height: 10)
        #expect(list == ListState(selected: 90, top: 90))
        list.scroll(by: .min, count: 100, height: 10)
        #expect(list == ListState(selected: 9, top: 0))
        list.scroll(by: 3, count: 4, height: 10)
        #expect(list == ListState(selected: 3, top: 0))
        list.scroll(by: 3, count: 0, height: 0)
        #expect(list == ListState(selected: 0, top: 0))
    }

    @Test func theEndsShowNoEmptyRows() {
        var list = ListState()
        list.moveTo(99, count: 100, height: 10)
        #expect(list == ListState(selected: 99, top: 90))
        list.move(by: .max, count: 100, height: 10)
        list.move(by: .max, count: 100, height: 10)
        #expect(list.selected == 99)
        list.move(by: .min, count: 100, height: 10)
        #expect(list == ListState(selected: 0, top: 0))
    }

    @Test func anythingGivenIsMadeToFit() {
        for selected in [-5, 0, 3, 500] {
            for count in [0, 1, 2, 7, 300] {
                for height in [-1, 0, 1, 2, 3, 10, 1000] {
                    var list = ListState(selected: selected, top: selected * 2)
                    list.clamp(count: count, height: height)
                    #expect(list.selected >= 0 && list.selected < max(1, count) && list.top >= 0)
                    if height > 0 {
                        #expect(list.selected >= list.top && list.selected < list.top + height)
                        #expect(list.top <= max(0, count - height))
                    }
                }
            }
        }
    }
}
