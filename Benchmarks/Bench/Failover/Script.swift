// The faults of the services of a simulated pool, with their times.

import NetLayer

/// The kind of a service's fault.
enum Fault: String, CaseIterable, Sendable {
    case refused = "refused"
    /// The service accepts requests and never responds.
    case blackHole = "black hole, attempts wait 8 s"
    case shortBlackHole = "black hole, attempts wait 2 s"
    case status = "HTTP 500"
    /// The service responds after 2 s.
    case slow = "slow, answers take 2 s"

    /// The result of a request. A cut response stands for noise.
    var answer: AttemptResult {
        switch self {
        case .refused: AttemptResult(brought: .failure(.connect, hasHead: false), latency: .milliseconds(3))
        case .blackHole: AttemptResult(brought: .failure(.timedOut(.total), hasHead: false), latency: .seconds(8))
        case .shortBlackHole: AttemptResult(brought: .failure(.timedOut(.total), hasHead: false), latency: .seconds(2))
        case .status: AttemptResult(brought: .status(500), latency: .milliseconds(40))
        case .slow: AttemptResult(brought: .status(200), latency: .seconds(2))
        }
    }

    /// The longest wait of an attempt.
    var timeout: Duration {
        switch self {
        case .blackHole, .shortBlackHole: answer.latency
        case .refused, .status, .slow: .seconds(8)
        }
    }
}

/// The result of an attempt, and its latency.
struct AttemptResult: Sendable {
    var brought: OutcomeClassifier.AttemptResult
    var latency: Duration

    static let cut = AttemptResult(brought: .failure(.cut, hasHead: true), latency: .milliseconds(40))
}

/// The course of a run.
struct Script: Sendable {
    var length: Duration
    /// Requests per second.
    var rate = 5.0
    /// The fraction of failures among requests to healthy services.
    var noise = 0.0
    var fault: Fault?
    var outage = Duration.zero..<Duration.zero
    /// All services fail, as when the client's own network is gone; else only the first.
    var isEverywhere = false
    /// Half the period of an outage that comes and goes.
    var half: Duration?

    /// 10 minutes healthy, 2 dead, 3 healthy.
    static func death(_ fault: Fault) -> Script {
        Script(length: .seconds(900), fault: fault, outage: .seconds(600)..<(.seconds(720)))
    }

    static func noise(_ part: Double, hours: Int) -> Script { Script(length: .seconds(3_600 * hours), noise: part) }

    /// 10 s dead, 10 s healthy, and so on for 2 minutes.
    static let flapping = Script(
        length: .seconds(360), fault: .status, outage: .seconds(60)..<(.seconds(180)), half: .seconds(10))

    /// A minute in which no service can be reached.
    static let networkLoss = Script(
        length: .seconds(240), fault: .refused, outage: .seconds(60)..<(.seconds(120)), isEverywhere: true)

    func fault(of service: Int, at now: Duration) -> Fault? {
        guard outage.contains(now), service == 0 || isEverywhere else { return nil }
        guard let half else { return fault }
        return Int((now - outage.lowerBound) / half) % 2 == 0 ? fault : nil
    }
}
