// The user's choice of the table of a response: its list and its columns. Stored by
// endpoint while the program runs.

import NetLayer

/// The chosen parts of a table; the response determines the others.
public struct TableChoice: Sendable, Hashable {
    /// JSON pointer to the list.
    public var list: String?
    /// Titles of the shown columns, in their order.
    public var columns: [String]?

    public init(list: String? = nil, columns: [String]? = nil) {
        self.list = list
        self.columns = columns
    }
}

extension ResultView {
    /// The endpoint of a task's response; for a list of all pages, the endpoint of its pages.
    func endpoint(of task: TaskID?) -> String? { task.flatMap { lists[$0]?.order.plan.id ?? plans[$0]?.id } }

    /// The user's choice for the table of a task.
    func choice(for task: TaskID?) -> TableChoice {
        guard let task, let endpoint = endpoint(of: task) else { return TableChoice() }
        var choice = choices[endpoint] ?? TableChoice()
        choice.list = choice.list ?? (unlisted.contains(task) ? nil : writtenLists[endpoint])
        // All pages together are one list, wherever the list stands in each of them.
        if lists[task] != nil { choice.list = nil }
        return choice
    }

    /// A response, such as an error, has no list where the workspace declares one: it
    /// opens as if nothing were declared.
    /// - Returns: `false` where the user chose the list: the pane then reports that it is not there.
    mutating func leaveWrittenList(of id: TaskID) -> Bool {
        guard let endpoint = endpoint(of: id), choices[endpoint]?.list == nil, choice(for: id).list != nil else { return false }
        unlisted.insert(id)
        chosenRows[id] = nil
        if body == id { restart() }
        return true
    }

    /// The choice as it applies to the shown rows: the list of a query's matches has no place in the body.
    var shownChoice: TableChoice {
        var choice = choice(for: task)
        if table.filter != nil { choice.list = nil }
        return choice
    }

    /// Shows these columns of the table, and of later tables of the same endpoint;
    /// `nil` chooses by the rows again.
    mutating func show(columns: [String]?) {
        guard let endpoint = endpoint(of: task) else { return }
        choices[endpoint, default: TableChoice()].columns = columns
        table.choose(shownChoice)
    }

    /// Brings back the columns that the user had before; `false` where the table has become another list.
    mutating func restore(columns: [String]?, of list: String?, endpoint: String) -> Bool {
        guard choices[endpoint]?.list == list else { return false }
        choices[endpoint, default: TableChoice()].columns = columns
        if self.endpoint(of: task) == endpoint { table.choose(shownChoice) }
        return true
    }

    /// Shows this list as the table; `nil` finds it by the response again. Chosen
    /// columns belong to the list before.
    mutating func show(list: String?) {
        guard let endpoint = endpoint(of: task) else { return }
        choices[endpoint] = TableChoice(list: list)
        barColumns[endpoint] = nil
        table = TableView(choice: shownChoice, filter: table.filter)
    }
}
