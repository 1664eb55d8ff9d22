// The credentials that an operation requires and a request from the command line lacks.

import Catalog
import NetLayer

struct MissingCredentials {
    private let need: SecurityNeed
    private let plan: RequestPlan
    /// The common credentials of all requests of a service, from the workspace or the command line.
    private let service: Service?
    private let headers: Headers
    /// The login of the workspace that commands can use.
    private let login: LoginPlan?
    private let signing: Credential?

    /// - Parameters:
    ///   - headers: the headers of the command line.
    ///   - login: the login of the workspace.
    ///   - signing: the workspace's key that signs requests.
    init(
        _ operation: Operation, _ plan: RequestPlan, on pool: ServicePool, headers: Headers, login: LoginPlan?,
        signing: Credential?
    ) {
        (need, self.plan, service, self.headers) = (operation.security, plan, pool.services.first, headers)
        (self.login, self.signing) = (login?.needsNoUser == true ? login : nil, signing)
    }

    /// One line; `nil` when no credential is missing.
    var warning: String? {
        let has = Set(need.schemes.filter(isThere).map(\.id))
        guard !need.isOptional, !need.alternatives.contains(where: { $0.allSatisfy(has.contains) }) else { return nil }
        let missing = need.schemes.filter { !has.contains($0.id) }
        return "it requires \(need.describeAlternatives(without: has)), and is sent without: "
            + (missing.map(Self.optionHint) + ["auth in a workspace"]).joined(separator: ", ")
    }

    private func isThere(_ scheme: SecurityScheme) -> Bool {
        switch scheme.kind {
        // Descriptions have no kind for signatures: they declare a header of the signature, or a kind of
        // their own.
        case .apiKey(let name, .header) where hasSigned(name): true
        // As AWS describes its signature.
        case .apiKey("Authorization", .header) where hasAuthentication: true
        case .other where signing != nil: true
        case .apiKey(let name, let place):
            (plan.parameters + (service?.parameters ?? [])).contains { $0.name == name && $0.place.rawValue == place.rawValue }
                || place == .header && hasField(name) || place == .cookie && hasField("Cookie")
                || login?.carrier?.fills(name, in: place.rawValue) == true
        case .bearer where login != nil && login?.carrier == nil: true
        case .basic, .bearer, .other:
            hasField("Authorization") || hasAuthentication || login?.carrier?.fills("Authorization", in: "header") == true
        }
    }

    /// The transport computes the field Authorization.
    private var hasAuthentication: Bool {
        service?.connection.authentication != nil || plan.connection.authentication != nil
    }

    /// The field is a part of the signature.
    private func hasSigned(_ name: String) -> Bool {
        signing?.fieldNames.contains { $0.lowercased() == name.lowercased() } == true
    }

    private func hasField(_ name: String) -> Bool {
        [plan.headers, headers, service?.headers ?? Headers()].contains { $0.first(name) != nil }
    }

    private static func optionHint(_ scheme: SecurityScheme) -> String {
        switch scheme.kind {
        case .apiKey(let name, _): "-p \(name)=…"
        case .basic: "-H 'Authorization: Basic …'"
        case .bearer: "-H 'Authorization: Bearer …'"
        case .other(let name): "-H 'Authorization: \(name) …'"
        }
    }
}
