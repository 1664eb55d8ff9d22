// The places of the screen that the user was at, for going back and forward.

import NetLayer

/// A place of the user: a pane, and what the panes show.
struct VisitedPlace: Sendable, Hashable {
    var pane: Pane
    /// The number of the API in use, where there are several.
    var api = 0
    /// The id of the selected endpoint; its index changes when the description is read again.
    var endpoint: String?
    var formTab: RequestTab?
    /// The task whose response is shown.
    var task: TaskID?
    var resultTab: ResultTab

    /// Whether the user only passes through: another row of the endpoints, or another tab.
    fileprivate func isStep(from before: VisitedPlace) -> Bool {
        pane == before.pane && task == before.task && (endpoint == before.endpoint || pane == .endpoints)
    }
}

/// The places before the current one, and those that the user came back from.
struct VisitedPlaces: Sendable {
    enum Way: Sendable { case back, forward }

    /// The most places on either side; the oldest are dropped.
    static let most = 100

    private(set) var current: VisitedPlace?
    /// The nearest of each side is the last.
    private var before: [VisitedPlace] = []
    private var after: [VisitedPlace] = []
    /// The user came to the current place by a step, so the next step replaces it.
    private var isPassing = false
    /// The user went back or forward in this step of the program.
    private var isReturning = false

    /// Records the current place after each step of the program.
    /// - Parameter isByHand: the user's own step. Other steps, such as a response that opens its tab, are no
    ///   places of their own.
    mutating func record(_ place: VisitedPlace, isByHand: Bool) {
        defer { isReturning = false }
        guard let last = current, last != place else { return current = place }
        let isStep = place.isStep(from: last)
        // A response to what the user sent from here belongs to this place.
        let isResponse = isPassing && place.pane == last.pane && place.endpoint == last.endpoint
        let replaces = isReturning || (isStep ? isPassing || !isByHand : isResponse)
        current = place
        if !isReturning { isPassing = isStep && (isByHand || isPassing) }
        guard !replaces else { return }
        before = Array((before + [last]).suffix(Self.most))
        after = []
    }

    /// The nearest place of that side; `nil` when there is none.
    func nearest(_ way: Way, where exists: (VisitedPlace) -> Bool) -> VisitedPlace? {
        (way == .back ? before : after).last { $0 != current && exists($0) }
    }

    /// Goes to a place of that side. The places between are dropped: they no longer exist.
    mutating func go(_ way: Way, to place: VisitedPlace) {
        var (ahead, behind) = way == .back ? (before, after) : (after, before)
        while let next = ahead.popLast(), next != place {}
        if let current { behind.append(current) }
        (before, after) = way == .back ? (ahead, behind) : (behind, ahead)
        (current, isPassing, isReturning) = (place, false, true)
    }
}
