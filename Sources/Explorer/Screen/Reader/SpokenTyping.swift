// The text that the user types in a pane, as lines for a screen reader. Screen readers repeat typed keys
// themselves, so the text is said when the user leaves it. A secret is hidden.

import Canvas
import Catalog

struct SpokenTyping: Sendable, Hashable {
    /// Where the text stands. The number is that of the endpoint.
    enum Place: Sendable, Hashable {
        case field(Int, index: Int), bodyText(Int), bodyType(Int), bodyVariant(Int)
        case endpointFilter, taskFilter, search, path, pipe
    }

    let place: Place
    let name: String
    /// The text, in words.
    let value: String
    /// What may be typed, and what is there.
    var about = ""
    var problem = ""
    /// The selected choice, or the line of the cursor.
    var pick: SpokenSpot?

    /// `nil` while the user types nothing.
    static func current(_ model: Model) -> SpokenTyping? {
        guard model.isEditing, let place = place(model) else { return nil }
        return make(place, model)
    }

    private static func place(_ model: Model) -> Place? {
        if model.tasks.isFiltering { return .taskFilter }
        if model.isSearching { return .search }
        if model.isFilteringResult { return .path }
        if model.isPiping { return .pipe }
        if model.endpoints.isFiltering { return .endpointFilter }
        guard let endpoint = model.endpoints.selectedEndpoint, let form = model.form else { return nil }
        switch form.selectedRow {
        case .field(let index): return .field(endpoint, index: index)
        case .bodyText: return .bodyText(endpoint)
        case .contentType: return .bodyType(endpoint)
        case .choice: return .bodyVariant(endpoint)
        case .add, nil: return nil
        }
    }

    /// The text of a place as it is now, whether the user types there or not; `nil` when the place is gone.
    static func make(_ place: Place, _ model: Model) -> SpokenTyping? {
        switch place {
        case .endpointFilter:
            let list = model.endpoints
            let found = "\(list.shownCount) of \(ReaderWords.count(list.total, "endpoint"))"
            return SpokenTyping(place: place, name: "filter", value: line(list.filter, found))
        case .taskFilter:
            let tasks = model.tasks
            let found = "\(tasks.shownCount) of \(ReaderWords.count(tasks.count, "task"))"
            let problem = tasks.filterProblem.map { "error: \($0.text)" } ?? ""
            return SpokenTyping(place: place, name: "filter", value: line(tasks.filter, found), problem: problem)
        case .search:
            return SpokenTyping(place: place, name: "search", value: line(model.result.search.field, model.result.search.count))
        case .path:
            let filter = model.result.filter
            let problem = filter.problem.map { "error: \($0.description)" } ?? ""
            return SpokenTyping(place: place, name: "JSONPath", value: line(filter.field, filter.count), problem: problem)
        case .pipe: return SpokenTyping(place: place, name: "shell command", value: line(model.result.pipe.field, ""))
        case .field(let endpoint, let index):
            guard let form = model.requests.forms[endpoint], form.fields.indices.contains(index) else { return nil }
            return field(form.fields[index], of: form, at: place)
        case .bodyText(let endpoint): return model.requests.forms[endpoint]?.body.map { body($0, at: place) }
        case .bodyType(let endpoint):
            guard let form = model.requests.forms[endpoint], let body = form.body else { return nil }
            return SpokenTyping(place: place, name: "body type", value: body.contentType, pick: pick(form))
        case .bodyVariant(let endpoint):
            guard let form = model.requests.forms[endpoint], let choice = form.body?.choice else { return nil }
            return SpokenTyping(place: place, name: "body variant", value: choice.name, pick: pick(form))
        }
    }

    private static func line(_ field: TextField, _ found: String) -> String {
        field.text.isEmpty ? "empty" : ReaderWords.parts([field.text, found])
    }

    private static func field(_ field: FormField, of form: RequestForm, at place: Place) -> SpokenTyping {
        let value = FormWords.value(field)
        let about = ReaderWords.parts([FormWords.about(field), "value " + value])
        return SpokenTyping(
            place: place, name: field.label, value: value, about: about, problem: FormWords.problem(field), pick: pick(form))
    }

    /// The choice that is selected in the open list.
    private static func pick(_ form: RequestForm) -> SpokenSpot? {
        guard let choices = form.choices, let choice = choices.selected else { return nil }
        let place = "\(choices.list.selected + 1) of \(choices.shown.count)"
        return SpokenSpot(ReaderWords.parts([choice.isEmpty ? "send nothing" : choice, place]))
    }

    private static func body(_ body: BodyForm, at place: Place) -> SpokenTyping {
        let (line, lines) = (body.area.cursor.line, body.area.lines)
        let text = lines[line].isEmpty ? "empty" : lines[line]
        let pick = SpokenSpot(row: "\(line)", "line \(line + 1) of \(lines.count): \(text)")
        return SpokenTyping(
            place: place, name: "body", value: FormWords.size(of: body), about: pick.text, problem: FormWords.problem(body),
            pick: pick)
    }
}
