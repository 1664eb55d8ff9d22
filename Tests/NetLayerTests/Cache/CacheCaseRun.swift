// Plays one cache test: its requests through a CachingTransport, and then what came and what the origin saw against what is expected.

import Foundation
import NetLayer
import Synchronization

@testable import NetLayer

/// Takes one answer whole.
final class AnswerTaker: CacheObserver {
    struct Answer {
        var head: ResponseHead?
        var body: [UInt8] = []
        var end: TransferEnd?
        var uses: [CacheUse] = []
    }

    private let state = Mutex(Answer())
    var answer: Answer { state.withLock { $0 } }

    func transferUsedCache(_ use: CacheUse) { state.withLock { $0.uses.append(use) } }
    func transferEntered(_ phase: Phase) {}
    func transferReceived(head: ResponseHead) { state.withLock { $0.head = head } }
    func transferReceived(body: UnsafeRawBufferPointer) -> BodyVerdict {
        state.withLock { $0.body += body }
        return .accepted
    }
    func transferProgressed(sent: Int64, received: Int64) {}
    func transferFinished(_ end: TransferEnd) { state.withLock { $0.end = end } }
}

struct CacheCaseRun {
    /// What was not as expected.
    struct Miss: Error { let text: String }

    let test: CacheCase
    private let origin: CacheOrigin
    private let transport: CachingTransport

    init(_ test: CacheCase) {
        self.test = test
        let origin = CacheOrigin(test)
        self.origin = origin
        transport = CachingTransport(ScriptedTransport { origin.answer($0) }, wallClock: { origin.now })
    }

    func play() throws(Miss) {
        var answers: [AnswerTaker.Answer] = []
        for (index, step) in test.steps.enumerated() {
            let taker = AnswerTaker()
            _ = transport.start(request(step, index + 1), observer: taker)
            let answer = taker.answer
            try Self.need(answer.end != nil, "\(index + 1) never ended")
            answers.append(answer)
            try check(answer, step, index + 1)
            if step.pausesAfter { origin.pass(.seconds(3)) }
        }
        try checkOrigin(answers)
    }

    private func request(_ step: CacheStep, _ number: Int) -> WireRequest {
        var url = "http://cache.test/test/\(test.id)"
        if let file = step.file { url += "/" + file }
        if let query = step.query { url += "?" + query }
        var headers = Headers(
            step.requestFields.map { HeaderField($0.name, CacheOrigin.text(of: $0, now: origin.now, base: "", step)) })
        // As the Fetch standard writes a reload.
        if step.isReload { headers.add(HeaderField("Cache-Control", "max-age=0")) }
        headers.add(HeaderField("Test-ID", test.id))
        headers.add(HeaderField("Req-Num", String(number)))
        return WireRequest(
            method: step.method, url: URI(url), headers: headers, body: step.requestBody.map { .bytes(Array($0.utf8)) } ?? .none)
    }

    private static func need(_ holds: Bool, _ text: @autoclosure () -> String) throws(Miss) {
        if !holds { throw Miss(text: text()) }
    }

    // MARK: what came

    private func check(_ answer: AnswerTaker.Answer, _ step: CacheStep, _ number: Int) throws(Miss) {
        guard let head = answer.head else {
            try Self.need(step.expectedStatus == .some(nil), "\(number) brought no response")
            return
        }
        let count = head.headers["Server-Request-Count"].flatMap { Int($0) }
        let numbers = head.headers["Request-Numbers"]?.split(separator: " ") ?? []
        try Self.need(Set(numbers).count == numbers.count, "\(number) was sent again")
        switch step.expectation {
        case .cached: try Self.need(count.map { $0 < number } ?? (head.status == 304), "\(number) does not come from the cache")
        case .notCached: try Self.need(count == number, "\(number) comes from the cache")
        case .etagValidated, .lastModifiedValidated, nil: break
        }
        let status = step.expectedStatus ?? step.status ?? 200
        try Self.need(status == nil || head.status == status, "\(number) has status \(head.status), not \(status ?? 0)")
        for rule in step.expectedFields { try check(rule, head, step, number) }
        for rule in step.missingFields {
            switch rule {
            case .present(let name): try Self.need(head.headers.first(name) == nil, "\(number) has \(name)")
            case .contains(let name, let text):
                try Self.need(
                    !head.headers.allValues(name).contains { $0.contains(text) }, "\(number) still has \(name): \(text)")
            case .field, .same, .above: throw Miss(text: "unknown form")
            }
        }
        try checkBody(answer, head.status, step, number)
    }

