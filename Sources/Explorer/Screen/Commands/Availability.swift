// Why a command is unavailable now: the program shows the reason instead of doing nothing.

import NetLayer

extension Model {
    /// `nil` when the command can run now.
    func whyUnavailable(_ command: Command) -> String? {
        switch command {
        case .send:
            if let reason = whyNoDescription { return reason }
            guard let endpoint = endpoints.selectedEndpoint else { return "Select an endpoint first" }
            if form == nil, let request = description?.savedRequest(endpoint) { return whyNoForm(request) }
            return api.pool.services.isEmpty && form?.operation.saved?.hasOwnHost != true
                ? "The description names no server: start with --base URL" : nil
        case .newRequest: return whyNoNewRequest
        case .cancelAll:
            if focus == .tasks, tasks.isFiltered, tasks.shownCounts.live == 0 { return "No task in the table is running" }
            return tasks.counts.live == 0 ? "Nothing is running" : nil
        case .cancel:
            if focus == .tasks { return tasks.hasTargets || selectedWatch != nil ? nil : "The selected task is not running" }
            return isResultLoading || shownWatch != nil ? nil : "The result is not loading"
        case .pauseWatch: return whyNoPause
        case .resend:
            if focus == .tasks, !tasks.marks.isEmpty { return whyNoMarkedResend }
            if let list = outsideTask.flatMap({ result.lists[$0] }) { return list.whyNothingMissing }
            return resendable == nil ? whyNothingSent(outsideTask) ?? "Select a task that was sent from here" : nil
        case .nextPage: return whyNoPage(.next)
        case .previousPage: return whyNoPage(.previous)
        case .firstPage: return whyNoPage(.first)
        case .lastPage: return whyNoPage(.last)
        case .allPages: return whyNoAllPages
        case .filter:
            switch focus {
            case .endpoints, .request: return whyNoDescription
            case .result: return whyNoSearch
            case .tasks: return whyNoTask
            case .services: return "The services are not filtered"
            }
        case .fold:
            if focus == .services { return "The services are not folded" }
            if focus == .result { return whyNoFold }
            if focus == .tasks {
                return whyNoTask ?? (tasks.selectedGroup == nil ? "The task is not in a group" : nil)
            }
            return whyNoDescription
                ?? (endpoints.hasGroups || focus != .endpoints ? nil : "A filtered list has no groups; esc clears the filter")
        case .toggle:
            return hasTable || (result.answer != nil && result.tab == .tree) ? nil : "Only the tree has rows to fold"
        case .columns, .hideColumn, .columnLeft, .columnRight: return whyNoColumns
        case .bars: return whyNoBars
        case .export: return whyNoExport
        case .asTable: return whyNotAsTable
        case .openLink: return whyNoItemLink
        case .nextTab, .previousTab: return focus == .result && result.task == nil ? "There is no response yet" : nil
        case .path: return whyNoPath
        case .pipe: return whyNoPipe
        case .searchRegex: return whyNoSearchMode
        case .searchKeys:
            return whyNoSearchMode ?? (result.hasTree ? nil : "Only a tree has keys, and the response is not a tree")
        case .diff: return whyNoDiff
        case .nextMatch where result.tab == .diff, .previousMatch where result.tab == .diff: return whyNoDifference
        case .nextMatch, .previousMatch: return result.search.isActive ? whyNoSearch : "There is no search; / starts one"
        case .wrap:
            return result.tab.hasCursor || [.contract, .diff].contains(result.tab)
                ? "Only text is wrapped; , and . go to it" : nil
        case .sort, .reverse:
            if focus == .tasks { return whyNoTask }
            return hasTable ? nil : "Only the table of a list can be sorted"
        case .primary:
            switch focus {
            case .endpoints, .request: return whyNoDescription
            case .result:
                if result.tab == .contract { return whyNoDifferenceToOpen }
                return hasTable || (result.answer != nil && result.tab == .tree) ? nil : "There is nothing to open in the result"
            case .tasks: return whyNoTask
            case .services: return whyNoFailover
            }
        case .switchTo, .switchNext, .pin, .pinSoftly, .isolate, .release, .serviceTasks: return whyNoFailover
        case .probe:
            if let reason = whyNoFailover { return reason }
            return api.pool.failover?.options.health == nil
                ? "These services have no health check: requests test them" : nil
        case .api: return whyNoAPIChoice
        case .environment: return whyNoEnvironment
        case .jump where view.usesReader: return "Reader mode has no labels: tab and the arrows move"
        case .mouse where view.usesReader: return "Reader mode has no mouse"
        case .fullscreen where view.usesReader: return "Reader mode has no screen to fill"
        case .narrower where view.usesReader, .wider where view.usesReader: return "Reader mode has no borders"
        case .fullscreen: return focus == .services ? "The services fill the screen; go back first" : nil
        case .undo: return undoStack.isEmpty ? "There is nothing to undo" : nil
        case .placeBack: return whyNoPlace(.back)
        case .placeForward: return whyNoPlace(.forward)
        case .mark, .markAll, .markRange, .markUp, .markDown, .onlyFailures: return whyNoTask
        case .follow: return focus == .result ? whyNoFollowing : whyNoTask
        case .trace:
            if focus != .tasks, result.answer?.isPast == true { return "This response is from the history: it has no trace" }
            return focus == .tasks ? whyNoTask : result.task == nil ? "There is no task to trace" : nil
        case .copy: return whyNoCopy
        case .copyCurl: return whyNoCurl
        case .save: return whyNoBody(outsideBody)
        case .pager: return whyNoPaging
        case .editor: return whyNoEdit
        case .example: return whyNoExample
        case .narrower, .wider: return view.layout.hasSplits ? nil : "Only one pane is shown: there is no border to move"
        default:
            return nil
        }
    }

    /// Why a task has no request of its own: groups and chains have neither request nor response.
    func whyNothingSent(_ task: TaskID?) -> String? {
        guard let kind = task.flatMap(tasks.row)?.info.kind, kind.hasMembers else { return nil }
        return "A \(kind.rawValue) sends nothing itself: select one of its requests"
    }

    var whyNoDescription: String? {
        switch api.source {
        case .loading: "The description is still loading"
        case .failed: "There is no description"
        case .ready: nil
        }
    }

    private var hasTable: Bool { result.tab == .table && result.table.total > 0 }

    private var whyNoSearch: String? {
        guard let answer = result.answer, answer.kind != .empty else { return "There is no body to search" }
        return result.findView == nil && !(result.search.mode.namesOnly && result.hasTree)
            ? "Search works in Table, Tree and Raw; , and . go there" : nil
    }

    private var whyNoFold: String? {
        switch result.answer?.kind {
        case .json, .xml: return result.tab == .tree || result.tab == .raw ? nil : "Fold in the tree; , and . go there"
        case .records: return result.tab == .tree ? nil : "Fold in the tree; , and . go there"
        case .html: return result.tab == .raw ? nil : "Raw shows the page as text; , and . go there"
        case .empty, .text, .binary, nil: return "Only JSON, XML, lists and pages can be folded"
        }
    }

    var whyNoTask: String? { tasks.count == 0 ? "There are no requests yet" : nil }

    var isResultLoading: Bool { result.task.flatMap { tasks.row($0) }?.state.isEnded == false }

    /// The task whose request `resend` sends again.
    var resendable: TaskID? {
        let id = focus == .tasks ? tasks.selectedID : result.task
        return id.flatMap { canSendAgain($0) ? $0 : nil }
    }
}
