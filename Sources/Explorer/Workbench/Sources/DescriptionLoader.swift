// Loads the description that the user named: reads files or fetches URLs, then passes the bytes to Catalog.

import Catalog
import Glibc
import NetLayer
import Workspace

/// Why there is no description, and its exit code (product contract: 65 bad, 66 cannot be read).
public struct LoadError: Error, Sendable {
    public let failure: Failure
    public let exitCode: Int32
    /// Why the bytes are not a description, if there were any.
    public let refusal: DescriptionError?
    /// The server sent no response.
    public let hasNoResponse: Bool
    /// The needs that the user would have to agree to first.
    public let trustRequest: TrustRequest?

    init(
        _ failure: Failure, exitCode: Int32, refusal: DescriptionError? = nil, isUnanswered: Bool = false,
        wish: TrustRequest? = nil
    ) {
        self.failure = failure
        self.exitCode = exitCode
        self.refusal = refusal
        self.hasNoResponse = isUnanswered
        self.trustRequest = wish
    }

    init(_ error: DescriptionError) { self.init(Failure(error), exitCode: ExitStatus.badData, refusal: error) }

    /// A name that does not exist. Exit code 64.
    public init(usage title: String, known: [String]) {
        self.init(
            usage: title,
            hint: known.isEmpty
                ? "Only workspaces and collections have environments." : "It has: \(known.joined(separator: ", ")).")
    }

    /// The same error with its own hint. Exit code 64.
    public init(usage title: String, hint: String) {
        self.init(Failure(title: title, detail: "", hint: hint), exitCode: ExitStatus.usage)
    }

    /// A workspace with errors: shows the first of them. Exit code 65.
    public init(_ error: WorkspaceError) {
        let more = error.problems.count - 1
        let hint = [error.problems.first?.hint ?? "", more > 0 ? "\(more) more: explorer check \(error.path)" : ""]
        self.init(
            Failure(
                title: "line \(error.problems.first?.line ?? 1): \(error.problems.first?.message ?? "")", detail: error.path,
                hint: hint.filter { !$0.isEmpty }.joined(separator: "; ")), exitCode: ExitStatus.badData)
    }

    /// A file with needs that the user has not agreed to. Exit code 65.
    public init(_ wish: TrustRequest) {
        let count = wish.open.count == 1 ? "something new" : "\(wish.open.count) new things"
        self.init(
            Failure(title: "it wants \(count), :reload shows what", detail: wish.path, hint: ""), exitCode: ExitStatus.badData,
            wish: wish)
    }

    /// Any error from reading a file. Exit code 66.
    public init(reading path: String, _ error: any Error) {
        if let error = error as? ReadError {
            self.init(error)
        } else {
            self.init(Failure(title: "\(path) cannot be read", detail: "\(error)", hint: ""), exitCode: ExitStatus.cannotRead)
        }
    }

    init(_ error: ReadError) {
        self.init(Failure(error), exitCode: ExitStatus.cannotRead)
    }
}

public enum DescriptionLoader {
    /// Reads a description and the files it refers to. Blocking reads run on the caller's executor: call it
    /// away from the screen.
    /// - Parameters:
    ///   - defaults: how a URL is fetched.
    ///   - cache: stores YAML files converted to JSON.
    ///   - network: whether references may lead to other hosts.
    ///   - rules: the limits of a file outside its folder.
    ///   - kind: the accepted kind of file: on the command line the user may name a pipe.
    ///   - input: the file descriptor of standard input.
    public static func load(
        _ source: Source, client: NetClient, defaults: RequestDefaults = RequestDefaults(), cache: YAMLCache? = nil,
        network: NetworkReferences = NetworkReferences(), rules: SourceRules = SourceRules(.nothing), kind: FileKind = .regular,
        input: Int32 = STDIN_FILENO
    ) async throws(LoadError) -> APIDescription {
        let own: SourceTrust? = if case .file(let path) = source { rules.rules(for: path) } else { nil }
        let bringer = ReferenceLoader(client: client, defaults: defaults, cache: cache, network: network, rules: own)
        switch source {
        case .standardInput:
            let bytes = try reading { () throws(ReadError) in try FileReading.standardInput(input) }
            return try await load(bytes, source: source.description, base: nil, bringer, network)
        case .file(let path) where kind == .anything && FileReading.isPipeOrDevice(path):
            // A pipe can be read only once.
            let bytes = try reading { () throws(ReadError) in try FileReading.bytes(path, .anything) }
            return try await load(bytes, source: path, base: FileReading.location(of: path), bringer, network)
        case .file(let path):
            if let description = try CollectionLoader.loadIfNamed(named: path, rules) { return description }
            do throws(LoadError) {
                let text = try readText(path, cache) { () throws(ReadError) in try FileReading.bytes(path) }
                let files = try describing { () throws(DescriptionError) in
                    try DescriptionFiles(
                        text, source: path, base: FileReading.location(of: path), allowsNetwork: network.areAllowed)
                }
                return try await bringer.description(files)
            } catch {
                return try CollectionLoader.collection(file: path, rules, insteadOf: error)
            }
        case .url(let url): return try await DescriptionFetcher(url, client: client, bringer, rules.fixed).fetchDescription()
        }
    }

