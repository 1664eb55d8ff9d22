// The title of a response in every width: what matters least goes first.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ResultTitleTests {
    @Test func whatMattersLeastGoesFirst() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.exchange(.items(page: 1, of: 13))
        let whole = ResultTitle.parts(driver.model).map(\.text)
        #expect(whole.prefix(5) == ["GET /items", "200 OK", "10 rows", "page 1 of 13", "74ms"], "\(whole)")
        #expect(whole.suffix(2).first == "api.shop.example" && whole.last?.hasPrefix("Link rel=next") == true)
        for room in 0...140 {
            let shown = ResultTitle.parts(driver.model, room: room).map(\.text)
            let rest = shown.first == whole[1] ? shown : Array(shown.dropFirst())
            #expect(rest == Array(whole.dropFirst().prefix(rest.count)) && !rest.isEmpty, "\(room): \(shown)")
            // The name is cut only once all but the four facts are gone, and no fact before the name.
            #expect(rest.count <= 4 || shown.first == whole[0], "\(room): \(shown)")
            #expect(rest.count >= 4 || shown.count == rest.count, "\(room): \(shown)")
            #expect(rest.count == 1 || shown.reduce(0) { $0 + TextWidth.measure($1) + 3 } <= room, "\(room): \(shown)")
        }
    }

    /// Of another endpoint's response the name is never left out: the form above names another request.
    @Test func anotherResponseKeepsItsName() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("listItems")
        driver.exchange(.items(page: 1, of: 13))
        driver.select("getItem")
        for room in 0...140 {
            let name = try #require(ResultTitle.parts(driver.model, room: room).first?.text)
            #expect(name.hasPrefix("GET /ite"), "\(room)")
        }
    }
}
