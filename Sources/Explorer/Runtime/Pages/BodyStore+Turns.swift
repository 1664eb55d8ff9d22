// How the list of a stored response continues.

import NetLayer
import Screen

extension BodyStore {
    /// `nil` when the response does not tell, or is no longer stored.
    func turns(_ question: PagingQuestion) -> PageTurns? {
        guard let kind = kind(of: question.task) else { return nil }
        // For a body other than JSON only the head counts; the document of other records
        // is not the response's own.
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
