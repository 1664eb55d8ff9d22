// Fetches a description from a URL, with the files it refers to; searches for it where the URL is an
// API's own address.

import Catalog
import NetLayer

/// Reads descriptions over HTTP.
struct DescriptionFetcher {
    private let client: NetClient
    private let referenceLoader: ReferenceLoader
    /// The only server that receives the user's own secret headers: redirects, and requests after them,
    /// lose these headers.
    private let pool: ServicePool
    private let url: URI

    /// The rules of the workspace that names the URL.
    private let rules: SourceTrust?

    init(_ url: URI, client: NetClient, _ bringer: ReferenceLoader, _ rules: SourceTrust?) {
        self.rules = rules
        self.url = url
        self.client = client
        pool = ServicePool([Service(name: "description", baseURL: url)])
        self.referenceLoader = bringer.withHome(pool)
    }

    /// The result of one URL.
    private enum FetchResult {
        case description(APIDescription)
        /// A response that is not a description: its summary in a few words, and its links to descriptions.
        case other(LoadError, words: String, links: [URI])
    }

    func fetchDescription() async throws(LoadError) -> APIDescription {
        let first = try await answer(url)
        guard case .other(let error, let words, let links) = first, DescriptionSearch.isWorthwhile(url, error) else {
            return try description(first)
        }
        var tried: OrderedWords = [(words, ["\(url)"])]
        var seen: Set<URI> = [url]
        for candidate in links + DescriptionSearch.candidates(for: url, isNamed: rules == nil)
        where seen.insert(candidate).inserted {
            switch try await answer(candidate) {
            case .description(let description): return description
            case .other(_, let words, _): Self.recordAttempt(candidate, words, in: &tried)
            }
        }
        let list = tried.map { "\($0.places.joined(separator: ", ")): \($0.words)" }.joined(separator: "; ")
        throw LoadError(
            Failure(
                title: "no description was found at \(url)", detail: "tried \(list)",
                hint: "Give the URL of the description itself."), exitCode: ExitStatus.cannotRead)
    }

    /// Places grouped by their result, in the order of each group's first place.
    private typealias OrderedWords = [(words: String, places: [String])]

    private static func recordAttempt(_ place: URI, _ words: String, in tried: inout OrderedWords) {
        if let index = tried.firstIndex(where: { $0.words == words }) {
            tried[index].places.append(place.path)
        } else {
            tried.append((words, [place.path]))
        }
    }

    private func description(_ answer: FetchResult) throws(LoadError) -> APIDescription {
        switch answer {
        case .description(let description): return description
        case .other(let error, _, _): throw error
        }
    }

    /// - Throws: an error when no response arrived; further search would not help.
    private func answer(_ url: URI) async throws(LoadError) -> FetchResult {
        let response: RawResponse
        do throws(NetError) {
            response = try await fetch(url)
        } catch {
            let failure = Self.loadError(url, error)
            guard case .status(let status) = error.kind, let response = error.response else { throw failure }
            return .other(failure, words: "\(status)", links: DescriptionSearch.links(response))
        }
        do throws(LoadError) {
            return .description(try await describe(response, url))
        } catch {
            do throws(LoadError) {
                return .description(
                    try CollectionLoader.collection(
                        response.body, source: url.description, folder: nil, rules, insteadOf: error))
            } catch {
                return .other(error, words: "no description", links: DescriptionSearch.links(response))
            }
        }
    }

    private func describe(_ response: RawResponse, _ url: URI) async throws(LoadError) -> APIDescription {
        let files = try DescriptionLoader.files(
            response.body, source: url.description, base: response.url, referenceLoader.network)
        return try await referenceLoader.description(files)
    }

    private func fetch(_ url: URI) async throws(NetError) -> RawResponse {
        var plan = RequestPlan(
            id: "description", title: "description", path: url.revealed, timeouts: referenceLoader.defaults.timeouts,
            connection: referenceLoader.defaults.connection)
        // The host of a description may differ from the API's host, so the API's login does not apply.
        plan.bypassesAuth = true
        plan.policies.tag = .description
        guard let origins = rules?.origins else { return try await client.send(Endpoint(plan), on: pool) }
        plan.followsRedirects = false
        var place = url
        for _ in 0...Self.mostRedirects {
            plan.path = place.revealed
            let response = try await client.send(Endpoint(plan), on: pool)
            guard (300..<400).contains(response.head.status), let next = response.head.headers["Location"] else {
                return response
            }
            place = place.resolving(URI(next))
            guard place.origin == url.origin || origins.contains(place.origin) else {
                throw NetError(
                    .redirectRefused, attempted: "GET \(url)",
                    detail: "it redirects to \(place.shownOrigin), a server that is not in the workspace")
            }
        }
        throw NetError(.redirect, attempted: "GET \(url)", detail: "it redirects more than \(Self.mostRedirects) times")
    }

    /// For a description that a workspace names: the user has agreed to the workspace's
    /// servers, and to no others.
    private static let mostRedirects = 5

    static func loadError(_ url: URI, _ error: NetError) -> LoadError {
        let words =
            Failure(error)
            ?? Failure(title: "no description there", detail: error.detail, hint: "Check the URL of the description.")
        return LoadError(
            Failure(title: "\(url) cannot be read", detail: "\(words.title): \(words.detail)", hint: words.hint),
            exitCode: ExitStatus.cannotRead,
            isUnanswered: error.response == nil)
    }
}