    private static func load(
        _ bytes: [UInt8], source: String, base: URI?, _ bringer: ReferenceLoader, _ network: NetworkReferences
    ) async throws(LoadError) -> APIDescription {
        do throws(LoadError) {
            return try await bringer.description(try files(bytes, source: source, base: base, network))
        } catch {
            // Its paths belong to the current folder. The user cannot agree to more: piped data has no name.
            return try CollectionLoader.collection(
                bytes, source: source, folder: WorkspaceTrust.resolvedPath("."), nil, insteadOf: error)
        }
    }

    /// The description as the first of its files.
    static func files(
        _ bytes: [UInt8], source: String, base: URI?, _ network: NetworkReferences
    ) throws(LoadError) -> DescriptionFiles {
        try describing { () throws(DescriptionError) in
            try DescriptionFiles(
                DescriptionText(bytes, source: source), source: source, base: base, allowsNetwork: network.areAllowed)
        }
    }

    /// The longest silence before the next place is asked.
    static let patience = Duration.seconds(5)

    /// Reads a description that several services offer: asks the next one when a service sends no response.
    /// - Returns: the description, and the index of its place.
    public static func load(
        first places: [Source], client: NetClient, defaults: RequestDefaults = RequestDefaults(), cache: YAMLCache? = nil,
        network: NetworkReferences = NetworkReferences(), rules: SourceRules = SourceRules(.nothing), kind: FileKind = .regular,
        input: Int32 = STDIN_FILENO
    ) async throws(LoadError) -> (description: APIDescription, place: Int) {
        var hasty = defaults
        hasty.timeouts = TimeoutPolicy().timeouts(for: defaults.timeouts, kind: .data)
        hasty.timeouts.connect = min(hasty.timeouts.connect ?? patience, patience)
        hasty.timeouts.idle = min(hasty.timeouts.idle ?? patience, patience)
        var tried: [String] = []
        for (index, place) in places.dropLast().enumerated() {
            do throws(LoadError) {
                return (
                    try await load(
                        place, client: client, defaults: hasty, cache: cache, network: network, rules: rules, kind: kind,
                        input: input),
                    index
                )
            } catch  where !error.hasNoResponse || Task.isCancelled {
                throw error
            } catch {
                tried.append(error.failure.detail)
            }
        }
        guard let last = places.last else {
            throw LoadError(
                Failure(title: "there is no server to fetch a description from", detail: "", hint: ""),
                exitCode: ExitStatus.cannotRead)
        }
        do throws(LoadError) {
            let description = try await load(
                last, client: client, defaults: defaults, cache: cache, network: network, rules: rules, kind: kind, input: input)
            return (description, places.count - 1)
        } catch  where !error.hasNoResponse || tried.isEmpty {
            throw error
        } catch {
            let details = zip(places, tried + [error.failure.detail]).map { "\($0): \($1)" }
            throw LoadError(
                Failure(
                    title: "no service responded with the description",
                    detail: details.joined(separator: "; "), hint: error.failure.hint), exitCode: error.exitCode,
                isUnanswered: true)
        }
    }

    /// A file as JSON: from the cache when it was YAML and has not changed since.
    static func readText(
        _ path: String, _ cache: YAMLCache?, _ read: () throws(ReadError) -> [UInt8]
    ) throws(LoadError) -> DescriptionText {
        let identity = cache == nil ? nil : FileIdentity(path)
        if let identity, let json = cache?.cachedJSON(of: identity) { return DescriptionText(madeFromYAML: json) }
        let bytes = try reading(read)
        let text = try describing { () throws(DescriptionError) in try DescriptionText(bytes, source: path) }
        // A file that changed during the read is in neither of its two states.
        if let identity, text.isYAML, text.isWhole, FileIdentity(path) == identity { cache?.store(text.json, of: identity) }
        return text
    }

    static func reading<T>(_ body: () throws(ReadError) -> T) throws(LoadError) -> T {
        do { return try body() } catch { throw LoadError(error) }
    }

    static func describing<T>(_ body: () throws(DescriptionError) -> T) throws(LoadError) -> T {
        do { return try body() } catch { throw LoadError(error) }
    }
}

extension Failure {
    init(_ error: DescriptionError) {
        let place = [
            error.line.map { "line \($0)" }, error.column.map { "column \($0)" },
            error.pointer.flatMap { $0.isEmpty ? nil : "at \($0)" },
        ]
        let parts = place.compactMap { $0 }
        self.init(
            title: "\(error.source) cannot be used as a description",
            detail: error.message + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"),
            hint: error.hint)
    }
}
