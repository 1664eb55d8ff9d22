// The filter of a response in the model: handles its keys, starts and ends it, and receives its matches.

import Canvas
import Document
import NetLayer

extension Model {
    /// Whether the filter's line receives the keys.
    var isFilteringResult: Bool { focus == .result && result.filter.isTyping }

    /// Why the shown response cannot be filtered; `nil` when it can.
    var whyNoPath: String? {
        switch result.answer?.kind {
        case .json, .xml, .records: nil
        case nil: "There is no response to filter"
        case .empty: "The response has no body"
        case .html, .text, .binary: "JSONPath filters only JSON, XML and lists"
        }
    }

    /// Opens the line for a query.
    mutating func beginFilter() {
        focus = .result
        result.search.endTyping()
        result.showFiltered()
        result.filter.begin()
    }

    /// Filters by a query from the palette; without a query, starts typing one.
    mutating func filter(by words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoPath { throw PaletteProblem(reason) }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else {
            beginFilter()
            return []
        }
        do throws(JSONPathError) { _ = try JSONPath(text) } catch { throw PaletteProblem(error.description) }
        beginFilter()
        result.filter.edit { $0 = TextField(text) }
        result.filter.endTyping()
        endFilterIfEmpty()
        return []
    }

    /// Handles a key while the user types a query; `nil` when the key is not for the field.
    mutating func editFilter(_ key: Key) -> [Effect]? {
        switch key {
        // Enter accepts only a valid query: the line shows the error of an invalid one.
        case .enter: if result.filter.problem == nil { result.filter.endTyping() }
        case .escape: return endFilter()
        case .up, .down, .pageUp, .pageDown:
            guard let command = view.keymap.command(for: key, in: .result) else { return nil }
            return ResultPane.perform(command, &self) ?? []
        default:
            var known = false
            result.filter.edit { known = $0.handle(key) }
            guard known || key.isPrintable else { return nil }
        }
        endFilterIfEmpty()
        return []
    }

    private mutating func endFilterIfEmpty() { if result.filter.path == nil { result.refilter() } }

    /// Ends the filter: the whole body is shown again.
    mutating func endFilter() -> [Effect] {
        result.filter.end()
        result.refilter()
        return []
    }

    mutating func receive(_ filtered: Filtered) { if result.filter.receive(filtered) { result.refilter() } }
}
