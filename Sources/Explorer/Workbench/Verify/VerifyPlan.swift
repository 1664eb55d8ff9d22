// Which requests a verification sends: the endpoints in rounds, so that lists come before single resources, and the cases of
// each endpoint. Equal descriptions, options and responses give equal requests.

import Catalog
import NetLayer

/// The plan of a verification.
public struct VerifyPlan: Sendable {
    /// What the user asks for.
    public struct Options: Sendable, Hashable {
        /// Also sends what the description forbids.
        public var isNegative = false
        /// Also sends requests that may change something.
        public var isUnsafe = false
        /// The most requests in all.
        public var most = VerifyPlan.usualMost
        /// Chooses the drawn values.
        public var seed: UInt64 = 1
        /// The names of header fields that every request has, in lower case: no request is without them.
        public var commonHeaders: Set<String> = []

        public init() {}
    }

    /// The requests to one endpoint, or why there are none.
    struct Cases: Sendable {
        var cases: [VerifyCase] = []
        var obstacle: VerifyObstacle?
    }

    /// The usual limit of all requests.
    public static let usualMost = 1_000

    public let description: APIDescription
    public let options: Options
    /// The endpoints that get no requests, with the reason.
    public let omitted: [Int: VerifyObstacle]
    /// All chosen endpoints, in the order of the description.
    public let endpoints: [Int]
    /// Endpoints by round: those of a round need nothing of each other.
    let rounds: [[Int]]
    let rules: DescribedRules

    /// - Parameter endpoints: indexes of endpoints; `nil` for all that the description describes.
    public init(_ description: APIDescription, endpoints chosen: [Int]? = nil, _ options: Options) {
        (self.description, self.options) = (description, options)
        rules = DescribedRules(description)
        let described = description.ownEndpoints
        endpoints = chosen.map { Set($0.filter { described.contains($0) }).sorted() } ?? Array(described)
        var omitted: [Int: VerifyObstacle] = [:]
        var ranked: [Int: [Int]] = [:]
        for index in endpoints {
            let endpoint = description.endpoints[index]
            guard endpoint.method.isSafe || options.isUnsafe else {
                omitted[index] = VerifyObstacle("\(endpoint.method) may change something, and only safe requests are sent")
                continue
            }
            ranked[Self.rank(endpoint), default: []].append(index)
        }
        self.omitted = omitted
        rounds = ranked.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Lists first, then what creates resources, then single resources; what removes them comes last, the inner ones before the
    /// outer ones.
    private static func rank(_ endpoint: EndpointSummary) -> Int {
        let depth = endpoint.path.count { $0 == "{" }
        switch endpoint.method {
        case .delete: return 3_000 - min(depth, 900)
        case .post: return 2 * min(depth, 400) + 1
        case let method where method.isSafe: return 2 * min(depth, 400)
        default: return 1_000 + min(depth, 900)
        }
    }

    // MARK: Cases

    /// The usual request to each endpoint as far as it is known before any response: what the user is asked about.
    public var samples: [VerifyCase] {
        endpoints.filter { omitted[$0] == nil }.compactMap { cases(of: $0, FoundValues()).cases.first { !$0.isForbidden } }
    }

    /// The most requests to one endpoint that the description allows. Each request of an unsafe method changes something.
    private static func most(_ method: HTTPMethod) -> Int { method == .delete ? 1 : method.isSafe ? 24 : 12 }
    /// The most requests to one endpoint that the description forbids.
    private static let mostForbidden = 40
    /// The most special values of one parameter.
    private static let mostValues = 6

    /// The requests to an endpoint.
    /// - Parameter found: what earlier responses have named.
    func cases(of index: Int, _ found: FoundValues) -> Cases {
        let endpoint = description.endpoints[index]
        guard let operation = description.operation(index) else {
            return Cases(obstacle: VerifyObstacle("its description cannot be read"))
        }
        let maker: VerifyCases
        do throws(VerifyObstacle) {
            maker = try VerifyCases(endpoint, operation, rules, options, found)
        } catch {
            return Cases(obstacle: error)
        }
        var cases = Array(maker.allowed(Self.mostValues).prefix(Self.most(endpoint.method)))
        if options.isNegative {
            cases += maker.forbidden.prefix(Self.mostForbidden)
            if let other = undescribedMethod(of: endpoint) { cases.append(maker.other(other)) }
        }
        // A request that only removes must not take the resource from those that are refused.
        if endpoint.method == .delete { cases = cases.filter(\.isForbidden) + cases.filter { !$0.isForbidden } }
        return Cases(cases: cases)
    }

    /// A method that the path does not have; only one endpoint of each path tries one.
    private func undescribedMethod(of endpoint: EndpointSummary) -> HTTPMethod? {
        let same = description.ownEndpoints.map { description.endpoints[$0] }.filter { $0.path == endpoint.path }
        let chosen = same.first { omitted[$0.index] == nil && endpoints.contains($0.index) }
        guard chosen?.index == endpoint.index else { return nil }
        let known = Set(same.map(\.method))
        // Servers answer HEAD where there is GET, and OPTIONS everywhere.
        return [HTTPMethod.get, .post, .put, .patch, .delete, .trace].first {
            !known.contains($0) && (options.isUnsafe || $0.isSafe)
        }
    }
}
