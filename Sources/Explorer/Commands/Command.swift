// Everything a person can make the program do, once: keymap, footer, help, `explorer keys` and docs/KEYS.md all read this table.

import Canvas

/// An action with a name. Add a case and the compiler leads to its row in the table and to its deed.
public enum Command: String, CaseIterable, Sendable {
    case primary, send, resend
    case cancel, cancelAll = "cancel-all"
    case back, interrupt, quit, quitNow = "quit-now"
    case filter
    case nextPane = "next-pane", previousPane = "previous-pane"
    case endpointsPane = "pane-endpoints", requestPane = "pane-request", resultPane = "pane-result", tasksPane = "pane-tasks"
    case up, down, left, right, top, bottom
    case pageUp = "page-up", pageDown = "page-down", halfUp = "half-page-up", halfDown = "half-page-down"
    case nextPage = "next-page", lastPage = "last-page", previousPage = "previous-page", firstPage = "first-page"
    case mark, markAll = "mark-all", follow
    case fold, wrap, fullscreen
    case copy, copyCurl = "copy-curl", save, pager, editor
    case help, redraw, suspend
}

/// What the table says of a command.
public struct CommandSpec: Sendable {
    /// Where keys reach it; a pane's own commands come before the global ones.
    public enum Scope: Sendable, Hashable {
        case everywhere
        case panes(Set<Pane>)
    }

    /// Where help and documentation list it.
    public enum Group: String, CaseIterable, Sendable {
        case requests = "Requests", pages = "Pages", view = "View", moving = "Moving", program = "Program"
    }

    /// Two or three words for the footer.
    public let title: String
    /// One sentence for help.
    public let help: String
    /// Names of the default keys, as in a keymap file.
    public let keys: [String]
    public let scope: Scope
    public let group: Group
    /// Footer order, lower first; `nil` stays out of the footer.
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
                "go", "Endpoint: send it, or open its form when a required value is missing. Field: edit. Task: show its result.",
                ["enter"],
                .requests, prominence: 1)
        case .send:
            return row(
                "send", "Send the selected endpoint. C-r works inside a field too.", ["s", "C-r"], .requests, prominence: 0)
        case .resend:
            return row(
                "resend", "Send the selected task's request again.", ["r"], .requests, prominence: 3, in: [.tasks, .result])
        case .cancel:
            return row(
                "cancel", "Cancel the marked tasks, or the selected one; in the result, the request that is loading.", ["x"],
                .requests,
                prominence: 2, in: [.tasks, .result])
        case .cancelAll: return row("cancel all", "Cancel everything in the air. Asks first.", ["X"], .requests, prominence: 4)
        case .back:
            return row(
                "back", "Close what is on top, clear the filter, leave the field; in a loading result cancel it.", ["esc"],
                .program)
        case .interrupt:
            return row("interrupt", "Cancel what runs in the focused pane; with nothing running, twice quits.", ["C-c"], .program)
        case .quit:
            return row(
                "quit", "Back to the endpoints; from there, quit. Asks when requests are in the air.", ["q"], .program,
                prominence: 9)
        case .quitNow: return row("quit now", "Quit without asking; what is in the air is cancelled.", ["Q"], .program)
        case .filter:
            return row(
                "filter", "Filter the endpoints by words of path, method, id, summary and tag; a leading ! inverts.", ["/"],
                .view, prominence: 6)
        case .nextPane: return row("next pane", "Go to the next pane.", ["tab"], .moving)
        case .previousPane: return row("previous pane", "Go to the previous pane.", ["S-tab"], .moving)
        case .endpointsPane: return row("endpoints", "Go to the endpoints.", ["1"], .moving)
        case .requestPane: return row("request", "Go to the request form.", ["2"], .moving)
        case .resultPane: return row("result", "Go to the result.", ["3"], .moving)
        case .tasksPane: return row("tasks", "Go to the task table.", ["4"], .moving)
        case .up: return row("up", "Move up.", ["k", "up"], .moving)
        case .down: return row("down", "Move down.", ["j", "down"], .moving)
        case .left: return row("left", "Endpoints: fold the group. Result: previous tab.", ["h", "left"], .moving)
        case .right: return row("right", "Endpoints: unfold the group. Result: next tab.", ["l", "right"], .moving)
        case .top: return row("top", "Go to the first line.", ["g", "home"], .moving)
        case .bottom: return row("bottom", "Go to the last line.", ["G", "end"], .moving)
        case .pageUp: return row("page up", "Move up by a screen.", ["pgup", "C-b"], .moving)
        case .pageDown: return row("page down", "Move down by a screen.", ["pgdn", "C-f"], .moving)
        case .halfUp: return row("half page up", "Move up by half a screen.", ["C-u"], .moving)
        case .halfDown: return row("half page down", "Move down by half a screen.", ["C-d"], .moving)
        case .nextPage: return row("next page", "Load the page that the answer calls next.", ["]"], .pages, prominence: 5)
        case .previousPage:
            return row("previous page", "Load the page that the answer calls previous.", ["["], .pages, prominence: 5)
        case .lastPage: return row("last page", "Load the last page.", ["}"], .pages)
        case .firstPage: return row("first page", "Load the first page.", ["{"], .pages)
        case .mark: return row("mark", "Mark the task, or take the mark away.", ["space"], .requests, prominence: 6, in: [.tasks])
        case .markAll: return row("mark all", "Mark every task, or take all marks away.", ["*"], .requests, in: [.tasks])
        case .follow: return row("follow", "Keep the newest task selected.", ["F"], .view, in: [.tasks])
        case .fold: return row("fold", "Fold or unfold the group.", ["z"], .view, prominence: 7, in: [.endpoints])
        case .wrap: return row("wrap", "Wrap long lines or cut them.", ["w"], .view, prominence: 7, in: [.result])
        case .fullscreen:
            return row("fullscreen", "Give the focused pane the whole screen, and back.", ["f"], .view, prominence: 8)
        case .copy: return row("copy", "Copy what is selected: URL, field or body.", ["y"], .view, prominence: 10)
        case .copyCurl:
            return row(
                "copy curl", "Copy the request as a line for curl, with secrets as variables.", ["Y"], .requests, prominence: 5
            )
        case .save:
            return row("save", "Save the body to a file.", ["W"], .requests, prominence: 8, in: [.result, .tasks])
        case .pager: return row("pager", "Show the result in $PAGER.", ["v"], .view)
        case .editor: return row("editor", "Edit the selected field in $VISUAL or $EDITOR.", ["e", "A-e"], .requests)
        case .help: return row("help", "Show the keys of this pane.", ["?", "f1"], .program, prominence: 8)
        case .redraw: return row("redraw", "Draw the whole screen again.", ["C-l"], .program)
        case .suspend: return row("suspend", "Put the program into the background; `fg` brings it back.", ["C-z"], .program)
        }
    }
}