    private func check(_ rule: CacheStep.FieldRule, _ head: ResponseHead, _ step: CacheStep, _ number: Int) throws(Miss) {
        func value(_ name: String) -> String? {
            let lines = head.headers.allValues(name)
            return lines.isEmpty ? nil : lines.joined(separator: ", ")
        }
        switch rule {
        case .present(let name): try Self.need(value(name) != nil, "\(number) has no \(name)")
        case .same(let name, let other):
            try Self.need(value(name) != nil && value(name) == value(other), "\(number): \(name) is not \(other)")
        case .above(let name, let least):
            try Self.need(
                value(name).flatMap { Int($0) }.map { $0 > least } == true,
                "\(number): \(name) is \(value(name) ?? "-"), not above \(least)")
        case .field(let field):
            let now = Duration.seconds((value("Server-Now").flatMap { Int($0) } ?? 0) / 1_000)
            let expected = CacheOrigin.text(of: field, now: now, base: value("Server-Base-Url") ?? "", step)
            try Self.need(
                value(field.name) == expected, "\(number): \(field.name) is \(value(field.name) ?? "-"), not \(expected)")
        case .contains: throw Miss(text: "unknown form")
        }
    }

    private func checkBody(_ answer: AnswerTaker.Answer, _ status: Int, _ step: CacheStep, _ number: Int) throws(Miss) {
        guard step.checksBody else { return }
        let body = String(decoding: answer.body, as: UTF8.self)
        let expected: String?
        if let text = step.expectedText {
            expected = text
        } else if let text = step.answerBody {
            expected = text
        } else {
            expected = status == 204 || status == 304 || step.method == .head ? nil : test.id
        }
        try Self.need(expected == nil || body == expected, "\(number) has the body \(body), not \(expected ?? "")")
    }

    // MARK: what the origin saw

    private func checkOrigin(_ answers: [AnswerTaker.Answer]) throws(Miss) {
        let seen = origin.seen
        var next = 0
        for (index, step) in test.steps.enumerated() where step.expectation != .cached {
            let request = seen.indices.contains(next) ? seen[next] : nil
            next += 1
            let number = index + 1
            switch step.expectation {
            case .notCached: try Self.need(request?.number == number, "\(number) was not sent")
            case .etagValidated: try Self.need(request?.headers["If-None-Match"] != nil, "\(number) asked without If-None-Match")
            case .lastModifiedValidated:
                try Self.need(request?.headers["If-Modified-Since"] != nil, "\(number) asked without If-Modified-Since")
            case .cached, nil: break
            }
            for rule in step.expectedRequestFields {
                switch rule {
                case .present(let name): try Self.need(request?.headers[name] != nil, "\(number) was sent without \(name)")
                case .field(let field):
                    let value = request?.headers.allValues(field.name).joined(separator: ", ")
                    try Self.need(value == field.text, "\(number) was sent with \(field.name): \(value ?? "-")")
                case .same, .above, .contains: throw Miss(text: "unknown form")
                }
            }
            for (name, value) in request?.promised ?? [] where name.lowercased() != "date" {
                let came = answers[index].head.map { $0.headers.allValues(name).joined(separator: ", ") }
                try Self.need(came == value, "\(number): \(name) is \(came ?? "-"), not \(value)")
            }
            if let method = step.expectedMethod {
                try Self.need(request?.method.rawValue == method, "\(number) was not sent as \(method)")
            }
        }
    }
}
