// Back and forward: which steps make a place, and what comes back with it.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct VisitedPlacesTests {
    // MARK: The value

    private func place(_ pane: Pane, _ endpoint: String, _ task: UInt64? = nil, _ tab: ResultTab = .raw) -> VisitedPlace {
        VisitedPlace(pane: pane, endpoint: endpoint, task: task.map { TaskID($0) }, resultTab: tab)
    }

    private func places(_ all: [VisitedPlace], isByHand: Bool = true) -> VisitedPlaces {
        var places = VisitedPlaces()
        for place in all { places.record(place, isByHand: isByHand) }
        return places
    }

    /// All places on one side, the nearest first.
    private func walk(_ places: VisitedPlaces, _ way: VisitedPlaces.Way) -> [VisitedPlace] {
        var places = places
        var seen: [VisitedPlace] = []
        while let place = places.nearest(way, where: { _ in true }) {
            places.go(way, to: place)
            places.record(place, isByHand: true)
            seen.append(place)
        }
        return seen
    }

    @Test func rowsOnTheWayAreNoPlaces() {
        let all = ["a", "b", "c", "d"].map { place(.endpoints, $0) }
        #expect(walk(places(all), .back) == [all[0]])
        let then = all + [place(.request, "d"), place(.endpoints, "d"), place(.endpoints, "e")]
        #expect(walk(places(then), .back) == [then[5], then[4], then[3], then[0]])
    }

    @Test func whatComesByItselfIsNoPlace() {
        var places = places([place(.endpoints, "a"), place(.result, "a", 1)])
        places.record(place(.result, "a", 1, .table), isByHand: false)
        #expect(places.current?.resultTab == .table)
        #expect(walk(places, .back) == [place(.endpoints, "a")])
    }

    @Test func aResponseBelongsToTheRowThatItWasSentFrom() {
        let all = [place(.endpoints, "a"), place(.endpoints, "b"), place(.endpoints, "b", 1), place(.endpoints, "c", 1)]
        #expect(walk(places(all), .back) == [all[2], all[0]])
    }

    @Test func forwardComesBackUntilTheUserGoesElsewhere() throws {
        let all = [place(.endpoints, "a"), place(.request, "a"), place(.result, "a", 1)]
        var places = places(all)
        for expected in [all[1], all[0]] {
            let back = try #require(places.nearest(.back, where: { _ in true }))
            #expect(back == expected)
            places.go(.back, to: back)
            places.record(back, isByHand: true)
        }
        #expect(walk(places, .forward) == [all[1], all[2]])
        places.record(place(.tasks, "a"), isByHand: true)
        #expect(walk(places, .forward) == [] && walk(places, .back) == [all[0]])
    }

    @Test func placesThatAreGoneArePassedOver() throws {
        var places = places([place(.endpoints, "a"), place(.result, "a", 1), place(.tasks, "a", 1)])
        let found = try #require(places.nearest(.back, where: { $0.task == nil }))
        #expect(found == place(.endpoints, "a"))
        places.go(.back, to: found)
        #expect(walk(places, .back) == [] && walk(places, .forward) == [place(.tasks, "a", 1)])
    }

    @Test func placesAreBounded() {
        let all = (0..<1_000).map { place($0 % 2 == 0 ? .request : .tasks, "a", UInt64($0)) }
        #expect(walk(places(all), .back).count == VisitedPlaces.most)
    }

    // MARK: The screen

    @Test func backShowsTheEndpointTheResponseAndThePane() throws {
        var driver = try Driver(width: 120, height: 40)
        let first = driver.exchange(.json(TableTests.list(3)))
        driver.keys("3 1")
        driver.select("slow")
        let second = driver.exchange(.json(Scene.item))
        driver.keys("4")
        #expect(driver.model.result.task == second)
        while driver.model.result.task != first || driver.model.focus != .result {
            let before = driver.model.currentPlace
            driver.keys("A-h")
            try #require(driver.model.currentPlace != before)
        }
        #expect(driver.model.form?.endpoint.path == "/items" && driver.model.result.tab == .table)
        #expect(driver.text.contains("item 7"), "its rows are drawn again")
        while driver.model.focus != .tasks {
            let before = driver.model.currentPlace
            driver.keys("A-l")
            try #require(driver.model.currentPlace != before)
        }
        #expect(driver.model.result.task == second && driver.model.form?.endpoint.path == "/slow")
        #expect(driver.effects.filter(\.isSend).isEmpty, "nothing is sent again")
    }

    @Test func theEndsSayThatTheyAreEnds() throws {
        var driver = try Driver()
        driver.keys("A-h")
        #expect(driver.model.notices.shown?.text == "There is no place before this one")
        driver.keys("A-l")
        #expect(driver.model.notices.shown?.text == "There is no place after this one")
        driver.keys("2 A-h")
        #expect(driver.model.focus == .endpoints && driver.model.notices.shown == nil)
        driver.keys("A-l")
        #expect(driver.model.focus == .request)
    }

    @Test func aFilterThatHidesTheEndpointIsCleared() throws {
        var driver = try Driver()
        driver.keys("2 1")
        driver.select("slow")
        driver.keys("A-h A-h")
        #expect(driver.model.form?.endpoint.path == "/items")
        #expect(driver.model.endpoints.filter.text == "")
    }

    @Test func thePaletteKnowsBothByTheirNames() throws {
        var driver = try Driver()
        driver.keys("4 : 'go-back' enter")
        #expect(driver.model.focus == .endpoints)
        driver.keys(": 'go-forward' enter")
        #expect(driver.model.focus == .tasks)
    }
}
