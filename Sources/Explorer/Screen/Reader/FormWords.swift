// The request form as lines for a screen reader. Secrets are hidden.

import Canvas
import Catalog
import NetLayer

enum FormWords {
    static func head(_ model: Model) -> String {
        guard let form = model.form else {
            if let reason = model.whyNoSavedForm { return ReaderWords.parts(["Request pane", reason]) }
            guard model.hasNoEndpoints else { return "Request pane, no endpoint is selected" }
            return "Request pane, no form, " + NoDescription.plain(NoDescription.next)
        }
        return ReaderWords.parts(["Request pane", ReaderWords.text(RequestPane.title(model)), tab(form)])
    }

    /// `Headers tab, 2 of 4, 1 of 3 filled`.
    static func tab(_ form: RequestForm) -> String {
        let tabs = form.tabs
        let fields = form.rows.compactMap { row in if case .field(let index) = row { form.fields[index] } else { nil } }
        let filled = fields.isEmpty ? "" : "\(fields.count(where: \.isFilled)) of \(fields.count) filled"
        let place = (tabs.firstIndex(of: form.tab) ?? 0) + 1
        return ReaderWords.parts(["\(form.tab.rawValue) tab", "\(place) of \(tabs.count)", filled])
    }

    static func spot(_ form: RequestForm) -> SpokenSpot? {
        if form.tab == .docs { return docs(form) }
        switch form.selectedRow {
        case .field(let index): return SpokenSpot(field(form.fields[index]))
        case .add(let own): return SpokenSpot("Add a \(own == .query ? "query parameter" : "header")")
        case .contentType: return SpokenSpot("Body type \(form.body?.contentType ?? ""), space selects the next")
        case .choice: return SpokenSpot("Body variant \(form.body?.choice?.name ?? ""), space selects the next")
        case .bodyText: return body(form)
        case nil: return nil
        }
    }

    /// More about the selected row, for a user who asks.
    static func help(_ form: RequestForm) -> String {
        form.tab == .docs ? "" : ReaderWords.text(RequestPane.help(form, focused: true).text)
    }

    /// `Field limit, integer, 1 to 100, value 20, default`.
    private static func field(_ field: FormField) -> String {
        ReaderWords.parts(["Field \(field.label)", about(field), "value " + value(field), problem(field)])
    }

    /// What the field takes.
    static func about(_ field: FormField) -> String {
        let hint = field.choices.isEmpty ? field.hint : "one of " + field.choices.joined(separator: ", ")
        return ReaderWords.parts([field.isRequired ? "required" : "", ReaderWords.text(hint.replacing("–", with: " to "))])
    }

    static func value(_ field: FormField) -> String {
        if field.isEmpty {
            // The placeholder of the user's own field is its format.
            return field.placeholder.isEmpty || field.role.isOwn ? "empty" : "\(field.placeholder), \(field.absence)"
        }
        if field.isSecret { return "hidden" }
        return ReaderWords.parts([field.shownText, field.origin?.label ?? ""])
    }

    static func problem(_ field: FormField) -> String { field.problem.map { "error: \(field.label) \($0)" } ?? field.doubt ?? "" }

    private static func body(_ form: RequestForm) -> SpokenSpot? {
        guard let body = form.body else { return nil }
        return SpokenSpot(
            ReaderWords.parts(["Body", body.contentType, size(of: body), form.bodyOrigin?.label ?? "", problem(body)]))
    }

    static func size(of body: BodyForm) -> String {
        body.area.isEmpty ? "empty" : ReaderWords.count(body.area.lines.count, "line")
    }

    static func problem(_ body: BodyForm) -> String { body.problem.map { "error: \($0)" } ?? "" }

    private static func docs(_ form: RequestForm) -> SpokenSpot {
        let index = form.list.selected
        guard form.docs.rows.indices.contains(index) else {
            return SpokenSpot("The description does not document this request")
        }
        let text = ReaderWords.text(form.docs.rows[index].line.spans.map(\.text).joined())
        return SpokenSpot(row: "\(index) \(text)", text.isEmpty ? "blank" : text)
    }
}
