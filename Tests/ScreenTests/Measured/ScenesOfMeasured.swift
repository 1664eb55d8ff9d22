// Scenes: the figures of a measured run, and of two services in turns.

import Canvas

@testable import NetLayer
@testable import Screen
@testable import Workbench

extension Scene {
    /// The latency of the request with a number: most of them are close to 20 ms, one in 40 is far from it.
    private static func latency(_ number: Int) -> Duration {
        .milliseconds(number % 40 == 17 ? 220 : 18 + number * 7 % 11)
    }

    private static func order(_ driver: inout Driver, _ line: String) throws -> GroupOrder {
        driver.keys(": '\(line)' enter")
        for case .engine(.sendGroup(let order)) in driver.takeEffects() { return order }
        throw Missing()
    }

    private struct Missing: Error {}

    private static func measured(_ size: Size) throws -> Driver {
        var driver = try Driver(width: size.width, height: size.height)
        driver.select("list items")
        let order = try order(&driver, "repeat 200 rate:20/s")
        let group = driver.open(.group, order.title, members: 200, as: order.id)
        driver.progress(of: group, MemberCounts(total: 200))
        for number in 0..<200 {
            let due = driver.now
            let member = driver.measuredMember(of: group, due: due)
            driver.wait(latency(number))
            driver.memberAnswered(member, number % 90 == 50 ? 503 : 200, of: group)
            driver.wait(max(.zero, .milliseconds(50) - (driver.now - due)))
        }
        driver.end(group, .succeeded, reason: "")
        driver.keys("4 g t")
        return driver
    }

    private static func compared(_ size: Size) throws -> Driver {
        var driver = try Driver(services: Services.pool, width: size.width, height: size.height)
        driver.select("list items")
        let order = try order(&driver, "versus api-2 60")
        let group = driver.open(.group, order.title, members: 2, as: order.id)
        driver.progress(of: group, MemberCounts(total: 2))
        let sides = order.sides.map { side in driver.open(.group, side.name, members: 60, as: side.id, parent: group) }
        for number in 0..<120 {
            let side = sides[number % 2]
            let member = driver.measuredMember(of: side)
            driver.wait(latency(number) + .milliseconds(number % 2 * 6))
            driver.memberAnswered(member, 200, of: side)
        }
        for side in sides { driver.end(side, .succeeded, reason: "") }
        driver.end(group, .succeeded, reason: "")
        driver.keys("4 g t")
        return driver
    }

    /// A small screen has room for the figures only if nothing else is on it.
    private static func shown(_ driver: Driver, _ size: Size) -> Driver {
        var driver = driver
        if size == .small { driver.keys("f") }
        return driver
    }

    static let measured: [Scene] = [
        Scene("measured", [.small, .medium]) { size in try shown(measured(size), size) },
        Scene("measured-narrow", [.small]) { size in
            var driver = try measured(size)
            driver.keys("pgdn pgdn")
            return driver
        },
        Scene("measured-members", [.small]) { size in
            var driver = try measured(size)
            driver.keys("f pgdn")
            return driver
        },
        Scene("versus", [.small, .medium]) { size in try shown(compared(size), size) },
    ]
}
