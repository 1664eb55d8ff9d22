// Every action of the user, once: keymap, footer, help, `explorer keys` and docs/KEYS.md all read this table.

import Canvas

/// An action with a name. After a new case the compiler requires its row in the table and its implementation.
public enum Command: String, CaseIterable, Sendable {
    case primary, send, resend, newRequest = "new-request"
    case cancel, cancelAll = "cancel-all"
    case back, interrupt, quit, quitNow = "quit-now"
    case filter
    case nextPane = "next-pane", previousPane = "previous-pane"
    case endpointsPane = "pane-endpoints", requestPane = "pane-request", resultPane = "pane-result", tasksPane = "pane-tasks"
    case up, down, left, right, top, bottom
    case pageUp = "page-up", pageDown = "page-down", halfUp = "half-page-up", halfDown = "half-page-down"
    case nextPage = "next-page", lastPage = "last-page", previousPage = "previous-page", firstPage = "first-page"
    case allPages = "all-pages"
    case mark, markAll = "mark-all", markRange = "mark-range", markUp = "mark-up", markDown = "mark-down"
    case onlyFailures = "only-failures", follow, sort, reverse, trace
    case fold, toggle, choose, wrap, fullscreen
    case nextTab = "next-tab", previousTab = "previous-tab"
    case nextMatch = "next-match", previousMatch = "previous-match"
    case copy, copyCurl = "copy-curl", save, pager, editor
    case narrower, wider
    case palette, help, mouse, redraw, suspend
    case jump, placeBack = "go-back", placeForward = "go-forward"
    case servicesPane = "pane-services", api, environment
    case switchTo = "switch", switchNext = "switch-next", pin, pinSoftly = "pin-softly", isolate, release, probe
    case serviceTasks = "service-tasks"
    case example
    case path, diff, history
    case searchRegex = "search-regex", searchKeys = "search-keys"
    case pipe
    case pauseWatch = "pause-watch"
    case columns, hideColumn = "hide-column", columnLeft = "column-left", columnRight = "column-right", bars
    case export, asTable = "as-table", openLink = "open-link"
    case undo
}

/// The row of a command in the table.
public struct CommandSpec: Sendable {
    /// The panes in which keys reach it; a pane's own commands take precedence over the global ones.
    public enum Scope: Sendable, Hashable {
        case everywhere
        case panes(Set<Pane>)
    }

    /// The section of help and documentation.
    public enum Group: String, CaseIterable, Sendable {
        case requests = "Requests", pages = "Pages", services = "Services", view = "View", moving = "Moving", program = "Program"
    }

    /// Two or three words for the footer.
    public let title: String
    /// One sentence for help.
    public let help: String
    /// Names of the default keys, as in a keymap file.
    public let keys: [String]
    public let scope: Scope
    public let group: Group
    /// The order in the footer, lower first; commands with `nil` are not in the footer.
    public let prominence: Int?
}

