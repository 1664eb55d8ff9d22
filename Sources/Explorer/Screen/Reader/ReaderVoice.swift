// Reader mode: the program as lines that a screen reader says. The voice holds what was said last, and says only
// what is new. It reads the model and never a frame.

import Canvas
import Catalog
import NetLayer
import Workbench

/// Makes lines of what has changed since the last call. Pure, as `render` is.
public struct ReaderVoice: Sendable {
    /// What was said last.
    private struct Said: Sendable {
        var source: String
        var place: PaneWords.Place?
        var spot: SpokenSpot?
        var typing: SpokenTyping?
        var dialog: SpokenDialog?
        /// Two dialogs of the same kind may follow each other.
        var dialogKind = ""
        var notices: [Notice] = []
        /// The task whose response was reported.
        var response: TaskID?
        var inputs: Int
        var placeRequests: Int
    }

    /// `nil` before the first call.
    private var said: Said?
    private var tasks = TaskNews()
    private var spoken = SpokenLines()

    public init() {}

    /// The lines to say now; none when nothing has changed that the user needs to know. No line equals the one
    /// before it.
    public mutating func lines(for model: Model) -> [String] {
        var lines: [String] = []
        if said == nil { lines.append(begin(model)) }
        if var now = said {
            let hadDialog = now.dialog != nil
            lines += source(model, &now) + typed(model, &now) + notices(model, &now) + tasks.lines(model)
            lines += response(model, &now) + dialog(model, &now)
            // Behind a dialog that closes without a word, the user hears the row again.
            if hadDialog, now.dialog == nil, lines.isEmpty { now.spot = nil }
            if now.dialog == nil { lines += place(model, &now) }
            (now.inputs, now.placeRequests) = (model.dialogs.inputs, model.view.placeRequests)
            said = now
        }
        return spoken.take(lines)
    }

    private mutating func begin(_ model: Model) -> String {
        tasks = TaskNews(model)
        said = Said(
            source: "", response: model.result.task, inputs: model.dialogs.inputs, placeRequests: model.view.placeRequests)
        let keys = model.view.keymap
        let help = keys.keys(of: .help).first ?? ":help"
        let place = keys.keys(of: .redraw).first ?? ":redraw"
        return "explorer in reader mode: \(help) lists the keys, \(place) says where you are"
    }

    // MARK: What happens

    private func source(_ model: Model, _ said: inout Said) -> [String] {
        let text =
            switch model.api.source {
            case .loading(let name): "Reading \(name)"
            case .ready(let description): description.title
            case .failed(let failure): "No description: " + Self.sentences(of: failure)
            }
        guard text != said.source else { return [] }
        said.source = text
        // Its endpoints are other ones.
        said.place = nil
        // Where there are several APIs, a notice reports the failure.
        if let failure = model.sourceFailure, let name = model.apis.currentName,
            Self.allNotices(model).contains(where: { $0.text == failure.notice(of: name) })
        {
            return []
        }
        return [text]
    }

    /// The title, which may be a path, stays as it is. Each line below it begins with a capital letter.
    private static func sentences(of failure: Failure) -> String {
        let lines = failure.lines
        return ReaderWords.sentences(Array(lines.prefix(1)) + lines.dropFirst().map { capitalized($0) })
    }

