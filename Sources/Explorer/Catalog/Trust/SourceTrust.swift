// The files and origins of a source, and the user's agreements: decides what a collection's requests may do.

import NetLayer

/// The rules for a source's requests. The loader of the source makes it; the plans of its requests carry it.
public struct SourceTrust: Sendable, Hashable {
    /// The name that the user agrees to: the workspace, or the source itself.
    public var subject: String
    /// Files below this folder belong to the source. Without links, dots and a trailing slash.
    public var folder: String
    /// Origins (RFC 6454) that requests may go to; `nil` for a standalone source, whose requests
    /// may go anywhere.
    public var origins: Set<String>?
    /// ``TrustNeed/key`` of everything that the user agreed to.
    public var agreed: Set<String>
    /// Files outside the folder that the user agreed to, without links and dots.
    public var files: Set<String>
    /// The API of the workspace that the source describes; empty where there is only one.
    public var api: String

    /// - Parameters:
    ///   - subject: the name that the user agrees to.
    ///   - folder: files below it belong to the source; without links, dots and a trailing slash.
    ///   - origins: where requests may go; `nil` is anywhere.
    ///   - agreed: keys of the needs that the user agreed to.
    ///   - files: files outside the folder that the user agreed to.
    ///   - api: the API of the workspace that the source describes; empty where there is only one.
    public init(
        subject: String, folder: String, origins: Set<String>? = nil, agreed: Set<String> = [], files: Set<String> = [],
        api: String = ""
    ) {
        self.api = api
        self.subject = subject
        self.folder = folder
        self.origins = origins
        self.agreed = agreed
        self.files = files
    }

    /// The hint for a refused need.
    public var hint: String { "Read it, then allow it: explorer trust \(subject)" }

    /// Whether a file belongs to the source; hidden files do not.
    /// - Parameter place: a path without links and dots.
    public func owns(_ place: String) -> Bool { SourceBounds.containsFile(place, in: folder) }

    /// Whether a description may read a file.
    /// - Parameter place: a path without links and dots.
    public func mayRead(_ place: String) -> Bool { owns(place) || hasAgreed(TrustNeed(reading: place)) }

    /// A need with its place in a file of this source.
    public func located(_ need: TrustNeed, _ file: String, line: Int? = nil) -> TrustNeed {
        var need = need
        (need.api, need.file, need.line) = (api, file, line)
        return need
    }

    func hasAgreed(_ need: TrustNeed) -> Bool { agreed.contains(located(need, "").key) }

    /// Why a request with these needs must not be sent; `nil` when the user agreed to all of them.
    func refusal(_ needs: [TrustNeed]) -> String? {
        needs.first { !hasAgreed($0) }.map { "it \($0.text), which you have not agreed to. \(hint)" }
    }
}

extension APIDescription {
    /// The actions of a collection's requests outside its folder and services, in any of its environments.
    /// Empty for other descriptions, and for a collection without a ``SourceTrust``.
    /// - Parameter resolve: returns a path without links and dots.
    public func needs(resolve: (String) -> String) -> [TrustNeed] {
        unchangedPlans.flatMap { saved, filled -> [TrustNeed] in
            guard let trust = saved.trust else { return [] }
            let files = filled.files.map(resolve).filter { !trust.owns($0) }
            let place = saved.request.place
            return (filled.needs + files.map(TrustNeed.init(sending:))).map {
                trust.located($0, place.file.isEmpty ? trust.subject : place.file, line: place.line)
            }
        }
        .inOrder
    }

    /// Applies these rules to the requests of a collection.
    /// - Parameter resolve: returns a path without links and dots.
    public mutating func applyTrust(_ trust: SourceTrust, resolve: (String) -> String) {
        guard collected != nil else { return }
        var trust = trust
        if !trust.agreed.isEmpty {
            let files = Set(unchangedPlans.flatMap(\.filled.files)).map(resolve)
            trust.files.formUnion(files.filter { trust.hasAgreed(TrustNeed(sending: $0)) })
        }
        for index in collected?.requests.indices ?? 0..<0 { collected?.requests[index].trust = trust }
    }

    /// Every unchanged request of a collection, as sent in each environment.
    private var unchangedPlans: [(saved: CollectedRequest, filled: CollectedRequest.Filled)] {
        let names = environments.isEmpty ? [nil] : environments.map(Optional.some)
        return zip(endpoints, collected?.requests ?? []).flatMap { summary, saved in
            names.map { (saved, saved.makePlan(for: summary, in: $0)) }
        }
    }
}

extension TrustNeed {
    /// - Parameter file: a path without links and dots.
    init(sending file: String) { self.init(.sentFile, "sends the file \(file)") }

    /// - Parameter file: a path without links and dots.
    public init(reading file: String) { self.init(.readFile, "reads the file \(file)") }
}
