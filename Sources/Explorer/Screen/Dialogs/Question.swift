// Questions before an irreversible action: their texts, and the effects of yes and no. The default is No.

import Canvas
import NetLayer

/// A question before an irreversible action.
enum Question: Hashable {
    case cancelAll(count: Int)
    /// The active tasks that the filtered task table shows.
    case cancelShown([TaskID])
    case cancelUnsafe([TaskID], unsafe: Int)
    case quit(count: Int)
    case overwrite(SaveRequest)
    /// Send a request that may change something.
    case sendUnsafe(UnsafeSend)
    case runUnsafe(UnsafeRun)
    case overwriteExport(ExportOrder)
    case overwriteArchive(ArchiveOrder)
    /// A link leads to a server outside of the API.
    case openForeign(URI)
    case clearCache(count: Int)
    case clearCookies(count: Int)
    case deletePast(PastRequest, HistoryBox)
    case clearHistory(HistoryBox)
    /// Send a request with secrets that were not given for its server. The text describes the request.
    case sendElsewhere(String, ForeignCredentials)
    /// Allow the workspace to use its new features.
    case trust(TrustBox)

    /// A third answer exists: send the request without the secrets.
    var canGoWithout: Bool {
        if case .sendElsewhere(_, let foreign) = self { foreign.fixed.isEmpty } else { false }
    }

    var lines: [String] {
        switch self {
        case .cancelAll(let count): ["Cancel \(Self.requests(count))?"]
        case .cancelShown(let ids): ["Cancel \(Self.requests(ids.count)), all that the filter shows?"]
        case .cancelUnsafe(let ids, let unsafe):
            ["Cancel \(Self.requests(ids.count))?", "\(unsafe) of them may already have changed something on the server."]
        case .quit(let count): ["\(Self.requests(count)) running.", "Cancel and quit?"]
        case .overwrite(let request): ["\(request.path) already exists.", "Replace it?"]
        case .sendUnsafe(let send): send.question
        case .runUnsafe(let run): run.question
        case .overwriteExport(let order): ["\(order.path) already exists.", "Replace it?"]
        case .overwriteArchive(let order): ["\(order.path) already exists.", "Replace it?"]
        case .openForeign(let target):
            ["\(Printable.visible(target.host ?? "?")) is not one of the API's servers.", "Send without any credentials?"]
        case .clearCache(let count): [count == 1 ? "Remove the cached response?" : "Remove the \(count) cached entries?"]
        case .clearCookies(let count): [count == 1 ? "Remove the cookie?" : "Remove all \(count) cookies?"]
        case .deletePast(let line, _): ["Delete \(line.method) \(line.url) from the history?"]
        case .clearHistory:
            ["Delete the whole history, not only the entries shown?", "This includes entries of other programs."]
        case .sendElsewhere(let what, let foreign): foreign.question(what)
        case .trust(let box): box.lines
        }
    }

    private static func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }
}

extension Question: Dialog {
    func frame(_ model: Model) -> Rect { QuestionBox.frame(self, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { QuestionBox.draw(self, on: &screen) }
    func spoken(_ model: Model) -> SpokenDialog { SpokenDialog(texts: lines) }
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.answer(self, key) }

    func press(_ point: Point, in frame: Rect, of model: inout Model) -> [Effect] {
        let button = QuestionBox.buttons(self, in: DialogBox.inside(frame)).first { $0.rect.contains(point) }
        return button.map { model.handle($0.key) } ?? []
    }

    var hints: [KeyHint] { [("y", "yes"), ("n", "no")] + (canGoWithout ? [("w", "without them")] : []) }
}

extension Model {
    fileprivate mutating func answer(_ question: Question, _ key: Key) -> [Effect] {
        if isQuestionNew, [.character("y"), .character("Y"), .character("w")].contains(key) { return [] }
        switch key {
        case .character("y"), .character("Y"):
            dialogs.open = nil
            switch question {
            case .cancelAll:
                tasks.marks = []
                return stopWatches { _ in true } + [.engine(.cancelAll)]
            case .cancelShown(let ids), .cancelUnsafe(let ids, _):
                tasks.marks = []
                return [.engine(.cancel(ids))]
            case .quit: return [.screen(.quit)]
            case .overwrite(var request):
                request.overwrites = true
                return [.outside(.save(request))]
            case .sendUnsafe: return sendConfirmed()
            case .runUnsafe(let run): return runConfirmed(run)
            case .overwriteExport(var order):
                order.overwrites = true
                return begin(order)
            case .overwriteArchive(var order):
                order.overwrites = true
                return archive(order)
            case .openForeign(let target): return openForeign(target)
            case .clearCache:
                dialogs.open = CacheBox()
                return [.kept(.clearCache)]
            case .clearCookies:
                dialogs.open = CookieBox()
                return [.kept(.clearCookies)]
            case .deletePast(let line, let box): return delete(line, from: box)
            case .clearHistory(let box): return delete(nil, from: box)
            case .sendElsewhere(_, let foreign): return sendElsewhere(to: foreign.origin)
            case .trust(let box): return agree(to: box)
            }
        case .character("w") where question.canGoWithout:
            dialogs.open = nil
            return sendWithoutCredentials()
        case .character("n"), .character("N"), .character("q"), .escape, .enter, .control("c"):
            // Back to the list that the question is about.
            switch question {
            case .clearCache: return showCache()
            case .clearCookies: return showCookies()
            case .deletePast(_, let box), .clearHistory(let box): dialogs.open = box
            case .sendElsewhere, .sendUnsafe:
                dialogs.open = nil
                return dropHeldSends()
            case .runUnsafe(let run):
                dialogs.open = nil
                dropRun(run)
            case .trust:
                dialogs.open = nil
                say("Not reloaded: the workspace is used as before")
            case _: dialogs.open = nil
            }
        default: break
        }
        return []
    }
}
