// The drift of a whole API: what was sent to each endpoint, what differs from the description, and what was not tried.

import Catalog
import NetLayer

/// A way in which a server differs from its description, and the first request that showed it.
public struct VerifyFinding: Sendable, Hashable {
    public var fault: VerifyFault
    /// The name of the case: `limit=0, below the minimum`.
    public var caseName: String
    /// The request as a curl line, secrets masked; empty when it is not known.
    public var request: String
    /// How many requests showed it.
    public var times = 1
    /// The number of that request: the report names the first one, in whatever order the responses come.
    var number: Int
}

/// The result of a verification, also while it runs.
public struct VerifyReport: Sendable, Hashable {
    /// The result of one endpoint.
    public struct Endpoint: Sendable, Hashable {
        public let index: Int
        public let id: String
        public let method: HTTPMethod
        public let path: String
        /// The requests with a response that the description allows, and those that it forbids.
        public internal(set) var allowed = 0
        public internal(set) var forbidden = 0
        public internal(set) var findings: [VerifyFinding] = []
        /// Remarks on its responses, and how many there are of each.
        public internal(set) var remarks: [VerifyJudgement.Remark: Int] = [:]
        /// Why it got no requests, or not all of them; a sentence without a full stop each.
        public internal(set) var obstacles: [String] = []
        /// By the number of the request.
        var outcomes: [Int: RunOutcome] = [:]

        var name: String { "\(method) \(path)" }
        /// The requests with a response.
        public var sent: Int { allowed + forbidden }
    }

    /// The title of the API.
    public let title: String
    /// In the order of the description.
    public internal(set) var endpoints: [Endpoint]
    /// The user ended it.
    public internal(set) var isCancelled = false
    /// Nothing more is sent.
    public internal(set) var isOver = false
    /// The exit codes of requests without a response.
    var lost: Set<Int32> = []
    /// The places of the endpoints, by their indexes.
    private var places: [Int: Int] = [:]

    init(_ plan: VerifyPlan) {
        title = plan.description.title
        endpoints = plan.endpoints.map { index in
            let endpoint = plan.description.endpoints[index]
            var result = Endpoint(index: index, id: endpoint.id, method: endpoint.method, path: endpoint.path)
            if let obstacle = plan.omitted[index] { result.obstacles = [obstacle.reason] }
            return result
        }
        for (place, endpoint) in endpoints.enumerated() { places[endpoint.index] = place }
    }

    // MARK: Figures

    /// The requests with a response.
    public var sent: Int { endpoints.reduce(0) { $0 + $1.sent } }
    /// The endpoints that got requests.
    public var tried: Int { endpoints.count { $0.sent > 0 } }
    public var findings: Int { endpoints.reduce(0) { $0 + $1.findings.count } }

    /// The exit code for scripts.
    public var exitCode: Int32 {
        var codes = Array(lost)
        if findings > 0 { codes.append(ExitStatus.drift) }
        // Nothing is proven by no request.
        if sent == 0, codes.isEmpty { codes.append(ExitStatus.usage) }
        if isCancelled { codes.append(ExitStatus.cancelled) }
        return ExitStatus.worst(codes)
    }

    /// The outcome of each request, by endpoint, for reports of build servers.
    public var outcomes: [RunOutcome] {
        endpoints.flatMap { endpoint -> [RunOutcome] in
            guard endpoint.outcomes.isEmpty else { return endpoint.outcomes.sorted { $0.key < $1.key }.map(\.value) }
            return [RunOutcome(suite: endpoint.name, name: "not tried", state: .skipped)]
        }
    }

    // MARK: Changes

    mutating func change(_ endpoint: Int, _ body: (inout Endpoint) -> Void) {
        guard let place = places[endpoint] else { return }
        body(&endpoints[place])
    }
}

extension VerifyReport.Endpoint {
    mutating func addObstacle(_ reason: String) {
        if !obstacles.contains(reason) { obstacles.append(reason) }
    }

    /// Counts a fault with those that differ in nothing but the request and the place in a list.
    mutating func add(
        _ fault: VerifyFault, of verifyCase: VerifyCase, number: Int, _ request: String, _ rules: DescribedRules
    ) {
        if let known = findings.firstIndex(where: { $0.fault.isLike(fault) }) {
            findings[known].times += 1
            guard number < findings[known].number else { return }
            (findings[known].caseName, findings[known].request) = (verifyCase.name, request)
            findings[known].number = number
            return
        }
        var fault = fault
        fault.rule = fault.rule.map(rules.locating)
        findings.append(VerifyFinding(fault: fault, caseName: verifyCase.name, request: request, number: number))
    }
}

extension VerifyFault {
    /// Whether both break the same rule in the same way. Elements of a list break one rule at many places.
    fileprivate func isLike(_ other: VerifyFault) -> Bool {
        kind == other.kind && message == other.message && rule?.pointer == other.rule?.pointer
            && rule?.document == other.rule?.document && (place != "status" || came == other.came)
    }
}
