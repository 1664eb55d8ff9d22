// The origin server of the cache tests: it answers each request of a test by its number, and notes what it saw.

import NetLayer
import Synchronization

@testable import NetLayer

/// One test's server, on a clock of the test's.
final class CacheOrigin: Sendable {
    struct Seen {
        var number: Int
        var method: HTTPMethod
        var headers: Headers
        /// Fields that whoever asked must get.
        var promised: [(name: String, value: String)]
    }

    private struct State {
        var steps: [CacheStep]
        var seen: [Seen] = []
        var now: Duration = .seconds(1_795_262_400)
    }

    private let state: Mutex<State>
    private let body: String

    init(_ test: CacheCase) {
        state = Mutex(State(steps: test.steps))
        body = test.id
    }

    var seen: [Seen] { state.withLock { $0.seen } }
    var now: Duration { state.withLock { $0.now } }

    func pass(_ time: Duration) { state.withLock { $0.now += time } }

    func answer(_ request: WireRequest) -> [ScriptedTransport.Step] {
        state.withLock { state in
            let number = request.headers["Req-Num"].flatMap { Int($0) } ?? state.seen.count + 1
            guard state.steps.indices.contains(number - 1) else { return .answer(409) }
            state.now += .seconds(state.steps[number - 1].delay)
            let status = Self.status(number, state.steps, request)
            var headers: Headers = [
                "Server-Base-Url": request.url.path, "Server-Request-Count": String(state.seen.count + 1),
                "Client-Request-Count": String(number), "Server-Now": String(state.now.components.seconds * 1_000),
            ]
            let step = state.steps[number - 1]
            for (index, field) in step.answerFields.enumerated() {
                let text = Self.text(of: field, now: state.now, base: request.url.path, step)
                state.steps[number - 1].answerFields[index].text = text
                state.steps[number - 1].answerFields[index].seconds = nil
                headers.add(HeaderField(field.name, text))
            }
            let promised = step.answerFields.filter(\.isChecked).map(\.name)
            if headers.first("Content-Type") == nil { headers.add(HeaderField("Content-Type", "text/plain")) }
            if headers.first("Date") == nil {
                headers.add(HeaderField("Date", HTTPDate.format(Int(state.now.components.seconds))))
            }
            state.seen.append(
                Seen(
                    number: number, method: request.method, headers: request.headers,
                    promised: promised.map { ($0, headers.allValues($0).joined(separator: ", ")) }))
            headers.add(HeaderField("Request-Numbers", state.seen.map { String($0.number) }.joined(separator: " ")))
            guard !step.disconnects else { return [.fail(TransferFailure(.cut))] }
            let isEmpty = status == 204 || status == 304 || request.method == .head
            return .answer(status, headers: headers, body: isEmpty ? [] : Array((step.answerBody ?? body).utf8))
        }
    }

    /// 999 says that a question was expected, and another came.
    private static func status(_ number: Int, _ steps: [CacheStep], _ request: WireRequest) -> Int {
        let step = steps[number - 1]
        guard step.expectation == .etagValidated || step.expectation == .lastModifiedValidated, number > 1 else {
            return step.status ?? 200
        }
        func isAsked(_ name: String, by condition: String) -> Bool {
            let stored = steps[number - 2].answerFields.last { $0.name.lowercased() == name }?.text
            return stored != nil && request.headers[condition] == stored
        }
        return isAsked("last-modified", by: "If-Modified-Since") || isAsked("etag", by: "If-None-Match") ? 304 : 999
    }

    /// A field's value: numbers of seconds in the place of dates, paths of the test's own in the place of names.
    static func text(of field: CacheStep.Field, now: Duration, base: String, _ step: CacheStep) -> String {
        if let seconds = field.seconds {
            let text = HTTPDate.format(Int(now.components.seconds) + seconds)
            return step.oldDates.contains(field.name.lowercased()) ? oldForm(text) : text
        }
        let text = field.text ?? ""
        guard step.placesAreMagic, ["location", "content-location"].contains(field.name.lowercased()) else { return text }
        return text.isEmpty ? base : "\(base)/\(text)"
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`.
    private static func oldForm(_ date: String) -> String {
        let words = date.split(separator: " ")
        let days = ["Mon,": "Monday,", "Tue,": "Tuesday,", "Wed,": "Wednesday,", "Thu,": "Thursday,", "Fri,": "Friday,"]
        let day = days[String(words[0])] ?? (words[0] == "Sat," ? "Saturday," : "Sunday,")
        return "\(day) \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
    }
}
