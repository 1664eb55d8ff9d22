// Filters a very long list while typing: the effect of each key must be visible before the next key.

import Canvas
import Catalog
import NetLayer
import Screen

extension Measure {
    static let filtering = Measure(figures: [
        Figure(
            name: "filter-20k", limit: 8, unit: "ms",
            about: "a key in the filter of 20,000 operations, to the composed frame at 200x60: the slowest key"),
        Figure(name: "filter-20k-mid", unit: "ms", about: "the same, the median of all keys"),
    ]) { effort in
        let list = try LongList(effort.choose(20_000, smoke: 200))
        let tries = effort.choose(3, smoke: 1)
        var (slowest, middle): ([Double], [Double]) = ([], [])
        for round in 0..<effort.rounds.warmUps + effort.rounds.count {
            // Another program rarely disturbs the same key each time: for every key the fastest of a
            // round's tries counts.
            let times = (1..<tries).reduce(list.typeKeys()) { best, _ in zip(best, list.typeKeys()).map(min) }
            guard round >= effort.rounds.warmUps, let most = times.max() else { continue }
            slowest.append(most)
            middle.append(times.sorted()[times.count / 2])
        }
        return ["filter-20k": Series(slowest) * 1_000, "filter-20k-mid": Series(middle) * 1_000]
    }
}

private struct LongList {
    private let model: Model
    private let keys: [Key]

    init(_ count: Int) throws {
        let description = try APIDescription.parse(Array(Self.description(count).utf8), source: "bench", base: nil)
        guard description.endpoints.count == count else { throw MeasurementError.broken("the long list is not read") }
        var model = Model(size: FileDisplay.size, source: "bench")
        _ = model.update(
            .source(.described(description, ServicePool([Service(name: "api", baseURL: URI("http://127.0.0.1:9"))]))))
        _ = model.update(.user(.key(.character("/"))))
        self.model = model
        // Words that match many, few and no entries, whole and in parts; typed, deleted and cleared.
        let words = ["list", "reports archive", "gpr", "get user 199", "zzzz"]
        keys = words.flatMap { $0.map(Key.character) + [.backspace, .backspace, .backspace, .control("u")] }
    }

    /// Types all keys.
    /// - Returns: the seconds of each.
    func typeKeys() -> [Double] {
        var model = model
        let clock = ContinuousClock()
        return keys.map { key in
            let start = clock.now
            _ = model.update(.user(.key(key)))
            let screen = render(model)
            let seconds = start.duration(to: clock.now).seconds
            return screen.size.width > 0 ? seconds : .infinity
        }
    }

    /// Names as in large APIs: paths of three levels, ids in camel case, summaries of a few words.
    private static func description(_ count: Int) -> String {
        let nouns = ["users", "reports", "invoices", "projects", "archives", "comments", "webhooks", "keys", "teams", "labels"]
        let verbs = [("get", "get"), ("post", "create"), ("put", "replace"), ("patch", "change"), ("delete", "delete")]
        let paths = (0..<count / verbs.count).map { number in
            let (first, second) = (nouns[number % 10], nouns[number / 10 % 10])
            let operations = verbs.map { method, verb in
                """
                "\(method)":{"operationId":"\(verb)\(first.capitalized)\(second.capitalized)\(number)","tags":["\(first) \(number / 100)"],\
                "summary":"\(verb.capitalized) the \(second) of one of the \(first), number \(number)"}
                """
            }
            return "\"/v1/\(first)/{id}/\(second)/\(number)\":{\(operations.joined(separator: ","))}"
        }
        return #"{"openapi":"3.1.0","info":{"title":"Bench","version":"1"},"paths":{\#(paths.joined(separator: ","))}}"#
    }
}
