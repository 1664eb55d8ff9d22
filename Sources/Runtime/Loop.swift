// The one loop: take all that happened, change the model, do what it wants, draw once, sleep.

import Canvas
import Explorer
import NetLayer

/// Runs the program's screen until it quits.
@MainActor
public final class Loop {
    /// What the loop asks of the terminal besides drawing.
    public struct Screenwork {
        public var redraw: @MainActor () -> Void
        public var suspend: @MainActor () -> Void

        public init(redraw: @escaping @MainActor () -> Void, suspend: @escaping @MainActor () -> Void) {
            self.redraw = redraw
            self.suspend = suspend
        }
    }

    /// The shortest time between two frames that no person asked for.
    static let frameTime = Duration.milliseconds(33)

    public private(set) var model: Model
    private let display: any Display
    private let inbox: Inbox
    private let runner: EffectRunner
    private let screenwork: Screenwork
    private let trace: FrameTrace?
    /// Sleeps until `tickAt`; there is none while the screen does not change by time alone.
    private var ticker: Task<Void, Never>?
    private(set) var tickAt: Duration?
    private var lastFrame: Duration?

    public init(
        model: Model, display: any Display, inbox: Inbox, runner: EffectRunner, screenwork: Screenwork, trace: FrameTrace? = nil
    ) {
        self.model = model
        self.display = display
        self.inbox = inbox
        self.runner = runner
        self.screenwork = screenwork
        self.trace = trace
    }

    /// Returns when the model wants to quit.
    public func run() async {
        let observer = runner.observe()
        defer {
            observer.cancel()
            ticker?.cancel()
        }
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
        // Keys bring no time along: without this, what they start would begin when something last happened.
        for event in [.tick(runner.now)] + events {
            for effect in model.update(event) where !perform(effect) { return false }
        }
        draw(events: events.count)
        schedule()
        return true
    }

    private func perform(_ effect: Effect) -> Bool {
        switch effect {
        case .quit: return false
        case .redraw: screenwork.redraw()
        case .suspend: screenwork.suspend()
        case .send, .cancel, .cancelAll, .window, .tree, .table, .find, .stopFinding, .forget: runner.perform(effect)
        }
        return true
    }

    private func draw(events: Int) {
        if let trace {
            trace.frame(events: events, now: { runner.now }, draw: { display.present(render(model)) })
        } else {
            display.present(render(model))
        }
        lastFrame = runner.now
    }

    /// One tick, at the time when the screen changes by itself; none when it does not.
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
