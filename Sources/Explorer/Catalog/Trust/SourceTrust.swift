// What belongs to a source, and what else the user has agreed to: decides what a request of a collection may do.

import NetLayer

/// The rules that a source's requests obey. Who loads the source makes it; the plans of its requests carry it on.
public struct SourceTrust: Sendable, Hashable {
    /// What the user names to agree: the workspace, or the source itself.
    public var subject: String
    /// Files below this folder are the source's own. Without links, dots and a slash at its end.
    public var folder: String
    /// Origins (RFC 6454) that requests may go to. `nil` for a source that stands for itself: where its requests go is its own matter.
    public var origins: Set<String>?
    /// ``TrustNeed/key`` of everything that the user agreed to.
    public var agreed: Set<String>
    /// Files outside the folder that he agreed to, without links and dots.
    public var files: Set<String>
    /// The API of the workspace that the source describes; empty where there is one only.
    public var api: String

    /// - Parameters:
    ///   - subject: what the user names to agree.
    ///   - folder: files below it are the source's own; without links, dots and a slash at its end.
    ///   - origins: where requests may go; `nil` is anywhere.
    ///   - agreed: keys of what the user agreed to.
    ///   - files: files outside the folder that he agreed to.
    ///   - api: the API of the workspace that the source describes; empty where there is one only.
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

    /// What to do about something that is refused.
    public var hint: String { "Read it, and to allow it: explorer trust \(subject)" }

    /// Whether a file is the source's own; hidden ones are not.
    /// - Parameter place: without links and dots.
    public func owns(_ place: String) -> Bool { SourceBounds.owns(place, in: folder) }

    /// Whether a description may read a file.
    /// - Parameter place: without links and dots.
    public func mayRead(_ place: String) -> Bool { owns(place) || hasAgreed(TrustNeed(reading: place)) }

    /// A need as it stands in a file of this source.
    public func named(_ need: TrustNeed, _ file: String, line: Int? = nil) -> TrustNeed {
        var need = need
        (need.api, need.file, need.line) = (api, file, line)
        return need
    }

    func hasAgreed(_ need: TrustNeed) -> Bool { agreed.contains(named(need, "").key) }

    /// Why a request that needs this must not be sent; `nil` when the user agreed to all of it.
    func refusal(_ needs: [TrustNeed]) -> String? {
        needs.first { !hasAgreed($0) }.map { "it \($0.text), which you have not agreed to. \(hint)" }
    }
}

extension APIDescription {
    /// What the requests of a collection do outside its folder and services, in any of its environments. Empty for other descriptions, and for a
    /// collection that obeys no ``SourceTrust``.
    /// - Parameter resolve: a path without links and dots.
    public func needs(resolve: (String) -> String) -> [TrustNeed] {
        unchangedPlans.flatMap { saved, filled -> [TrustNeed] in
            guard let trust = saved.trust else { return [] }
            let files = filled.files.map(resolve).filter { !trust.owns($0) }
            let place = saved.request.place
            return (filled.needs + files.map(TrustNeed.init(sending:))).map {
                trust.named($0, place.file.isEmpty ? trust.subject : place.file, line: place.line)
            }
        }
        .inOrder
    }

    /// Holds the requests of a collection to these rules.
    /// - Parameter resolve: a path without links and dots.
    public mutating func obey(_ trust: SourceTrust, resolve: (String) -> String) {
        guard collected != nil else { return }
        var trust = trust
        if !trust.agreed.isEmpty {
            let files = Set(unchangedPlans.flatMap(\.filled.files)).map(resolve)
            trust.files.formUnion(files.filter { trust.hasAgreed(TrustNeed(sending: $0)) })
        }
        for index in collected?.requests.indices ?? 0..<0 { collected?.requests[index].trust = trust }
    }

    /// Every request of a collection as it is sent in each environment when nothing is changed in it.
    private var unchangedPlans: [(saved: SavedRequest, filled: SavedRequest.Filled)] {
        let names = environments.isEmpty ? [nil] : environments.map(Optional.some)
        return zip(endpoints, collected?.requests ?? []).flatMap { summary, saved in
            names.map { (saved, saved.plan(for: summary, in: $0)) }
        }
    }
}

extension TrustNeed {
    /// - Parameter file: without links and dots.
    init(sending file: String) { self.init(.sentFile, "sends the file \(file)") }

    /// - Parameter file: without links and dots.
    public init(reading file: String) { self.init(.readFile, "reads the file \(file)") }
}
