// The shell command that a response is piped through: typed ─► running ─► shown; `esc` leads from
// each state back to the response.

import Canvas
import NetLayer

struct ResultPipe: Sendable {
    private(set) var field = TextField()
    private(set) var isTyping = false
    private(set) var running: Running?
    /// The output that is shown in place of the response.
    private(set) var shown: Piped?
    /// The commands that were run, oldest first.
    private(set) var history: [String] = []
    /// Which of them is in the field; `nil`: the typed text.
    private var place: Int?
    private var draft = ""
    private var numbers = 0
    /// Effects that the runtime has not received yet.
    private var owed: [Effect] = []

    struct Running: Sendable {
        let request: PipeRequest
        let since: Duration
        /// Bytes of output so far.
        var bytes = 0
    }

    /// Commands that the history offers again.
    private static let mostLines = 50

    /// Whether the command has a line on the screen.
    var isOpen: Bool { isTyping || running != nil || shown != nil }

    /// Starts typing, with the current command.
    mutating func begin() {
        isTyping = true
        place = nil
        field = TextField(running?.request.command ?? shown?.request.command ?? "")
    }

    mutating func edit(_ body: (inout TextField) -> Void) {
        body(&field)
        place = nil
    }

    /// Puts the previous or the next command into the field.
    mutating func recall(by step: Int) {
        guard !history.isEmpty else { return }
        if place == nil { draft = field.text }
        let next = (place ?? history.count) + step
        guard next >= 0 else { return }
        place = next < history.count ? next : nil
        field = TextField(place.map { history[$0] } ?? draft)
    }

    mutating func endTyping() {
        isTyping = false
        field = TextField(running?.request.command ?? shown?.request.command ?? "")
    }

    /// Runs the typed command on the body of a task.
    mutating func run(on task: TaskID, at now: Duration) {
        let command = field.text
        isTyping = false
        history.removeAll { $0 == command }
        history = Array((history + [command]).suffix(Self.mostLines))
        if running != nil { owed.append(.outside(.endPipe)) }
        numbers += 1
        let request = PipeRequest(task: task, number: numbers, command: command)
        running = Running(request: request, since: now)
        owed.append(.outside(.pipe(request)))
    }

    /// Ends the running program; the output that was shown before stays.
    mutating func cancel() {
        guard running != nil else { return }
        running = nil
        owed.append(.outside(.endPipe))
        field = TextField(shown?.request.command ?? "")
    }

    /// The whole response is shown again.
    mutating func end() {
        cancel()
        isTyping = false
        field = TextField()
        if let output = shown?.request.output { owed.append(.body(.forget([output]))) }
        shown = nil
    }

    mutating func receive(_ request: PipeRequest, bytes: Int) { if running?.request == request { running?.bytes = bytes } }

    /// Accepts the output of the running command; releases the output of any other.
    /// - Returns: whether to show the output.
    mutating func receive(_ piped: Piped) -> Bool {
        guard running?.request == piped.request else {
            owed.append(.body(.forget([piped.request.output])))
            return false
        }
        if let before = shown?.request.output { owed.append(.body(.forget([before]))) }
        running = nil
        shown = piped
        return true
    }

    mutating func takeOwed() -> [Effect] {
        defer { owed = [] }
        return owed
    }

    /// The text at the end of the command's line.
    func state(at now: Duration, _ motion: Motion) -> String {
        guard let running else { return shown.map { "\(Quantity.bytes(Int64($0.bytes)))" } ?? "" }
        let bytes = running.bytes > 0 ? " · \(Quantity.bytes(Int64(running.bytes)))" : ""
        return "▶ running \(motion.elapsed(max(.zero, now - running.since)))\(bytes)"
    }
}
