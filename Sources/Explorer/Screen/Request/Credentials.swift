// Credentials of the API: typed once, used by every operation that needs them, never shown, never
// stored beyond the session.

import Catalog
import Foundation
import NetLayer

/// The credentials of an API, by security scheme.
struct Credentials: Sendable, Hashable {
    /// A scheme has one part or two.
    enum Part: Sendable, Hashable { case user, secret }

    private struct Slot: Sendable, Hashable {
        var scheme: String
        var part: Part
    }

    private var values: [Slot: Secret] = [:]

    /// All typed values.
    var secrets: [String] { values.values.map { $0.reveal() } }

    /// The parts of a scheme.
    static func parts(of scheme: SecurityScheme) -> [Part] { scheme.kind == .basic ? [.user, .secret] : [.secret] }

    /// The typed value; empty when there is none.
    subscript(scheme: String, part: Part) -> String {
        get { values[Slot(scheme: scheme, part: part)]?.reveal() ?? "" }
        set { values[Slot(scheme: scheme, part: part)] = newValue.isEmpty ? nil : Secret(newValue) }
    }

    /// The parameters for a request: the first complete alternative, else the parts that exist.
    func parameters(for need: SecurityNeed) -> [Parameter] {
        let complete = need.alternatives.first { ids in !ids.isEmpty && ids.allSatisfy(isComplete) }
        let wanted = need.schemes.filter { complete?.contains($0.id) ?? isComplete($0.id) }
        var parameters: [Parameter] = []
        for parameter in wanted.map(parameter)
        // Two schemes that use the same header exclude each other.
        where !parameters.contains(where: { $0.name == parameter.name && $0.place == parameter.place }) {
            parameters.append(parameter)
        }
        return parameters
    }

    private func isComplete(_ scheme: String) -> Bool {
        values[Slot(scheme: scheme, part: .secret)] != nil || values[Slot(scheme: scheme, part: .user)] != nil
    }

    private func parameter(_ scheme: SecurityScheme) -> Parameter {
        let secret = self[scheme.id, .secret]
        func authorization(_ text: String) -> Parameter { Parameter("Authorization", .secret(Secret(text)), in: .header) }
        switch scheme.kind {
        case .apiKey(let name, let place):
            return Parameter(name, .secret(Secret(secret)), in: Parameter.Place(rawValue: place.rawValue) ?? .header)
        case .basic:
            return authorization("Basic " + Data("\(self[scheme.id, .user]):\(secret)".utf8).base64EncodedString())
        case .bearer: return authorization("Bearer \(secret)")
        case .other(let name): return authorization("\(name) \(secret)")
        }
    }

    static func label(of part: Part, _ scheme: SecurityScheme) -> String {
        switch (scheme.kind, part) {
        case (.apiKey(let name, _), _): name
        case (.basic, .user): "user"
        case (.basic, .secret): "password"
        case (.bearer, _): "token"
        case (.other, _): "credentials"
        }
    }

    static func hint(_ scheme: SecurityScheme) -> String {
        switch scheme.kind {
        case .apiKey(_, let place): "key in the \(place.rawValue)"
        case .basic: "basic"
        case .bearer(let origin):
            (origin.isEmpty ? "bearer token" : "bearer token, \(origin)") + (scheme.flows.isEmpty ? "" : "; :login gets one")
        case .other(let name): "\(name), as it is sent"
        }
    }
}
