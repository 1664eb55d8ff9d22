// Scenes: the demo's services fail, and what the palette offers then.

import Canvas

@testable import Screen

extension Scene {
    static let demos: [Scene] = [
        Scene("demo-services", [.small, .medium, .tiny]) { $0.failTwoServices() },
        Scene("demo-heal", [.small]) { driver in
            driver.failTwoServices()
            driver.keys(": 'demo heal '")
        },
        Scene("demo-absent", [.small]) { $0.keys(": 'demo' enter") },
    ]
}

extension Driver {
    /// The demo runs, and then one of its services is killed and another frozen.
    fileprivate mutating func failTwoServices() {
        var status = DemoStatus((1...3).map { DemoStatus.Service(name: "api-\($0)") })
        update(.services(.demoChanged(status)))
        status.services[0].condition = .dead
        status.services[2].condition = .frozen
        update(.services(.demoChanged(status)))
    }
}
