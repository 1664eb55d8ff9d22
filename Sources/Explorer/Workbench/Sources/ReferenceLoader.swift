// Loads the files that a description refers to: from the disk, and from the network where that is allowed.

import Catalog
import NetLayer
import Workspace

/// The permissions of references in the network.
public struct NetworkReferences: Sendable {
    /// References may lead to any host. Otherwise a description from the network may use only its own origin,
    /// and one from the disk none.
    public var areAllowed: Bool
    /// Stores the responses of other origins.
    public var cache: RemoteCache?

    public init(areAllowed: Bool = false, cache: RemoteCache? = nil) {
        self.areAllowed = areAllowed
        self.cache = cache
    }
}

/// Reads the files that ``DescriptionFiles`` asks for.
struct ReferenceLoader {
    let client: NetClient
    let defaults: RequestDefaults
    let cache: YAMLCache?
    let network: NetworkReferences
    /// The files that a description from the disk may read; `nil` for one from elsewhere, which has no files.
    let rules: SourceTrust?
    /// The description's server, whose origin needs no permission; `nil` for a description from the disk.
    private var home: ServicePool?

    init(
        client: NetClient, defaults: RequestDefaults, cache: YAMLCache?, network: NetworkReferences, rules: SourceTrust? = nil
    ) {
        self.rules = rules
        self.client = client
        self.defaults = defaults
        self.cache = cache
        self.network = network
    }

    func withHome(_ home: ServicePool) -> Self {
        var copy = self
        copy.home = home
        return copy
    }

    /// Loads all files, one after the other, and reads the description.
    func description(_ files: DescriptionFiles) async throws(LoadError) -> APIDescription {
        var files = files
        var silent: [String: String] = [:]
        while let location = files.next {
            if location.scheme == "file" {
                readFile(location, into: &files)
            } else {
                await fetch(location, into: &files, &silent)
            }
        }
        let gathered = files
        return try DescriptionLoader.describing { () throws(DescriptionError) in try gathered.description() }
    }

    private func readFile(_ location: URI, into files: inout DescriptionFiles) {
        let path = PercentCoding.decode(location.path)
        // A symbolic link in the folder may lead out of it.
        if let rules, !rules.mayRead(WorkspaceTrust.resolvedPath(path)) {
            return files.markUnavailable(location, message: "it is outside the folder \(rules.folder)", hint: rules.hint)
        }
        do throws(LoadError) {
            // Reading a small file takes less time than a look into the cache.
            let isLarge = cache != nil && FileIdentity(path).map { $0.size >= Self.minimumCachedSize } == true
            files.add(
                try DescriptionLoader.readText(path, isLarge ? cache : nil) { () throws(ReadError) in
                    try FileReading.regularFile(path)
                }, at: location)
        } catch {
            files.markUnavailable(location, message: error.failure.detail, hint: error.failure.hint)
        }
    }

    /// The least size of a YAML file that is cached as JSON. Bytes.
    static let minimumCachedSize = 64 << 10

    // MARK: The network

    /// - Parameter silent: origins that sent no response, and why: the loader waits only once for each.
    private func fetch(_ location: URI, into files: inout DescriptionFiles, _ silent: inout [String: String]) async {
        let isHome = home?.services.first?.deployments.first?.baseURL.origin == location.origin
        let kept = isHome ? nil : network.cache?.cachedFile(at: location)
        do throws(LoadError) {
            if let reason = silent[location.origin] { throw Self.failure(reason, hint: "", isUnanswered: true) }
            let file = try await answer(location, isHome: isHome, kept: kept)
            if !isHome, file != kept { network.cache?.store(file, at: location) }
            addFile(file.body, at: location, into: &files)
        } catch {
            if error.hasNoResponse { silent[location.origin] = error.failure.detail }
            guard let kept, error.hasNoResponse else {
                files.markUnavailable(location, message: error.failure.detail, hint: error.failure.hint)
                return
            }
            files.noteCached(location, because: error.failure.detail)
            addFile(kept.body, at: location, into: &files)
        }
    }

    private func addFile(_ body: [UInt8], at location: URI, into files: inout DescriptionFiles) {
        do throws(DescriptionError) {
            files.add(try DescriptionText(body, source: location.description), at: location)
        } catch {
            files.markUnavailable(location, message: error.description, hint: "")
        }
    }

    private static let mostRedirects = 5

    /// Follows redirects within the origin only. The user has not allowed other origins, so it
    /// sends them nothing.
    private func answer(_ location: URI, isHome: Bool, kept: RemoteFile?) async throws(LoadError) -> RemoteFile {
        var url = location
        for _ in 0...Self.mostRedirects {
            let response = try await sendRequest(url, isHome: isHome, kept: kept)
            if response.head.status == 304, let kept { return kept }
            guard (300..<400).contains(response.head.status), let next = response.head.headers["Location"] else {
                return RemoteFile(
                    body: response.body, etag: response.head.headers["ETag"],
                    lastModified: response.head.headers["Last-Modified"])
            }
            url = url.resolving(URI(next))
            guard url.origin == location.origin else {
                throw Self.failure("it redirects to \(url)", hint: "refer to that place, or bundle the description into one file")
            }
        }
        throw Self.failure("it redirects more than \(Self.mostRedirects) times", hint: "bundle the description into one file")
    }

    private static func failure(_ detail: String, hint: String, isUnanswered: Bool = false) -> LoadError {
        LoadError(Failure(title: "", detail: detail, hint: hint), exitCode: ExitStatus.cannotRead, isUnanswered: isUnanswered)
    }

    private func sendRequest(_ url: URI, isHome: Bool, kept: RemoteFile?) async throws(LoadError) -> RawResponse {
        // Connection options for the description's server do not apply to servers that the description names.
        let connection = isHome ? defaults.connection : defaults.connection.elsewhere(onSameHost: false)
        var plan = RequestPlan(
            id: "description", title: "description", path: url.revealed, timeouts: defaults.timeouts, connection: connection,
            followsRedirects: false)
        plan.isForThirdParty = !isHome
        plan.bypassesAuth = true
        plan.policies.tag = .description
        if let etag = kept?.etag { plan.headers.add(HeaderField("If-None-Match", etag)) }
        if let date = kept?.lastModified { plan.headers.add(HeaderField("If-Modified-Since", date)) }
        let pool = isHome ? home : nil
        do throws(NetError) {
            return try await client.send(
                Endpoint(plan), on: pool ?? ServicePool([Service(name: "references", baseURL: url)]))
        } catch {
            throw DescriptionFetcher.loadError(url, error)
        }
    }
}
