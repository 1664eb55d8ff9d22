// `:demo`: what is an order, what may come next, and what the screen says of the services.

import Testing

@testable import Screen

@Suite struct DemoOrderTests {
    private static let three = DemoStatus((1...3).map { DemoStatus.Service(name: "api-\($0)") })

    private static func status(_ conditions: DemoStatus.Condition...) -> DemoStatus {
        DemoStatus(conditions.enumerated().map { DemoStatus.Service(name: "api-\($0 + 1)", condition: $1) })
    }

    @Test(arguments: [
        ("kill 1", DemoOrder(.kill, service: 0)), ("freeze 3", DemoOrder(.freeze, service: 2)),
        ("heal api-2", DemoOrder(.heal, service: 1)), ("Kill API-1", DemoOrder(.kill, service: 0)),
    ])
    func orderIsRead(_ line: String, _ order: DemoOrder) throws {
        #expect(try DemoOrder.parse(line.split(separator: " ").map(String.init), for: Self.three) == order)
    }

    @Test(
        "what is no order is refused with what would be one",
        arguments: [
            ("", "kill N, freeze N, heal N"), ("burn 1", "cannot 'burn'"), ("kill", "Which service? 1, 2, 3"),
            ("kill 0", "no service '0'; it has 1, 2, 3"), ("kill 4", "no service '4'"), ("kill api-9", "no service 'api-9'"),
            ("kill -1", "no service '-1'"), ("kill 1 2", "One service at a time"),
            ("kill 99999999999999999999", "no service '99999999999999999999'"),
        ])
    func refusalSaysWhatToWrite(_ line: String, _ words: String) {
        let error = #expect(throws: PaletteProblem.self) {
            try DemoOrder.parse(line.split(separator: " ").map(String.init), for: Self.three)
        }
        #expect(error?.text.contains(words) == true, "\(error?.text ?? "")")
    }

    @Test func completionsAreWhatMakesSenseNow() {
        func words(_ before: [String], _ status: DemoStatus) -> [String] {
            DemoOrder.completions(after: before, for: status).map(\.word)
        }
        #expect(words([], Self.three) == ["kill", "freeze", "heal"])
        let status = Self.status(.running, .frozen, .dead)
        #expect(words(["kill"], status) == ["1", "2"])
        #expect(words(["freeze"], status) == ["1"])
        #expect(words(["heal"], status) == ["2", "3"])
        #expect(words(["heal"], Self.three) == [])
        #expect(words(["burn"], status) == [])
        #expect(words(["kill", "1"], status) == [])
    }

    @Test func ordersThatChangeNothingAreRefused() {
        let status = Self.status(.running, .frozen, .dead)
        for deed in DemoOrder.Deed.allCases {
            let open = status.services.indices.filter { status.whyNot(DemoOrder(deed, service: $0)) == nil }
            #expect(open == [.kill: [0, 1], .freeze: [0], .heal: [1, 2]][deed])
        }
    }

    @Test func withoutTheDemoThePaletteSaysWhyNot() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'demo'")
        #expect(driver.text.contains("✗ Only the demo's services"))
        driver.keys("enter")
        driver.keys("C-u 'demo kill 1' enter")
        #expect(driver.takeEffects() == [])
        #expect(driver.text.contains("start with 'explorer demo'"))
    }

    @Test func orderGoesOutFromThePalette() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.update(.services(.demoChanged(Self.three)))
        driver.keys(": 'demo kill 1' enter")
        #expect(driver.takeEffects() == [.screen(.demo(DemoOrder(.kill, service: 0)))])
        #expect(driver.model.dialogs.open == nil)
        // By completion alone.
        driver.keys(": 'demo ' 'fr' tab 'api-3' enter")
        #expect(driver.takeEffects() == [.screen(.demo(DemoOrder(.freeze, service: 2)))])
        driver.keys(": 'demo heal 1' enter")
        #expect(driver.takeEffects() == [])
        #expect(driver.text.contains("api-1 is running: there is nothing to heal"))
    }

    @Test func whatCameOfItIsSaid() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.update(.services(.demoChanged(Self.three)))
        #expect(!driver.text.contains("dead"), "\(driver.text)")
        #expect(driver.model.notices.shown == nil)

        driver.update(.services(.demoChanged(Self.status(.dead, .running, .frozen))))
        #expect(driver.model.notices.shown?.text.contains("api-1 is dead") == true)
        #expect(driver.model.notices.shown?.text.contains("api-3 is frozen") == true)
        #expect(driver.model.notices.shown?.text.contains(":demo heal 3") == true)
        let bar = try #require(driver.text.split(separator: "\n").first)
        #expect(bar.contains("api-1 dead") && bar.contains("api-3 frozen") && !bar.contains("api-2"))

        driver.update(.services(.demoChanged(Self.three)))
        #expect(driver.model.notices.shown?.text == "api-1 is running again; api-3 is running again")
        #expect(driver.text.split(separator: "\n").first?.contains("dead") == false)
    }
}
