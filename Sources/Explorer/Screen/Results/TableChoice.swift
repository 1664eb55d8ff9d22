// Which table of an answer is meant, where a person has chosen: its list and its columns. Kept by endpoint while the program runs.

import NetLayer

/// What was chosen of a table; what was not is found out from the answer.
public struct TableChoice: Sendable, Hashable {
    /// JSON pointer to the list.
    public var list: String?
    /// Titles of the columns that are shown, in their order.
    public var columns: [String]?

    public init(list: String? = nil, columns: [String]? = nil) {
        self.list = list
        self.columns = columns
    }
}

extension ResultView {
    /// The endpoint whose answer a task has; of a list that is read whole, that of its pages.
    func endpoint(of task: TaskID?) -> String? { task.flatMap { lists[$0]?.order.plan.id ?? plans[$0]?.id } }

    /// What was chosen for the table of a task.
    func choice(for task: TaskID?) -> TableChoice {
        guard let task, let endpoint = endpoint(of: task) else { return TableChoice() }
        var choice = choices[endpoint] ?? TableChoice()
        choice.list = choice.list ?? (unlisted.contains(task) ? nil : writtenLists[endpoint])
        // All pages together are one list, wherever each of them has its own.
        if lists[task] != nil { choice.list = nil }
        return choice
    }

    /// An answer has no list where the workspace says that lists stand, as a failure has none: it opens as if nothing were said.
    /// - Returns: `false` where a person chose the list, who is told that it is not there.
    mutating func leaveWrittenList(of id: TaskID) -> Bool {
        guard let endpoint = endpoint(of: id), choices[endpoint]?.list == nil, choice(for: id).list != nil else { return false }
        unlisted.insert(id)
        chosenRows[id] = nil
        if body == id { restart() }
        return true
    }

    /// What was chosen, as it holds for what is shown: what a query found stands nowhere as a list.
    var shownChoice: TableChoice {
        var choice = choice(for: task)
        if table.filter != nil { choice.list = nil }
        return choice
    }

    /// Shows these columns of the table, and of those that come from the same endpoint; `nil` chooses by the rows again.
    mutating func show(columns: [String]?) {
        guard let endpoint = endpoint(of: task) else { return }
        choices[endpoint, default: TableChoice()].columns = columns
        table.choose(shownChoice)
    }

    /// Shows this list as the table; `nil` finds it by the answer again. Columns that were chosen belong to the list before.
    mutating func show(list: String?) {
        guard let endpoint = endpoint(of: task) else { return }
        choices[endpoint] = TableChoice(list: list)
        table = TableView(choice: shownChoice, filter: table.filter)
    }
}
