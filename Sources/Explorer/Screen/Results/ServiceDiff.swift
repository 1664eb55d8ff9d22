// Compares the shown response with that of another service: sends its request there once more, and shows the
// differences when the response arrives.

import Canvas
import NetLayer

/// A comparison that waits for its second response.
struct AwaitedDiff: Sendable, Hashable {
    let new: TaskID
    let old: TaskID
    let service: String
}

extension Model {
    /// Sends the shown response's request to a service, and compares the two responses.
    mutating func compare(withService word: String) throws(PaletteProblem) -> [Effect] {
        guard let task = result.task, var plan = result.plans[task] else {
            throw PaletteProblem("This response has no request here: nothing to send")
        }
        let names = pool(for: plan).services.map(\.name)
        guard names.contains(word) else {
            let hint =
                ClosestName.match(word, among: names).map { "did you mean \($0)?" }
                ?? "there are \(names.joined(separator: ", "))"
            throw PaletteProblem("“\(word)” is neither a task nor a service: \(hint)")
        }
        guard !plan.hasOwnAddress else {
            throw PaletteProblem("This request has its own address and uses no service")
        }
        plan.destination.service = word
        plan.destination.preferredService = nil
        // A stored response may come from the other service.
        plan.policies.fetch = nil
        return send(plan, toCompareWith: task, service: word)
    }

    mutating func send(_ plan: RequestPlan, toCompareWith old: TaskID, service: String) -> [Effect] {
        let id = sending.reserveTaskID()
        let place = PagePlace(page: result.pages[old, default: 1], paging: result.styles[old])
        result.awaitedDiff = AwaitedDiff(new: id, old: old, service: service)
        say("Waiting for the response of \(service) to compare")
        return [.engine(.send(SendOrder(id: id, plan: plan, pool: pool(for: plan), place: place)))]
    }

    /// Compares when this is the awaited second response. A user who has gone on to something else
    /// gets a message, and stays there.
    mutating func compare(with answer: Answer) -> [Effect] {
        guard let wait = result.awaitedDiff, wait.new == answer.task, !answer.isArriving else { return [] }
        result.awaitedDiff = nil
        guard answer.head != nil else {
            say("Nothing to compare: \(wait.service) sent no response. \(answer.failure?.title ?? "")", .warning)
            return []
        }
        guard result.task == wait.old, result.answers[wait.old] != nil else {
            say("The response of \(wait.service) has arrived: task \(answer.task)")
            return []
        }
        result.compare(DiffView(old: wait.old, new: answer.task))
        return []
    }

    /// The services that the shown response can be compared with.
    var diffServices: [PaletteVerb.Completion] {
        guard let plan = result.task.flatMap({ result.plans[$0] }), plan.destination.baseURL == nil else { return [] }
        let pool = pool(for: plan)
        return pool.services.map { .init(word: $0.name, note: "send it there: \($0.standing(in: pool.environment).baseURL)") }
    }
}
