// The verbs of the palette's line, which take words, in one table.

import Canvas
import Document

/// A verb of the palette's line, `theme NAME`. After a new case the compiler requires its row, its
/// completions and its action.
enum PaletteVerb: String, CaseIterable, Sendable, Hashable {
    case filter, theme, set
    case api
    case environment = "env"
    case restrict = "guard"
    case switchTo = "switch"
    case pin, isolate, release, demo, messages, seen, log, clear, note
    case follow, reload, page
    case path, diff
    case export, save, columns, bars, list
    case cache, cookies, login, logout
    /// Requests of the workspace.
    case request, run
    /// Requests that the user types.
    case new
    case times = "repeat"
    case watch
    /// A measured comparison.
    case versus
    /// The whole API against its description.
    case verify
    /// The duplicate policy; its full name does not fit into help.
    case duplicates = "dupes"

    /// The row of a verb in the table.
    struct Spec: Sendable {
        /// The arguments as help shows them; empty for none.
        let arguments: String
        /// The least number of words.
        let least: Int
        /// The greatest number of words; `nil` for free text.
        let most: Int?
        /// One sentence.
        let help: String
    }

    var spec: Spec {
        switch self {
        case .filter:
            Spec(
                arguments: "[TEXT]", least: 0, most: nil, help: "Filter the endpoints by these words; without any, start typing.")
        case .theme: Spec(arguments: "NAME", least: 1, most: 1, help: "Use a theme; the screen shows it while you choose.")
        case .set:
            Spec(arguments: "OPTION [VALUE]", least: 1, most: 2, help: "Change an option, such as retries or wrap.")
        case .demo:
            Spec(
                arguments: "kill|freeze|heal N", least: 2, most: 2,
                help: "Make a demo service fail (kill, freeze) or recover (heal).")
        case .request:
            Spec(
                arguments: "save|copy|move|remove|undo [NAME]", least: 1, most: 2,
                help: "Save the form in the workspace, or change a saved request.")
        case .new:
            Spec(
                arguments: "[METHOD] URL", least: 0, most: 2,
                help: "Write a request of your own, or paste a curl line: it becomes a form.")
        case .run:
            Spec(arguments: "NAME", least: 1, most: 1, help: "Send a saved request, a chain or a group.")
        case .times:
            Spec(
                arguments: "N [AT ONCE] [MODE] [rate:R] [for:T] [warm-up:T] [hedge:T] …", least: 1, most: 9,
                help: "Send the selected request N times, AT ONCE in parallel, until MODE is decided; at a rate, measure it.")
        case .watch:
            Spec(
                arguments: "[EVERY|pause|resume|off|changes]", least: 0, most: 1,
                help: "Send the selected request again at an interval, such as 5s, and show what changes.")
        case .versus:
            Spec(
                arguments: "SERVICE|ENVIRONMENT [N] [rate:R] [for:T] …", least: 1, most: 9,
                help: "Send the selected request to two services or environments in turns, and compare the times.")
        case .verify:
            Spec(
                arguments: "[negative] [unsafe]", least: 0, most: 2,
                help: "Send what the description allows, and report what differs; negative: also what it forbids.")
        case .duplicates:
            Spec(
                arguments: "POLICY", least: 1, most: 1,
                help: "Set the duplicate policy: how the endpoint treats a request while others run.")
        case .api:
            Spec(arguments: "NAME|all", least: 1, most: nil, help: "Show the endpoints of one API of the workspace, or of all.")
        case .environment:
            Spec(
                arguments: "NAME", least: 1, most: nil,
                help: "Switch to another environment; running requests stay in theirs.")
        case .restrict:
            Spec(
                arguments: "[confirm|read-only|off]", least: 0, most: 1,
                help: "Show the guards in force; confirm asks before each change, read-only sends none, off takes that back.")
        case .switchTo:
            Spec(
                arguments: "SERVICE", least: 1, most: 1,
                help: "Send requests to a service until it fails or is released.")
        case .pin:
            Spec(
                arguments: "SERVICE [softly]", least: 1, most: 2,
                help: "Send all requests to a service, whatever its state; softly: while it works.")
        case .isolate:
            Spec(arguments: "SERVICE", least: 1, most: 1, help: "Stop using a service until it is released.")
        case .release:
            Spec(
                arguments: "SERVICE", least: 1, most: 1,
                help: "Undo the pin or isolation of a service and treat it as healthy.")
        case .follow:
            Spec(
                arguments: "LINK", least: 1, most: nil,
                help: "Go to a linked operation, its form filled from the last response.")
        case .path:
            Spec(
                arguments: "[JSONPATH]", least: 0, most: nil,
                help: "Filter the response by a JSONPath; without one, start typing.")
        case .diff:
            Spec(
                arguments: "[TASK|SERVICE]", least: 0, most: 1,
                help: "Compare the response with that of another task or service, or with the previous one.")
        case .export:
            Spec(
                arguments: "[FORMAT [FILE]]", least: 0, most: nil,
                help: "Write the table as shown: csv, json, jsonl or markdown; without a file, copy it.")
        case .save:
            Spec(
                arguments: "[FILE]", least: 0, most: nil,
                help: "Save the body to a file; to FILE.har: the marked tasks, else the shown ones, with their responses.")
        case .columns:
            Spec(
                arguments: "[NAME…]", least: 0, most: nil,
                help: "Show these columns of the table; reset: the detected ones; no name: choose.")
        case .bars:
            Spec(
                arguments: "[NAME…|off]", least: 0, most: nil,
                help: "Show the numbers of these columns as bars; no name: those of the column under the cursor, or not.")
        case .list:
            Spec(
                arguments: "[POINTER]", least: 0, most: 1,
                help: "Show the array at a JSON pointer as the table; without one, the detected list.")
        case .cache:
            Spec(
                arguments: "[POLICY]", least: 0, most: 1,
                help: "Show the cached responses; with a policy: how this endpoint uses them.")
        case .cookies: Spec(arguments: "", least: 0, most: 0, help: "Show the cookies that servers have set.")
        case .login:
            Spec(
                arguments: "", least: 0, most: 0,
                help: "Log in with OAuth 2; requests carry the token, which is renewed automatically."
            )
        case .logout: Spec(arguments: "", least: 0, most: 0, help: "Log out: delete the token, its cookies and stored responses.")
        case .reload: Spec(arguments: "", least: 0, most: 0, help: "Reload the description; typed values stay.")
        case .page: Spec(arguments: "N", least: 1, most: 1, help: "Go to a page of the list, where pages have numbers.")
        case .messages: Spec(arguments: "", least: 0, most: 0, help: "Show the messages of this session.")
        case .log:
            Spec(
                arguments: "", least: 0, most: 0,
                help: "Show each request that was sent as a line of explorer send or curl; Enter copies it.")
        case .seen:
            Spec(arguments: "", least: 0, most: 0, help: "Mark all failures as seen: the first line counts new ones only.")
        case .clear:
            Spec(
                arguments: "", least: 0, most: 0,
                help: "Remove the ended tasks from the table: the marked ones, or those that the filter shows.")
        case .note:
            Spec(
                arguments: "[TEXT]", least: 0, most: nil,
                help: "Put a note on the marked tasks, or on the selected one; without a text, remove it.")
        }
    }

