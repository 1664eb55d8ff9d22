// What the model does about the filter of an answer: keys of its line, its beginning and end, what it found.

import Canvas
import Document
import NetLayer

extension Model {
    /// Whether the filter's line has the keys.
    var isFilteringResult: Bool { focus == .result && result.filter.isTyping }

    /// Why the shown answer cannot be filtered; `nil` when it can.
    var whyNoPath: String? {
        switch result.answer?.kind {
        case .json, .xml, .records: nil
        case nil: "There is no answer to filter"
        case .empty: "The answer has no body"
        case .html, .text, .binary: "Only JSON, XML and lists are filtered by JSONPath"
        }
    }

    /// Opens the line in which a query is typed.
    mutating func beginFilter() {
        focus = .result
        result.search.endTyping()
        result.showFiltered()
        result.filter.begin()
    }

    /// Filters by a query from the palette; without one, begins to type.
    mutating func filter(by words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoPath { throw PaletteProblem(reason) }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else {
            beginFilter()
            return settle()
        }
        do throws(JSONPathError) { _ = try JSONPath(text) } catch { throw PaletteProblem(error.description) }
        beginFilter()
        result.filter.edit { $0 = TextField(text) }
        result.filter.endTyping()
        return endFilterIfEmpty()
    }

    /// A key while a query is typed; `nil`: not for the field.
    mutating func editFilter(_ key: Key) -> [Effect]? {
        switch key {
        // What is wrong is shown: it is not kept.
        case .enter: if result.filter.problem == nil { result.filter.endTyping() }
        case .escape: return endFilter()
        case .up, .down, .pageUp, .pageDown:
            guard let command = view.keymap.command(for: key, in: .result) else { return nil }
            return (ResultPane.perform(command, &self) ?? []) + settle()
        default:
            var known = false
            result.filter.edit { known = $0.handle(key) }
            guard known || key.isPrintable else { return nil }
        }
        return endFilterIfEmpty()
    }

    private mutating func endFilterIfEmpty() -> [Effect] {
        if result.filter.path == nil { result.refilter() }
        return settle()
    }

    /// All of the body is shown again.
    mutating func endFilter() -> [Effect] {
        result.filter.end()
        result.refilter()
        return settle()
    }

    mutating func receive(_ filtered: Filtered) -> [Effect] {
        guard result.filter.receive(filtered) else { return [] }
        result.refilter()
        return settle()
    }
}
