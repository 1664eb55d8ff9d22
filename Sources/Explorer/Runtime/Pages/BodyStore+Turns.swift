// How the list of a kept answer goes on.

import NetLayer
import Screen

extension BodyStore {
    /// `nil` when nothing in the answer tells, or when it is kept no longer.
    func turns(_ question: PagingQuestion) -> PageTurns? {
        guard let kind = kind(of: question.task) else { return nil }
        // Of a body that is no JSON only the head tells; the document of other records is not what was answered.
        let answer = RawResponse(head: question.head, body: [], url: question.url)
        let document = kind == .json ? document(of: question.task) : nil
        let found =
            question.found
            ?? PagingDetection(
                question.plan, known: question.known, answer: answer, list: question.list, override: question.override,
                parsed: document
            ).found
        return found.map { PageTurns($0, question.plan, number: question.number, answer: answer, parsed: document) }
    }
}
