// Tasks as lines for a screen reader: a row of the table, and how a task begins and ends.

import Canvas
import NetLayer
import Workbench

enum TaskWords {
    static func head(_ model: Model) -> String {
        ReaderWords.parts(["Tasks pane", counts(model.tasks)])
    }

    /// `5 tasks, 1 running, 2 failed`.
    static func counts(_ tasks: TaskList) -> String {
        let all = (tasks.isFiltered ? "\(tasks.shownCount) of " : "") + ReaderWords.count(tasks.count, "task")
        let counts = tasks.shownCounts
        let states = [
            (counts.running, "running"), (counts.queued, "queued"), (counts.failed, "failed"), (tasks.marks.count, "marked"),
        ]
        return ReaderWords.parts([all] + states.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" })
    }

    /// `task 5, GET /items/42, succeeded 200, api-2, 3.1 ms`.
    static func spot(_ model: Model) -> SpokenSpot? {
        let tasks = model.tasks
        guard tasks.count > 0 else { return SpokenSpot("No requests yet") }
        guard let row = tasks.row(at: tasks.list.selected) else { return SpokenSpot("No match") }
        let isMarked = tasks.marks.contains(row.id)
        let fold = tasks.isFolded(row.id).map { $0 ? "folded" : "unfolded" } ?? ""
        let progress = row.members.map { GroupText.long($0, row.state) } ?? ""
        let watch = model.watches[row.id].map { "watched every \($0.every)" } ?? ""
        let words = [
            "task \(row.id)", request(row), state(row), tasks.shownContract(of: row)?.words ?? "", progress, watch, row.service,
            row.took(at: model.now).map(ReaderWords.duration) ?? "", tasks.note(of: row.id) ?? "", isMarked ? "marked" : "", fold,
        ]
        return SpokenSpot(row: "\(row.id) \(isMarked) \(fold)", ReaderWords.parts(words))
    }

    /// `GET /items`, `group all pages of /items`.
    static func request(_ row: TaskRow) -> String {
        (row.info.kind.hasMembers ? "\(row.info.kind.rawValue) " : "") + row.info.words
    }

    private static func state(_ row: TaskRow) -> String {
        let word = StateLook(row.state).word
        return row.status.map { "\(word) \($0)" } ?? word
    }

    /// `Sent: GET /items, task 5`.
    static func beginning(of row: TaskRow) -> String {
        "\(row.info.kind.hasMembers ? "Started" : "Sent"): \(request(row)), task \(row.id)"
    }

    /// `Task 5: 200 OK, 20 rows, page 1 of 22, 3.1 ms`, `Task 5 failed: Could not connect. …`
    static func end(of row: TaskRow, _ model: Model) -> String {
        let name = "Task \(row.id)"
        let word = StateLook(row.state).word
        switch row.state {
        case .cancelled(let reason):
            return ReaderWords.parts(["\(name) \(word)", row.reason.isEmpty ? reason.words : row.reason])
        case .superseded: return ReaderWords.parts(["\(name) \(word)", row.reason])
        case .queued, .running, .retrying, .succeeded, .failed, .timedOut: break
        }
        let facts = model.result.task == row.id ? ResultWords.facts(model) : []
        if let members = row.members {
            return "\(name) \(word): " + ReaderWords.parts(facts + [GroupText.long(members, row.state), figures(row, model)])
        }
        let answer = model.result.answer(of: row.id)
        if let failure = answer?.failure, answer?.head == nil {
            return ReaderWords.parts(["\(name) \(word): " + ReaderWords.sentences([failure.brief, failure.hint]), trail(row)])
        }
        guard facts.isEmpty else { return "\(name): " + ReaderWords.parts(facts + [trail(row)]) }
        let rows = answer?.rows.map { ReaderWords.count($0, "row") } ?? ""
        let took = row.took(at: model.now).map(ReaderWords.duration) ?? ""
        return "\(name): " + ReaderWords.parts([outcome(row), rows, took, trail(row)])
    }

    /// `median 12.3 ms, 99 of 100 within 201 ms`; empty for a group that is not measured.
    private static func figures(_ row: TaskRow, _ model: Model) -> String {
        guard let run = model.tasks.measured.run(of: row.id), run.pace != nil, !run.latency.isEmpty else { return "" }
        let (half, most) = (run.latency.value(atPercentile: 50), run.latency.value(atPercentile: 99))
        return "median \(LatencyText.text(half)), 99 of 100 within \(LatencyText.text(most))"
    }

    /// `200 OK`; without a response, why there is none.
    private static func outcome(_ row: TaskRow) -> String {
        guard let status = row.status else { return ReaderWords.parts([StateLook(row.state).word, row.reason]) }
        let reason = StatusText.reason(status)
        return reason.isEmpty ? "\(status)" : "\(status) \(reason)"
    }

    /// `api-1 no connection, api-2 answered`; empty for a request to one service.
    private static func trail(_ row: TaskRow) -> String {
        guard let trail = Trail(row), let last = trail.steps.last else { return "" }
        let left = trail.steps.dropLast().map { "\($0.service) \($0.word)" }
        return ReaderWords.parts(left + ["\(last.service) \(Int(last.word) == nil ? last.word : "answered")"])
    }

    /// `Task 7: 3 of 12 done`.
    static func progress(of row: TaskRow, _ members: MemberCounts) -> String {
        "Task \(row.id): \(GroupText.long(members, row.state))"
    }
}
