// Jump labels: one or two letters over everything that a click goes to. Typing a label clicks there.

import Canvas
import NetLayer

/// The labels on the screen, and the letters that were typed.
struct JumpLabels: Sendable, Hashable {
    /// A label, and the point that it stands on and clicks.
    struct Label: Sendable, Hashable {
        let text: String
        let point: Point
    }

    let labels: [Label]
    private var typed = ""
    /// The visible tasks: a task that starts moves the rows under the labels.
    private let tasks: [TaskID]

    init(_ points: [Point], tasks: [TaskID] = []) {
        labels = zip(Self.texts(points.count), points).map { Label(text: $0, point: $1) }
        self.tasks = tasks
    }

    /// The easiest letters come first: the home row, the row above, the row below.
    private static let letters = "asdfghjklqwertyuiopzxcvbnm".map(String.init)

    /// The texts of that many labels, or of as many as there are: first those of one letter. No text begins
    /// another, so each is complete with its last letter.
    static func texts(_ count: Int) -> [String] {
        // A letter that begins labels of two letters is no label itself, so each adds one less than all letters.
        let starts = min(letters.count, max(0, (count - 2) / (letters.count - 1)))
        let single = Array(letters.dropLast(starts))
        let double: [String] = letters.suffix(starts).flatMap { first in letters.map { first + $0 } }
        return Array((single + double).prefix(count))
    }

    /// The labels that the typed letters begin.
    private var open: [Label] { labels.filter { $0.text.hasPrefix(typed) } }
}

extension JumpLabels: Dialog {
    func frame(_ model: Model) -> Rect { Rect(model.view.size) }

    func draw(_ model: Model, on screen: inout Screen) {
        for label in open {
            screen.write(String(label.text.dropFirst(typed.count)), x: label.point.x, y: label.point.y, style: .jumpLabel)
        }
    }

    /// A stream of lines has no places for labels; the command is unavailable there.
    func spoken(_ model: Model) -> SpokenDialog { SpokenDialog(texts: ["Labels stand on the screen only"]) }

    /// A letter of a label goes on, backspace takes it back; any other key leaves and does nothing else.
    func handle(_ key: Key, in model: inout Model) -> [Effect] {
        var labels = self
        switch key {
        case .backspace: labels.typed = ""
        case .character(let letter): labels.typed.append(letter)
        default: return leave(&model)
        }
        guard let first = labels.open.first else { return leave(&model) }
        guard first.text == labels.typed else {
            model.dialogs.open = labels
            return []
        }
        model.dialogs.open = nil
        guard tasks == model.visibleTasks else {
            model.say("The rows have moved: open the labels again")
            return []
        }
        return model.clickOnce(first.point)
    }

    private func leave(_ model: inout Model) -> [Effect] {
        model.dialogs.open = nil
        return []
    }

    /// A click goes where it would go without the labels.
    func press(_ point: Point, in frame: Rect, of model: inout Model) -> [Effect] {
        model.dialogs.open = nil
        return model.clickOnce(point)
    }

    var hints: [KeyHint] { [("letters", "go there"), ("esc", "leave")] }
}

extension Model {
    mutating func openJumpLabels() {
        let points = jumpPoints
        guard !points.isEmpty else { return say("There is nothing to go to here") }
        dialogs.open = JumpLabels(points, tasks: visibleTasks)
    }

    /// The tasks on the screen, from the top.
    fileprivate var visibleTasks: [TaskID] {
        let height = listHeight(of: .tasks)
        return tasks.rows(on: tasks.list.top..<tasks.list.top + height).map(\.id)
    }
}