extension Command {
    /// The command's row. Total by construction: no default.
    public var spec: CommandSpec {
        func row(
            _ title: String, _ help: String, _ keys: [String], _ group: CommandSpec.Group, prominence: Int? = nil,
            in panes: Set<Pane>? = nil
        ) -> CommandSpec {
            let scope = panes.map(CommandSpec.Scope.panes) ?? .everywhere
            return CommandSpec(title: title, help: help, keys: keys, scope: scope, group: group, prominence: prominence)
        }
        switch self {
        case .primary:
            return row(
                "go",
                "Endpoint: send it, or open its form when a required value is missing. Field: edit. Task: show its result; group: fold. "
                    + "Table: open the row as a tree. Tree: fold or unfold, or follow the link.",
                ["enter"],
                .requests, prominence: 1)
        case .send:
            return row(
                "send", "Send the selected endpoint. C-r works inside a field too.", ["s", "C-r"], .requests, prominence: 0)
        case .newRequest:
            return row(
                "new request",
                "Write a request of your own: a method and an address, or a pasted curl or PowerShell command; it becomes a form.",
                ["n", "+"], .requests, prominence: 6, in: [.endpoints, .request, .tasks])
        case .resend:
            return row(
                "resend", "Send the marked tasks' requests again, or the selected one's, unchanged.", ["r"], .requests,
                prominence: 3, in: [.tasks, .result])
        case .cancel:
            return row(
                "cancel", "Cancel the marked tasks, or the selected one; in the result, the request that is loading.", ["x"],
                .requests,
                prominence: 2, in: [.tasks, .result])
        case .cancelAll:
            return row(
                "cancel all", "Cancel everything that runs; in a filtered task table, the tasks shown. Asks first.", ["X"],
                .requests, prominence: 4)
        case .back:
            return row(
                "back", "Close the dialog, clear the filter, leave the field; go back to the tasks; cancel a loading result.",
                ["esc"], .program)
        case .interrupt:
            return row("interrupt", "Cancel what runs in the focused pane; with nothing running, twice quits.", ["C-c"], .program)
        case .quit:
            return row(
                "quit", "Back to the endpoints; from there, quit. Asks when requests are running.", ["q"], .program,
                prominence: 9)
        case .quitNow: return row("quit now", "Quit without asking; running requests are cancelled.", ["Q"], .program)
        case .filter:
            return row(
                "filter",
                "Endpoints: filter by words of path, method, id, summary and tag; a leading ! inverts. Tasks: filter. Result: search.",
                ["/"], .view, prominence: 6)
        case .nextPane: return row("next pane", "Go to the next pane.", ["tab"], .moving, prominence: 4)
        case .previousPane: return row("previous pane", "Go to the previous pane.", ["S-tab"], .moving)
        case .endpointsPane: return row("endpoints", "Go to the endpoints.", ["1"], .moving)
        case .requestPane: return row("request", "Go to the request form.", ["2"], .moving)
        case .resultPane: return row("result", "Go to the result.", ["3"], .moving)
        case .tasksPane: return row("tasks", "Go to the task table.", ["4"], .moving)
        case .jump:
            return row(
                "jump", "Label all that a click goes to: titles, tabs, rows, fields. Typing a label goes there.", ["'"], .moving)
        case .placeBack:
            return row("go back", "Go back to the endpoint, response and pane where you were before.", ["A-h"], .moving)
        case .placeForward:
            return row("go forward", "Go forward again, to where you came back from.", ["A-l"], .moving)
        case .up: return row("up", "Move up.", ["k", "up"], .moving)
        case .down: return row("down", "Move down.", ["j", "down"], .moving)
        case .left:
            return row(
                "left", "Endpoints, tasks: fold the group. Tree: fold, or go to the parent. Table: previous column.",
                ["h", "left"],
                .moving)
        case .right:
            return row(
                "right", "Endpoints, tasks: unfold the group. Tree: unfold, or go inside. Table: next column.", ["l", "right"],
                .moving)
        case .top: return row("top", "Go to the first line.", ["g", "home"], .moving)
        case .bottom: return row("bottom", "Go to the last line.", ["G", "end"], .moving)
        case .pageUp: return row("page up", "Move up by a screen.", ["pgup", "C-b"], .moving)
        case .pageDown: return row("page down", "Move down by a screen.", ["pgdn", "C-f"], .moving)
        case .halfUp: return row("half page up", "Move up by half a screen.", ["C-u"], .moving)
        case .halfDown: return row("half page down", "Move down by half a screen.", ["C-d"], .moving)
        case .nextPage: return row("next page", "Load the page that the response links as next.", ["]"], .pages, prominence: 5)
        case .previousPage:
            return row("previous page", "Load the page that the response links as previous.", ["["], .pages, prominence: 5)
        case .lastPage: return row("last page", "Load the last page.", ["}"], .pages)
        case .firstPage: return row("first page", "Load the first page.", ["{"], .pages)
        case .allPages:
            return row(
                "all pages", "Load all pages of the list into one table, as a group; r requests failed pages again.", ["a"],
                .pages, prominence: 5)
        case .trace:
            return row(
                "trace", "Show the trace of the task: phases, headers, decisions, outcome.", ["t"], .requests,
                prominence: 6, in: [.tasks, .result])
        case .mark: return row("mark", "Mark the task, or unmark it.", ["space"], .requests, prominence: 6, in: [.tasks])
        case .markAll:
            return row("mark all", "Mark all shown tasks, or unmark all.", ["*"], .requests, in: [.tasks])
        case .markRange:
            return row(
                "range", "Start a range of marks at the selected task: movements extend it; the key again ends it.", ["V"],
                .requests, in: [.tasks])
        case .markUp:
            return row(
                "mark up", "Move up, and mark the tasks from the first of these movements on.", ["S-up"], .requests, in: [.tasks])
        case .markDown:
            return row(
                "mark down", "Move down, and mark the tasks from the first of these movements on.", ["S-down"], .requests,
                in: [.tasks])
        case .onlyFailures:
            return row("failures", "Show the failed tasks only, or all again.", ["!"], .view, in: [.tasks])
        case .follow:
            return row(
                "follow",
                "Sort the newest first and keep the newest task selected; result: follow the end of a streaming response.",
                ["F"], .view, in: [.tasks, .result])
        case .fold:
            return row(
                "fold",
                "Fold or unfold the group; in a tree, all of it. Raw: one JSON value or XML element a line, or unformatted.",
                ["z"],
                .view,
                prominence: 7)
        case .toggle:
            return row("toggle", "Tree: fold or unfold the row. Table: show all of the cell.", ["space"], .view, in: [.result])
        case .choose:
            return row(
                "choose", "Next choice of the field; in the docs, fold or unfold.", ["space"], .requests, prominence: 7,
                in: [.request])
        case .example:
            return row(
                "example",
                "Body: switch between the full example, with every field, and the minimal one. C-_ undoes it.",
                ["E"], .requests, prominence: 5, in: [.request])
        case .nextTab:
            return row("next tab", "Go to the next tab of the pane.", ["."], .view, prominence: 3, in: [.request, .result])
        case .previousTab:
            return row("previous tab", "Go to the previous tab of the pane.", [","], .view, in: [.request, .result])
        case .nextMatch:
            return row(
                "next match", "Go to the next match of the search, or the next difference.", ["n"], .view, prominence: 2,
                in: [.result])
        case .previousMatch:
            return row(
                "previous match", "Go to the previous match, or the previous difference.", ["N"], .view, prominence: 2,
                in: [.result])
        case .sort:
            return row(
                "sort", "Result: sort by the current column, then in reverse, then not. Tasks: by the next column.",
                ["S"], .view, prominence: 6, in: [.result, .tasks])
        case .reverse: return row("reverse", "Reverse the order of the table.", ["o"], .view, in: [.result, .tasks])
        case .wrap: return row("wrap", "Wrap long lines or cut them.", ["w"], .view, prominence: 7, in: [.result])
        case .fullscreen:
            return row("fullscreen", "Give the focused pane the whole screen, and back.", ["f"], .view, prominence: 8)
        case .copy: return row("copy", "Copy the selection: URL, field or body.", ["y"], .view, prominence: 10)
        case .copyCurl:
            return row(
                "copy curl", "Copy the request as a line for curl, with secrets as variables.", ["Y"], .requests, prominence: 5
            )
        case .save:
            return row("save", "Save the body to a file.", ["W"], .requests, prominence: 8, in: [.result, .tasks])
        case .pager: return row("pager", "Show the result in $PAGER.", ["v"], .view)
        case .editor:
            return row("editor", "Edit the field, or the resource of the result, in $EDITOR.", ["e", "A-e"], .requests)
        case .palette:
            return row(
                "command", "Run any command by its name; some take arguments, like theme NAME.", [":", "C-p"], .program,
                prominence: 7
            )
        case .help:
            return row("help", "Show the keys of this pane, of the others, and of all.", ["?", "f1"], .program, prominence: 8)
        case .narrower:
            return row("narrower", "Make the endpoints narrower; in the task table, make that lower.", ["<"], .view)
        case .wider: return row("wider", "Make the endpoints wider; in the task table, make that higher.", [">"], .view)
        case .mouse:
            return row(
                "mouse", "Leave the mouse to the terminal to select text, or capture it again. Shift-drag selects too.",
                ["m"],
                .program)
        case .redraw: return row("redraw", "Redraw the screen; in reader mode, say where you are.", ["C-l"], .program)
        case .servicesPane:
            return row(
                "services", "Show the state of the API's services and where requests go, or go back.", ["b", "5"], .services,
                prominence: 8)
        case .api:
            return row("API", "Choose an API of the workspace, or show all.", ["C-o"], .services, prominence: 7)
        case .environment:
            return row(
                "environment", "Switch to another environment; running requests stay in theirs.", ["p"], .services, prominence: 8)
        case .switchTo:
            return row(
                "switch", "Send requests to the selected service until it fails or is released.", ["u"], .services,
                in: [.services])
        case .switchNext:
            return row(
                "switch to next", "Send requests to the next service; after the last comes the first.", ["n"], .services,
                prominence: 5, in: [.services])
        case .pin:
            return row(
                "pin", "Send all requests to the selected service, whatever its state.", ["P"], .services, prominence: 2,
                in: [.services])
        case .pinSoftly:
            return row(
                "pin softly", "Send all requests to the selected service while it works.", ["S"], .services,
                prominence: 5, in: [.services])
        case .isolate:
            return row(
                "isolate", "Stop using the selected service until it is released.", ["i"], .services, prominence: 3,
                in: [.services])
        case .release:
            return row(
                "release", "Undo the pin or isolation of the selected service and treat it as healthy.", ["r"],
                .services, prominence: 2, in: [.services])
        case .probe:
            return row(
                "probe now", "Check the health of the selected service now.", ["c"], .services, prominence: 4, in: [.services])
        case .serviceTasks:
            return row(
                "its tasks", "Show the tasks of the selected service only.", ["t"], .services, prominence: 6, in: [.services])
        case .path:
            return row(
                "filter", "Filter the response by a JSONPath: table and tree show the matches.", ["$"], .view, prominence: 6,
                in: [.result])
        case .diff:
            return row(
                "diff", "Compare this response with the previous one of the same endpoint.", ["d"], .view,
                prominence: 6, in: [.result])
        case .history:
            return row(
                "history",
                "Show past requests and responses, also of earlier runs: view, resend, compare, delete them.",
                ["H"], .requests)
        case .pipe:
            return row(
                "shell filter", "Pipe the response through a shell command, such as jq or sort; esc goes back.", ["|"], .view,
                prominence: 8, in: [.result])
        case .pauseWatch:
            return row(
                "pause watch", "Pause the watch of the shown response, or resume it; x stops it.", ["P"], .requests,
                in: [.result])
        case .searchRegex:
            return row(
                "regex", "Switch the search between a regular expression (PCRE2) and plain text; works while typing.", ["A-r"],
                .view,
                in: [.result])
        case .searchKeys:
            return row(
                "keys only", "Switch the search of the tree between keys only and everything; works while typing.",
                ["A-k"], .view, in: [.result])
        case .columns:
            return row(
                "columns", "Table: choose which columns are shown, and in which order.", ["c"], .view, prominence: 7,
                in: [.result, .tasks])
        case .hideColumn: return row("hide", "Table: hide the column under the cursor.", ["-"], .view, in: [.result])
        case .columnLeft: return row("column left", "Table: move the column to the left.", ["("], .view, in: [.result])
        case .columnRight: return row("column right", "Table: move the column to the right.", [")"], .view, in: [.result])
        case .bars:
            return row("bars", "Table: show the numbers of the column as bars, or only as numbers.", ["B"], .view, in: [.result])
        case .export:
            return row(
                "export", "Write the table as shown to a file, or copy it: CSV, JSON, JSON lines, Markdown.", ["E"],
                .requests,
                prominence: 8, in: [.result, .tasks])
        case .asTable:
            return row("as table", "Tree: show the array under the cursor as the table.", ["T"], .view, in: [.result])
        case .openLink:
            return row(
                "open link",
                "Table, tree: follow the link under the cursor, or the url, href or self of the item.", ["O"],
                .requests, prominence: 7, in: [.result])
        case .undo:
            return row(
                "undo",
                "Take back the last deletion or replacement: columns, cleared tasks, history, cookies, notes, forms, saved requests.",
                ["U"], .program)
        case .suspend: return row("suspend", "Put the program into the background; `fg` brings it back.", ["C-z"], .program)
        }
    }
}
