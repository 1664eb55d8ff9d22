// The tour that the README shows: keys, what the servers of the shop send back, and a frame for each step.

import Canvas

@testable import NetLayer
@testable import Screen

struct Tour {
    struct Frame {
        /// The keys before it, as a Driver's script.
        let keys: String
        let caption: String
        /// A text that the frame must show.
        let shows: String
        let seconds: Double
        let screen: Screen
    }

    static let size = Size(width: 100, height: 30)
    /// The frame that stands for the whole tour where nothing moves: the table.
    static let still = 4

    private(set) var frames: [Frame] = []
    private var driver: Driver
    private var services = Services(Services.pool)
    /// The running requests to the slow endpoint.
    private var slow: [TaskID] = []

    private init() throws {
        driver = try Driver(services: Services.pool, width: Self.size.width, height: Self.size.height)
        driver.show(&services)
    }

    static func play() throws -> Tour {
        var tour = try Tour()
        tour.findAnEndpoint()
        tour.readAList()
        tour.cancelOneOfMany()
        tour.failOver()
        tour.step(":", "The palette runs any command by its name.", shows: "Command")
        return tour
    }

    /// Presses keys, lets the network do its part, and takes a frame.
    private mutating func step(
        _ keys: String = "", _ caption: String, shows: String, seconds: Double = 2.5, _ network: (inout Tour) -> Void = { _ in }
    ) {
        driver.keys(keys)
        network(&self)
        frames.append(Frame(keys: keys, caption: caption, shows: shows, seconds: seconds, screen: driver.screen))
    }

    private mutating func findAnEndpoint() {
        step("", "explorer lists the endpoints of an API. Three services offer it.", shows: "Endpoints · 11")
        step("/ 'item'", "Filter the endpoints.", shows: "4 of 11")
        step("enter 2 j enter '10'", "Fill in the form: ten items on a page.", shows: "Params 1/3")
    }

    private mutating func readAList() {
        var list = TaskID(0)
        step("C-r", "Send it. The task table shows the request at once.", shows: "1 running", seconds: 2) { tour in
            list = tour.driver.start()
            tour.driver.wait(.milliseconds(52))
        }
        step("", "The response arrives: 200 OK. A list is shown as a table.", shows: "rows · page 1 of 8", seconds: 3) {
            $0.answer(list, page: 1, after: .milliseconds(22))
        }
        step("3 j j enter", "Open the third row as a tree.", shows: "▾ maker")
        step("esc / 'lamp'", "Go back to the table and search it.", shows: "2 of 4")
        step("esc ]", "Turn the page.", shows: "rows · page 2 of 8") { tour in
            tour.answer(tour.driver.start(), page: 2, after: .milliseconds(68))
        }
    }

    private mutating func cancelOneOfMany() {
        step("1 / C-u 'slow' enter s s s s s", "Send five slow requests.", shows: "5 running", seconds: 3) { tour in
            for phase in [Phase.waiting, .waiting, .waiting, .tls, .resolving] {
                tour.slow.append(tour.driver.start(phase))
                tour.driver.wait(.milliseconds(140))
            }
        }
        step("4 j j x", "Cancel one of them. Its socket closes at once.", shows: "by user", seconds: 3) { tour in
            tour.driver.cancelAsAsked()
            tour.slow.removeAll { tour.driver.model.tasks.row($0)?.state.isEnded == true }
            tour.driver.wait(.milliseconds(300))
        }
    }

    private mutating func failOver() {
        var list = TaskID(0)
        step("G r g", "Send the list again.", shows: "5 running", seconds: 2) { tour in
            list = tour.driver.start(.resolving)
            tour.driver.wait(.milliseconds(40))
        }
        step("", "api-1 dies. Its requests move to api-2.", shows: "api-1→2", seconds: 3) { $0.breakFirstService(list) }
        let trail = "api-1 ✗ no connection → api-2 ✓ 200"
        step("t", "The trace shows both attempts: api-1 failed, api-2 responded.", shows: trail, seconds: 3) {
            $0.answer(list, page: 1, after: .milliseconds(74))
        }
    }

    /// The active service responds to a request with a page of items.
    private mutating func answer(_ id: TaskID, page: Int, after time: Duration) {
        driver.wait(time)
        driver.answer(id, TourShop.items(page: page))
        services.outcome(.answered, after: time, at: driver.now)
        driver.show(&services)
    }

    /// The first service closes its connections and accepts no others. Its requests go to the second one.
    private mutating func breakFirstService(_ list: TaskID) {
        for id in slow {
            services.outcome(.failed(.lost), after: .seconds(1), at: driver.now)
            driver.leave(id, .failed(.cut, "Connection reset by peer"), for: "api-2")
        }
        services.outcome(.failed(.connect), after: .milliseconds(40), at: driver.now)
        driver.leave(list, .failed(.connect, "Failed to connect to api-1.shop.example port 443"), for: "api-2")
        driver.wait(.milliseconds(20))
        driver.show(&services)
    }
}

/// What the servers of the shop send.
enum TourShop {
    private static let names = [
        "desk lamp", "oak shelf", "wall clock", "floor lamp", "linen chair", "door mat", "paper lamp", "coat rack", "tea kettle",
        "reading lamp",
    ]
    private static let makers = [("Holm", "Oslo"), ("Vasari", "Turin"), ("Kestrel", "Leeds")]

    /// One of eight pages, with ten items.
    static func items(page: Int) -> Reply {
        let rows = (0..<10).map { index in
            let id = (page - 1) * 10 + index + 1
            let maker = makers[(index + page) % makers.count]
            return "{\"id\": \(id), \"name\": \"\(names[(index + page * 3 - 3) % 10])\", \"price\": \(9 + id * 37 % 80).50, "
                + "\"state\": \"\(["new", "sold", "new", "lost"][index % 4])\", "
                + "\"maker\": {\"name\": \"\(maker.0)\", \"city\": \"\(maker.1)\"}, \"tags\": [\"home\", \"no. \(id)\"]}"
        }
        let next = "<?page=\(page + 1)&size=10>; rel=\"next\", <?page=8&size=10>; rel=\"last\""
        return .json("[\n" + rows.joined(separator: ",\n") + "\n]", headers: [HeaderField("Link", next)])
    }
}
