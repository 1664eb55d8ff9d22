// Chooses the array that is the table of a response: `T` in the tree, `:list POINTER`.

import Catalog
import Document
import NetLayer

extension Model {
    var whyNoListChoice: String? {
        guard let task = result.task, result.answers[task] != nil else { return "There is no response yet" }
        if result.lists[task] != nil { return "All pages are one list: choose the list on one page, then load all again" }
        guard result.shownFilter == nil else { return "The table already shows the filter's matches; esc shows everything" }
        guard [.json, .xml, .records].contains(result.answer?.kind) else { return "Only JSON and XML have lists to choose from" }
        return nil
    }

    /// Why the row under the tree's cursor cannot be a table; `nil` when it can.
    var whyNotAsTable: String? {
        if let reason = whyNoListChoice { return reason }
        guard result.tab == .tree else { return "Choose an array in the tree; , and . go there" }
        return result.tree.line?.kind == .array ? nil : "Only an array is a table"
    }

    /// Shows the array under the tree's cursor as the table.
    mutating func showAsTable() -> [Effect] {
        guard let line = result.tree.line, line.kind == .array else { return [] }
        return choose(list: line.pointer)
    }

    /// `:list [POINTER]`
    mutating func chooseList(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoListChoice { throw PaletteProblem(reason) }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else { return choose(list: nil) }
        guard JSONPointer.tokens(text) != nil else {
            throw PaletteProblem("“\(text)” is not a JSON pointer: write /data/items, or copy one in the tree")
        }
        return choose(list: text)
    }

    /// Arrays that the tree shows now.
    func listCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        guard words.isEmpty else { return [] }
        return result.wholeTree.window?.lines.filter { $0.kind == .array && !$0.pointer.isEmpty }.map {
            .init(word: $0.pointer, note: $0.text)
        } ?? []
    }

    private mutating func choose(list: String?) -> [Effect] {
        guard let task = result.task else { return [] }
        result.show(list: list)
        result.showTable()
        focus = .result
        // The known paging belongs to another list.
        return askForPaging(of: task)
    }
}

extension APIDescription {
    /// The lists that the workspace declares for its endpoints, by the endpoint's id.
    var writtenLists: [String: String] {
        var lists: [String: String] = [:]
        guard paging != PagingRules() else { return lists }
        for endpoint in endpoints { lists[endpoint.id] = paging.rule(for: endpoint)?.list }
        return lists
    }
}
