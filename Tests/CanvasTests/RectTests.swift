// Rect: cutting up never loses a cell, never overlaps and never goes negative.

import Canvas
import Testing

@Suite struct RectTests {
    @Test(arguments: [-3, 0, 1, 4, 5, 99]) func splitsAlwaysAddUp(_ n: Int) {
        let rect = Rect(x: 2, y: 3, width: 5, height: 4)
        for (a, b) in [rect.splitTop(n), rect.splitBottom(n)] {
            #expect(a.height + b.height == 4 && a.maxY == b.y && a.width == 5 && b.width == 5)
            #expect(a.height >= 0 && b.height >= 0 && a.y == 3 && b.maxY == 7)
        }
        for (a, b) in [rect.splitLeft(n), rect.splitRight(n)] {
            #expect(a.width + b.width == 5 && a.maxX == b.x && a.height == 4 && b.height == 4)
            #expect(a.width >= 0 && b.width >= 0 && a.x == 2 && b.maxX == 7)
        }
        #expect(rect.splitTop(n).0.height == min(max(n, 0), 4))
        #expect(rect.splitBottom(n).bottom.height == min(max(n, 0), 4))
        #expect(rect.splitRight(n).right.width == min(max(n, 0), 5))
    }

    @Test func insetsStayInsideEvenWithoutRoom() {
        #expect(Rect(x: 0, y: 0, width: 10, height: 4).inset(dx: 1, dy: 1) == Rect(x: 1, y: 1, width: 8, height: 2))
        let none = Rect(x: 5, y: 5, width: 1, height: 1).inset(dx: 3, dy: 3)
        #expect(none.isEmpty && none.x == 5 && none.y == 5)
    }

    @Test func intersectionsAreWhatBothCover() {
        let a = Rect(x: 0, y: 0, width: 5, height: 5)
        #expect(a.intersection(Rect(x: 3, y: -2, width: 9, height: 4)) == Rect(x: 3, y: 0, width: 2, height: 2))
        #expect(a.intersection(Rect(x: 7, y: 0, width: 2, height: 2)).isEmpty)
        #expect(a.contains(Point(x: 4, y: 4)) && !a.contains(Point(x: 5, y: 4)) && !a.contains(Point(x: 0, y: -1)))
        #expect(Rect(x: 0, y: 0, width: -4, height: 2).isEmpty)
    }
}
