// A request that is sent again at an interval: when its next round is due, and what the rounds have changed.

import NetLayer

/// The watch of one endpoint. Rounds do not overlap: while one runs, or its response is being compared, no other
/// one is due.
struct Watch: Sendable {
    static let usual = Duration.seconds(5)
    /// Rounds that are closer than this are the work of `:repeat`.
    static let shortest = Duration.milliseconds(500)
    /// After failures the next round waits at most this long, or the interval where that is longer.
    private static let longestPause = Duration.seconds(60)
    private static let mostChanges = 100

    /// One change of the response, for the history.
    struct Change: Sendable, Hashable {
        let at: Duration
        let number: Int
        let summary: String
        let lines: [DiffLine]
    }

    /// The API of the endpoint, where there are several.
    let api: String?
    let interval: Duration
    /// The interval as the user wrote it.
    let every: String
    /// The task of the first round; identifies the watch.
    let first: TaskID
    /// The plan of the next round: as it was sent the last time, with all that the user has agreed to.
    private(set) var plan: RequestPlan
    /// The user was asked before the first round, and agreed.
    private(set) var isConfirmed = false
    private(set) var isPaused = false
    /// The task of the newest round.
    private(set) var newest: TaskID
    private(set) var startedAt: Duration
    /// The newest round has not ended.
    private(set) var isRunning = true
    /// When the next round begins; `nil` while it cannot.
    private(set) var due: Duration?
    /// The task of the newest usable response.
    private(set) var last: TaskID?
    /// The responses that are being compared.
    private(set) var question: WatchQuestion?
    /// The response that the watch has put into the result pane.
    var shown: TaskID?
    /// Rounds without a usable response since the last one that had one.
    private(set) var failures = 0
    /// The newest changes, oldest first.
    private(set) var changes: [Change] = []
    private(set) var changeCount = 0
    /// The differences of the newest response to the one before; `nil` where it brought none.
    private(set) var lit: WatchChanges?

    init(_ plan: RequestPlan, of api: String?, interval: Duration, every: String, first: TaskID, at now: Duration) {
        (self.plan, self.api, self.interval, self.every) = (plan, api, interval, every)
        (self.first, newest, startedAt) = (first, first, now)
    }

    /// The task of the round that has not ended.
    var round: TaskID? { isRunning ? newest : nil }

    /// Whether it is one of the tasks that stand for the watch now: the newest round, the newest response, the
    /// shown one.
    func holds(_ task: TaskID) -> Bool { [newest, last, shown].contains(task) }

    /// `watch 5s · change 3`.
    var title: String {
        var parts = ["watch \(every)"]
        if isPaused { parts.append("paused") }
        if failures > 0 { parts.append(failures == 1 ? "1 failure" : "\(failures) failures") }
        if changeCount > 0 { parts.append("change \(changeCount)") }
        return parts.joined(separator: " · ")
    }

    // MARK: Rounds

    mutating func begin(_ task: TaskID, at now: Duration) {
        (newest, startedAt, isRunning, due) = (task, now, true, nil)
    }

    /// The round goes out, after the user has answered all questions about it.
    mutating func send(_ plan: RequestPlan, isConfirmed: Bool, at now: Duration) {
        (self.plan, startedAt) = (plan, now)
        if isConfirmed { self.isConfirmed = true }
    }

    /// Ends the round, and returns the responses to compare before the next one.
    mutating func end(with answer: Answer, at now: Duration) -> WatchQuestion? {
        isRunning = false
        guard answer.isUsable else {
            failures += 1
            let pause = min(max(interval, Self.longestPause), interval * (1 << min(failures, 16)))
            due = isPaused ? nil : now + pause
            return nil
        }
        failures = 0
        defer { self.last = answer.task }
        guard let last else {
            shown = answer.task
            scheduleNext(at: now)
            return nil
        }
        question = WatchQuestion(old: last, new: answer.task)
        return question
    }

    /// Receives the comparison.
    /// - Parameter status: how the status has changed; `nil` when it has not.
    mutating func take(_ changes: WatchChanges, status: String?, at now: Duration) {
        question = nil
        scheduleNext(at: now)
        guard changes.areDifferent || status != nil else {
            lit = nil
            return
        }
        lit = changes
        changeCount += 1
        let parts = [status, changes.areDifferent ? changes.summary.text : nil].compactMap { $0 }
        let change = Change(
            at: now, number: changeCount, summary: parts.joined(separator: ", "), lines: changes.lines)
        self.changes = Array((self.changes + [change]).suffix(Self.mostChanges))
    }

    private mutating func scheduleNext(at now: Duration) { due = isPaused ? nil : max(now, startedAt + interval) }

    /// Pauses, or begins the next round at once. A round in flight ends as usual.
    mutating func setPaused(_ isPaused: Bool, at now: Duration) {
        self.isPaused = isPaused
        if isPaused { due = nil } else if !isRunning, question == nil { due = now }
    }
}

extension Answer {
    /// Whether it says how the resource is: a response that is complete, and no error of the server.
    fileprivate var isUsable: Bool {
        guard let head, failure == nil else { return false }
        return head.status < 500 && head.status != 429
    }
}

/// All watches, in the order in which they began.
struct WatchList: Sendable {
    var all: [Watch] = []

    /// When the next round begins.
    var nextDue: Duration? { all.compactMap(\.due).min() }

    /// The watch that a task stands for now.
    subscript(task: TaskID) -> Watch? { all.first { $0.holds(task) } }

    /// Whether a task is a round that the program has begun by itself.
    func isLaterRound(_ task: TaskID) -> Bool { all.contains { $0.holds(task) && $0.first != task } }

    /// Removes the watches that the condition names, and returns them.
    mutating func remove(where condition: (Watch) -> Bool) -> [Watch] {
        let removed = all.filter(condition)
        all.removeAll(where: condition)
        return removed
    }
}
