// The user's position among the differences of two responses.

import Canvas
import NetLayer

struct DiffView: Sendable {
    let old: TaskID
    let new: TaskID
    private(set) var list = ListState()
    private(set) var window: DiffWindow?
    private var asked: DiffRequest?

    init(old: TaskID, new: TaskID) {
        self.old = old
        self.new = new
    }

    var total: Int { window?.total ?? 0 }

    /// The difference under the cursor, if it is loaded.
    var line: DiffLine? { window?.line(at: list.selected) }

    /// The number of the difference at the cursor, from 1, and how many there
    /// are; `nil` before the first one.
    var position: (number: Int?, count: Int) {
        guard let marks = window?.marks else { return (total == 0 ? nil : list.selected + 1, total) }
        let before = marks.prefix { $0 <= list.selected }.count
        return (before == 0 ? nil : before, marks.count)
    }

    /// Moves the cursor; returns whether the command has a meaning here.
    mutating func move(_ command: Command, height: Int) -> Bool {
        guard let distance = command.distance(height: height) else { return false }
        list.move(by: distance, count: total, height: height)
        return true
    }

    /// Goes to the next or the previous difference; stops at the last and at the first.
    mutating func step(_ step: FindRequest.Step, height: Int) {
        let isBack = step == .backward
        guard let marks = window?.marks else { return list.move(by: isBack ? -1 : 1, count: total, height: height) }
        let target = isBack ? marks.last { $0 < list.selected } : marks.first { $0 > list.selected }
        if let target { list.moveTo(target, count: total, height: height) }
    }

    mutating func pick(_ line: Int, height: Int) {
        if list.top + line < total { list.selectInPlace(list.top + line, count: total, height: height) }
    }

    /// The request for lines that the screen will need and that are not loaded.
    mutating func missing(height: Int) -> DiffRequest? {
        if let window, list.top >= window.start, min(window.total, list.top + height) <= window.start + window.lines.count {
            return nil
        }
        let request = DiffRequest(old: old, new: new, range: max(0, list.top - height)..<(list.top + 2 * height))
        guard request != asked else { return nil }
        asked = request
        return request
    }

    /// Accepts lines for the last request only.
    mutating func receive(_ window: DiffWindow, height: Int) {
        guard window.request == asked else { return }
        let isFirst = self.window == nil
        asked = nil
        self.window = window
        if isFirst { list.moveTo(window.marks?.first ?? 0, count: total, height: height) }
        list.clamp(count: total, height: height)
    }

    mutating func clamp(height: Int) { if window != nil { list.clamp(count: total, height: height) } }
}
