// The report of a measured run as JSON, with the whole histogram. Times are in milliseconds.

import Workbench

enum MeasuredJSON {
    private typealias Member = (String, JSONText.Value)

    /// - Parameter results: the requests that took turns, in their order.
    static func format(_ results: [(name: String, run: MeasuredRun)], isComparison: Bool) -> String {
        var members: [Member] = [("measured", .array(results.map { .object(Self.members(of: $0.run, named: $0.name)) }))]
        if isComparison, results.count == 2, let ratio = MedianRatio(results[0].run.latency, results[1].run.latency) {
            members.append(
                (
                    "versus",
                    .object([
                        ("ratio", .number(LatencyText.ratio(ratio.ratio))), ("low", .number(LatencyText.ratio(ratio.low))),
                        ("high", .number(LatencyText.ratio(ratio.high))), ("confidence_percent", number(MedianRatio.confidence)),
                        ("method", .string(MedianRatio.method)),
                    ])
                ))
        }
        return JSONText.object(members) + "\n"
    }

    private static func members(of run: MeasuredRun, named name: String) -> [Member] {
        let elapsed = Int(run.elapsed / .microseconds(1))
        let statuses: [Member] = run.statuses.sorted { $0.key < $1.key }.map { (String($0.key), number($0.value)) }
        let failures: [Member] = run.failures.sorted { $0.key < $1.key }.map { ($0.key, number($0.value)) }
        var members: [Member] = [
            ("title", .string(name)), ("requests", number(run.requests)), ("warm_up", number(run.warmUps)),
            ("cancelled", number(run.cancelled)), ("ms", milliseconds(elapsed)),
            ("bytes", .number(String(run.bytes))),
            ("statuses", .object(statuses)), ("failures", .object(failures)),
            ("latency_from", .string(run.isAtRate ? "due" : "start")), ("latency", times(run.latency)),
        ]
        if let rate = run.perSecond { members.append(("per_second", .number(LatencyText.rate(rate)))) }
        if run.isAtRate {
            members += [("service_time", times(run.serviceTime)), ("latest_start_ms", milliseconds(run.latestStart))]
        } else if !run.latency.isEmpty {
            let median = run.latency.value(atPercentile: 50)
            members.append(("corrected", times(run.latency.corrected(expectedInterval: median))))
        }
        members += [("over_time", overTime(run.timeline)), ("histogram", histogram(run.latency))]
        return members
    }

    private static func times(_ times: LatencyHistogram) -> JSONText.Value {
        var members: [Member] = [
            ("count", number(times.total)), ("mean_ms", milliseconds(Int(times.mean.rounded()))),
        ]
        for (name, percent) in MeasuredReport.percents {
            members.append((name.replacing(".", with: "_") + "_ms", milliseconds(times.value(atPercentile: percent))))
        }
        members.append(("max_ms", milliseconds(times.max)))
        return .object(members)
    }

    private static func overTime(_ timeline: LatencyTimeline) -> JSONText.Value {
        let spans = timeline.spans.enumerated().filter { $0.element.count > 0 }
        return .array(
            spans.map { index, span in
                let begin = Int(timeline.step / .microseconds(1)) * index
                return .object([
                    ("from_ms", milliseconds(begin)), ("requests", number(span.count)),
                    ("mean_ms", milliseconds(span.sum / span.count)), ("max_ms", milliseconds(span.slowest)),
                ])
            })
    }

    /// The counts with a value. Bounds are inclusive.
    private static func histogram(_ times: LatencyHistogram) -> JSONText.Value {
        .array(
            times.buckets.map { bucket in
                .object([
                    ("from_ms", milliseconds(bucket.first)), ("to_ms", milliseconds(bucket.last)),
                    ("count", number(bucket.count)),
                ])
            })
    }

    private static func number(_ value: Int) -> JSONText.Value { .number(String(value)) }
    private static func milliseconds(_ value: Int) -> JSONText.Value { .number(LatencyText.milliseconds(value)) }
}
