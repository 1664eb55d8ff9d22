// The whole program but for its terminal and its network: a headless display, a scripted transport, a person by script.

import Canvas
import Catalog
import NetLayer
import Synchronization
import Testing

@testable import Runtime
@testable import Screen

/// Keeps the frames that were shown.
final class HeadlessDisplay: Display {
    let size: Size
    var theme = Theme.parse("").theme
    private(set) var orders: [DisplayOrder] = []
    private(set) var frames = 0
    private(set) var last = Screen(size: Size(width: 0, height: 0))

    init(_ size: Size) { self.size = size }

    func present(_ screen: Screen) {
        frames += 1
        last = screen
    }

    func perform(_ order: DisplayOrder) { orders.append(order) }
    func suspend() {}
    func resume() {}
    func close() {}
}

@MainActor
final class Stage {
    let display: HeadlessDisplay
    let inbox = Inbox()
    let client: NetClient
    let loop: Loop
    private(set) var suspensions = 0
    private(set) var themes: [String] = []
    /// The orders to begin and to end reader mode.
    private(set) var readers: [Bool] = []
    private(set) var spoken: [String] = []
    private var running: Task<Void, Never>?

    init(
        _ transport: ScriptedTransport, bodies: BodyStore = BodyStore(), time: TimeSource = .continuous,
        size: Size = Size(width: 120, height: 40)
    ) throws {
        display = HeadlessDisplay(size)
        client = NetClient(transport: transport, limits: DispatchLimits(total: 2_000, perHost: 2_000), time: time)
        let runner = EffectRunner(client: client, inbox: inbox, bodies: bodies)
        let box = Box()
        loop = Loop(
            model: Model(size: display.size, source: "items.json", reserveTaskID: { [client] in client.reserveTaskID() }),
            display: display, inbox: inbox, runner: runner,
            screenwork: .init(
                suspend: { box.stage?.suspensions += 1 },
                theme: { box.stage?.themes.append($0) }, useReader: { box.stage?.readers.append($0) },
                speak: { box.stage?.spoken += $0 }))
        box.stage = self
        let text =
            #"{"openapi": "3.1.0", "info": {"title": "Items"}, "servers": [{"url": "http://one.example"}], "paths": {"/items": {"get": {"summary": "List"}}}}"#
        let description = try APIDescription.parse(Array(text.utf8), source: "items.json", base: nil)
        inbox.post(.source(.described(description, ServicePool([Service(name: "one", baseURL: URI("http://one.example"))]))))
    }

    /// Lets the stage be reached from closures that are made before it is.
    @MainActor
    private final class Box { weak var stage: Stage? }

    var text: String { display.last.makeText() }

    /// Runs the program beside the test.
    func open() async {
        running = Task { await loop.run() }
        #expect(await until { text.contains("GET   /items") })
    }

    /// The program has ended.
    func closed() async { await running?.value }

    /// Each key is one event; all come at once.
    func press(_ keys: String) {
        inbox.post(keys.split(separator: " ").compactMap { Key(name: String($0)) }.map { .user(.key($0)) })
    }

    /// Waits for a condition.
    func until(_ condition: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return condition()
    }
}