    /// With a capital letter, unless the text begins with a name or an address.
    private static func capitalized(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard word.allSatisfy({ $0.isLetter || $0 == "," || $0 == ":" }) else { return text }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func allNotices(_ model: Model) -> [Notice] {
        (model.notices.shown.map { [$0] } ?? []) + model.notices.waiting
    }

    /// The text that the user has left, in the words that it has now.
    private func typed(_ model: Model, _ said: inout Said) -> [String] {
        let now = SpokenTyping.current(model)
        guard let before = said.typing, now?.place != before.place else { return [] }
        said.typing = nil
        guard let left = SpokenTyping.make(before.place, model) else { return [] }
        // The row would say the same once more.
        if now == nil, model.focus == .request { said.spot = PaneWords.spot(model) }
        return [ReaderWords.parts(["\(left.name) is \(left.value)", left.problem])]
    }

    private func notices(_ model: Model, _ said: inout Said) -> [String] {
        let all = Self.allNotices(model)
        // A notice that has waited gets a later end when its turn comes.
        let waited = Set(said.notices.dropFirst().map(\.text))
        let new = all.filter { !said.notices.contains($0) && !waited.contains($0.text) }
        said.notices = all
        return new.map { spoken.repeated(ReaderWords.text($0.kind.prefix + $0.text)) }
    }

    /// A response in the result pane whose arrival was not said with the end of its task.
    private func response(_ model: Model, _ said: inout Said) -> [String] {
        guard let task = model.result.task, task != said.response else { return [] }
        // The end of a cancelled task is said before its response is known.
        // A change of a watched response is a notice, and a round without a change is no news.
        let isSaid = tasks.ended.contains(task) || model.watches.isLaterRound(task)
        if isSaid { said.response = task }
        guard !isSaid, let answer = model.result.answer else { return [] }
        said.response = task
        let facts = ReaderWords.parts(ResultWords.facts(model))
        return [answer.isArriving ? "Task \(task) is arriving: \(facts)" : "Result: \(facts)"]
    }

    // MARK: Where the user is

    private func dialog(_ model: Model, _ said: inout Said) -> [String] {
        guard let dialog = model.dialogs.open else {
            (said.dialog, said.dialogKind) = (nil, "")
            return []
        }
        let (now, kind) = (dialog.spoken(model), "\(type(of: dialog))")
        let old = said.dialogKind == kind ? said.dialog : nil
        (said.dialog, said.dialogKind) = (now, kind)
        var lines = now.texts.filter { old?.texts.contains($0) != true }
        if old == nil || dialog is Question, !lines.isEmpty {
            lines.append("Keys: " + dialog.hints.map { "\($0.key) \($0.title)" }.joined(separator: ", "))
        }
        if let field = now.field, field.name != old?.field?.name { lines.append("\(field.name): \(field.value)") }
        if let row = now.row, row != old?.row { lines.append(row) }
        if let problem = now.problem, problem != old?.problem { lines.append("error: " + problem) }
        return lines.map(ReaderWords.text)
    }

    private func place(_ model: Model, _ said: inout Said) -> [String] {
        let place = PaneWords.Place(model)
        guard model.view.placeRequests == said.placeRequests else {
            (said.place, said.spot, said.typing) = (place, PaneWords.spot(model), SpokenTyping.current(model))
            return PaneWords.whole(model)
        }
        let isByHand = model.dialogs.inputs != said.inputs
        var lines: [String] = []
        let isElsewhere = place.pane != said.place?.pane || place.owner != said.place?.owner
        if isElsewhere {
            lines.append(PaneWords.head(model))
            said.spot = nil
        } else if place.tab != said.place?.tab {
            lines.append(PaneWords.tab(model))
        }
        said.place = place
        lines += typing(model, &said, isByHand: isByHand)
        // While the user types into the form, its row is not said.
        guard model.focus != .request || said.typing == nil else { return lines }
        guard isByHand || isElsewhere || !PaneWords.movesAlone(model), let spot = PaneWords.spot(model) else { return lines }
        if let change = spot.change(from: said.spot) { lines.append(change) }
        said.spot = spot
        return lines
    }

    /// The beginning of typing, and the choices and lines that the user goes to meanwhile.
    private func typing(_ model: Model, _ said: inout Said, isByHand: Bool) -> [String] {
        guard let now = SpokenTyping.current(model) else { return [] }
        defer { said.typing = now }
        guard let before = said.typing, before.place == now.place else {
            // Of a field that Enter led to, the user has not heard yet.
            let isKnown = model.focus != .request || PaneWords.spot(model) == said.spot
            return [ReaderWords.parts(["editing \(now.name)", isKnown ? "" : now.about])]
        }
        guard isByHand, let pick = now.pick, pick.row != before.pick?.row else { return [] }
        return [pick.text]
    }
}

extension Notice.Kind {
    fileprivate var prefix: String {
        switch self {
        case .info: ""
        case .warning: "Warning: "
        case .error: "Error: "
        }
    }
}