    /// The usage in help.
    var usage: String { ":\(rawValue)" + (spec.arguments.isEmpty ? "" : " \(spec.arguments)") }

    /// A possible next word, with an explanation.
    struct Completion: Sendable, Hashable {
        let word: String
        let note: String
    }

    /// Why the verb is unavailable here; `nil` when it is available.
    func whyUnavailable(in model: Model) -> String? {
        switch self {
        case .demo: model.whyNoDemo
        case .times, .duplicates: model.whyUnavailable(.send)
        case .watch: model.whyNoWatch
        case .versus: model.whyNoVersus
        case .verify: model.whyNoVerify
        case .api: model.whyNoAPIChoice
        case .environment: model.whyNoEnvironment
        case .request: model.whyNoWorkspace
        case .run: model.whyNothingToRun
        case .new: model.whyNoNewRequest
        case .switchTo, .pin, .isolate, .release: model.whyNoFailover
        case .follow: model.whyNoLink
        case .reload: model.whyNoReload
        case .path: model.whyNoPath
        case .diff: model.whyNothingToCompare
        case .page: model.whyNoPageNumber
        case .export: model.whyNoExport
        case .save: model.whyNoSaving
        case .columns: model.whyNoColumns
        case .bars: model.whyNoBars
        case .list: model.whyNoListChoice
        case .login: model.whyNoLogin
        case .clear: model.whyNothingToClear
        case .note: model.whyNoNote
        case .seen: model.tasks.newFailures > 0 ? nil : "No task has failed since you last looked"
        default: nil
        }
    }

