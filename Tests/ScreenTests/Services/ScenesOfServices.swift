// Scenes: the services pane, the pool in the first line, and the trail of a request that went to two services.

import Canvas

@testable import NetLayer
@testable import Screen

extension Scene {
    static let services: [Scene] = [
        services("services", [.small, .medium]) { driver, services in
            driver.outcomes(14, .answered, of: &services)
            services.lease(at: driver.now)
            driver.show(&services)
            driver.keys("b")
        },
        services("services-switched", [.small, .medium, .tiny]) { driver, services in
            driver.breakFirst(&services)
            driver.keys("b")
        },
        services("services-pinned", [.small, .medium]) { driver, services in
            driver.breakFirst(&services)
            try services.command(.pin(0, until: nil, soft: false), at: driver.now)
            try services.command(.isolate(2), at: driver.now)
            driver.outcomes(3, .failed(.timedOut), .seconds(2), of: &services)
            driver.keys("b j")
        },
        services("services-panic", [.small]) { driver, services in
            driver.outcomes(15, .failed(.status), of: &services)
            driver.keys("b")
        },
        services("pool-at-a-glance", [.small, .tiny]) { driver, services in driver.breakFirst(&services) },
        services("trail", [.small, .medium]) { driver, _ in driver.failOver() },
        services("trail-in-the-trace", [.medium]) { driver, _ in
            driver.failOver()
            driver.keys("3 t")
        },
        services("environments", [.small]) { driver, _ in driver.keys("p") },
        Scene("services-one", [.small, .tinier]) { $0.keys("b") },
    ]

    private static func services(
        _ name: String, _ sizes: [Size], _ play: @escaping @Sendable (inout Driver, inout Services) throws -> Void
    ) -> Scene {
        Scene(
            name, sizes,
            from: { size in
                var driver = try Driver(services: Services.pool, width: size.width, height: size.height)
                var services = Services(Services.pool)
                driver.show(&services)
                try play(&driver, &services)
                return driver
            })
    }
}

extension Driver {
    /// The first service answers for a while and then no longer; the second one takes over.
    fileprivate mutating func breakFirst(_ services: inout Services) {
        outcomes(9, .answered, of: &services)
        outcomes(5, .failed(.timedOut), .milliseconds(3), of: &services)
        outcomes(12, .answered, .milliseconds(60), of: &services)
    }

    /// A request leaves the first service, which takes it and answers nothing, for the second one.
    fileprivate mutating func failOver() {
        exchange(.json(Scene.item))
        keys("s")
        let id = start()
        wait(.seconds(2))
        leave(id, .failed(.timedOut(.idle), "no byte for 2 s"), for: "api-2")
        wait(.milliseconds(74))
        answer(id, .json(Scene.item))
    }
}
