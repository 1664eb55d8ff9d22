// The one loop: take all events, change the model, perform its effects, draw once, sleep.

import Canvas
import NetLayer
import Screen

/// Runs the program's screen until it quits.
@MainActor
public final class Loop {
    /// The loop's requests to the terminal besides drawing.
    public struct Screenwork {
        public var suspend: @MainActor () -> Void
        /// Shows the next frame in the theme of that name.
        public var theme: @MainActor (String) -> Void
        /// Asks the terminal to put a text into the clipboard; `false` when it cannot.
        public var copy: @MainActor @Sendable ([UInt8]) -> Bool
        /// Releases the terminal while the work runs.
        public var lend: @MainActor (@MainActor () async -> Void) async -> Void
        /// Changes between the screen and lines for a screen reader.
        public var useReader: @MainActor (Bool) -> Void
        /// Prints lines for a screen reader.
        public var speak: @MainActor ([String]) -> Void

        public init(
            suspend: @escaping @MainActor () -> Void,
            theme: @escaping @MainActor (String) -> Void = { _ in },
            copy: @escaping @MainActor @Sendable ([UInt8]) -> Bool = { _ in false },
            lend: @escaping @MainActor (@MainActor () async -> Void) async -> Void = { await $0() },
            useReader: @escaping @MainActor (Bool) -> Void = { _ in },
            speak: @escaping @MainActor ([String]) -> Void = { _ in }
        ) {
            self.suspend = suspend
            self.theme = theme
            self.copy = copy
            self.lend = lend
            self.useReader = useReader
            self.speak = speak
        }
    }

    /// The shortest time between two frames without a user's action.
    static let frameTime = Duration.milliseconds(33)

    public private(set) var model: Model
    private let display: any Display
    private let inbox: Inbox
    let runner: EffectRunner
    let screenwork: Screenwork
    private let trace: FrameTrace?
    /// Changes the demo's services, when the demo runs.
    private let demo: (@Sendable (DemoOrder) -> Void)?
    /// Reads the description again, and watches its files.
    private let reader: DescriptionReading?
    private let sessions: SessionKeeper?
    /// The same of each API, where there are several.
    private let apis: [String: APIDesk]
    /// Sleeps until `tickAt`; `nil` while the screen does not change by time alone.
    private var ticker: Task<Void, Never>?
    private(set) var tickAt: Duration?
    private var lastFrame: Duration?
    /// Says in reader mode what a frame would show.
    private var voice = ReaderVoice()

    public init(
        model: Model, display: any Display, inbox: Inbox, runner: EffectRunner, screenwork: Screenwork, trace: FrameTrace? = nil,
        demo: (@Sendable (DemoOrder) -> Void)? = nil, reader: DescriptionReading? = nil, sessions: SessionKeeper? = nil,
        apis: [String: APIDesk] = [:]
    ) {
        self.reader = reader
        self.apis = apis
        self.sessions = sessions
        self.model = model
        self.display = display
        self.inbox = inbox
        self.runner = runner
        self.screenwork = screenwork
        self.trace = trace
        self.demo = demo
    }

    /// Returns when the model quits.
    public func run() async {
        let observer = runner.observe()
        defer {
            observer.cancel()
            ticker?.cancel()
        }
        display.perform(.captureMouse(model.capturesMouse))
        draw(events: 0)
        while await step() {}
    }

    /// One round: `false` ends the program.
    func step() async -> Bool {
        var events = await inbox.batch()
        if let lastFrame, !events.contains(where: \.isFromPerson) {
            let rest = Self.frameTime - (runner.now - lastFrame)
            if rest > .zero {
                await inbox.pause(rest)
                events += inbox.drain()
            }
        }
        // Keys carry no time: without this tick, their work would start at the time of the last event. The
        // pool is read once in each frame, however many events it has in between.
        for event in [.tick(runner.now)] + runner.news + events {
            let effects = model.update(event)
            // Before a check that the user asks for can have a result.
            runner.follow(checks: model.showsChecks)
            for effect in effects {
                guard await perform(effect) else { return false }
            }
        }
        draw(events: events.count)
        schedule()
        return true
    }

    /// `false` ends the program.
    private func perform(_ effect: Effect) async -> Bool {
        switch effect {
        case .api(let name, .description(let order)): apis[name]?.reader.obey(order)
        case .api(let name, .screen(.remember(let session))): apis[name]?.sessions?.keep(session)
        case .screen(let effect): return perform(effect)
        case .description(let order): reader?.obey(order)
        case .outside(let work): await perform(work)
        case .api, .engine, .body, .services, .kept, .history, .workspace, .login: runner.perform(effect)
        }
        return true
    }

    private func perform(_ effect: ScreenEffect) -> Bool {
        switch effect {
        case .quit: return false
        case .display(let order): display.perform(order)
        case .useReader(let isOn):
            voice = ReaderVoice()
            screenwork.useReader(isOn)
        case .suspend: screenwork.suspend()
        case .theme(let name): screenwork.theme(name)
        case .demo(let order): demo?(order)
        case .remember(let session): sessions?.keep(session)
        }
        return true
    }

    private func draw(events: Int) {
        if let trace {
            trace.frame(events: events, now: { runner.now }, draw: { show() })
        } else {
            show()
        }
        lastFrame = runner.now
    }

    private func show() {
        if model.usesReader { screenwork.speak(voice.lines(for: model)) } else { display.present(render(model)) }
    }

    /// One tick, at the time when the screen changes next; none when it does not change.
    private func schedule() {
        guard let deadline = model.nextDeadline, tickAt.map({ deadline < $0 }) ?? true else { return }
        ticker?.cancel()
        tickAt = deadline
        let rest = max(.milliseconds(1), deadline - runner.now)
        ticker = Task { [weak self] in
            try? await Task.sleep(for: rest)
            guard let self, !Task.isCancelled else { return }
            self.tickAt = nil
            self.inbox.post(.tick(self.runner.now))
        }
    }
}