    /// The possible next words, the likeliest first; empty when no word is possible, or any.
    func completions(after words: [String], in model: Model) -> [Completion] {
        switch self {
        case .theme: words.isEmpty ? model.view.themes.completions : []
        case .set: Setting.completions(after: words, in: model)
        case .demo: model.api.demo.map { DemoOrder.completions(after: words, for: $0) } ?? []
        case .duplicates: model.duplicateCompletions(after: words)
        case .watch: model.watchCompletions(after: words)
        case .api: model.apiCompletions(after: words)
        case .environment: model.environmentCompletions(after: words)
        case .restrict: model.guardCompletions(after: words)
        case .request: model.savedCompletions(after: words)
        case .run: model.runCompletions(after: words)
        case .pin: model.serviceCompletions(after: words, second: [.init(word: "softly", note: "while it works")])
        case .switchTo, .isolate, .release: model.serviceCompletions(after: words)
        case .versus: model.sideCompletions(after: words)
        case .verify: model.verifyCompletions(after: words)
        case .follow: model.linkCompletions(after: words)
        case .diff: model.diffCompletions(after: words)
        case .export:
            words.isEmpty ? TableExport.Format.allCases.map { .init(word: $0.rawValue, note: $0.title) } : []
        case .columns: model.columnCompletions(after: words)
        case .bars: model.barCompletions(after: words)
        case .list: model.listCompletions(after: words)
        case .cache: model.cacheCompletions(after: words)
        default: []
        }
    }

    /// Runs the line. An error leaves the model unchanged.
    func perform(_ words: [String], _ model: inout Model) throws(PaletteProblem) -> [Effect] {
        switch self {
        case .filter:
            if let reason = model.whyNoDescription { throw PaletteProblem(reason) }
            model.focus = .endpoints
            if words.isEmpty { return model.perform(.filter) }
            model.endpoints.setFilter(words.joined(separator: " "))
            return []
        case .theme:
            guard let name = words.first, model.view.themes.names.contains(name) else {
                throw .unknown("theme", words.first ?? "", among: model.view.themes.names)
            }
            return model.view.themes.choose(name)
        case .set:
            let (watched, allowed) = (model.api.watchesFiles, model.api.allowsNetworkReferences)
            let usedReader = model.view.usesReader
            try Setting.perform(words, &model)
            var change: [Effect] = model.api.watchesFiles == watched ? [] : [.description(.watch(model.api.watchesFiles))]
            if model.api.allowsNetworkReferences != allowed {
                change.append(.description(.network(model.api.allowsNetworkReferences)))
            }
            if model.view.usesReader != usedReader { change.append(.screen(.useReader(model.view.usesReader))) }
            return change
        case .demo: return try model.demoEffects(words)
        case .times: return try model.repeatSelected(words)
        case .watch: return try model.watch(words)
        case .versus: return try model.compareSides(words)
        case .verify: return try model.verify(words)
        case .duplicates: return try model.setDuplicates(words)
        case .request: return try model.changeSaved(words)
        case .run: return try model.run(words)
        case .new: return words.isEmpty ? model.askForRequest() : try model.addRequests(words.joined(separator: " "))
        case .api: return try model.chooseAPI(words)
        case .environment: return try model.useEnvironment(words)
        case .restrict: return try model.restrict(words)
        case .switchTo: return model.wish(.switchTo(try model.service(words.first)))
        case .pin: return try model.pinEffects(words)
        case .isolate: return model.wish(.isolate(try model.service(words.first)))
        case .release: return model.release(try model.service(words.first))
        case .follow: return try model.follow(words)
        case .path: return try model.filter(by: words)
        case .diff: return try model.compare(words)
        case .reload:
            if let reason = model.whyNoReload { throw PaletteProblem(reason) }
            model.say("Reloading the description …")
            return [.description(.reload)]
        case .page: return try model.turn(toPage: words)
        case .export: return try model.export(words)
        case .save: return try model.save(words)
        case .columns: return try model.chooseColumns(words)
        case .bars: return try model.showBars(words)
        case .list: return try model.chooseList(words)
        case .cache: return try model.cache(words)
        case .cookies: return model.showCookies()
        case .login:
            if let reason = model.whyNoLogin { throw PaletteProblem(reason) }
            return model.openLogin()
        case .logout: return model.logOut()
        case .messages:
            model.dialogs.open = MessagesBox()
            return []
        case .log: return model.showLog()
        case .seen:
            model.tasks.seeFailures()
            return []
        case .clear: return try model.clearTasks()
        case .note: return try model.note(words)
        }
    }
}

/// Why a line of the palette cannot be run.
struct PaletteProblem: Error, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func unknown(_ kind: String, _ word: String, among names: [String]) -> PaletteProblem {
        if word.isEmpty { return PaletteProblem("Which \(kind)? There are \(names.joined(separator: ", "))") }
        let hint =
            ClosestName.match(word, among: names).map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
        return PaletteProblem("There is no \(kind) “\(word)”: \(hint)")
    }
}
