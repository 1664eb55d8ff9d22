// The authentication of a saved request: the texts that it consists of, and the fields that it adds
// to the request.

import Foundation
import NetLayer
import RequestFiles

extension CollectionAuth {
    /// Its texts, which may contain variables.
    var texts: [(part: CollectedRequest.AuthPart, text: String)] {
        switch self {
        case .none, .other: []
        case .basic(let user, let password), .digest(let user, let password): [(.user, user), (.password, password)]
        case .bearer(let token, _): [(.token, token)]
        case .apiKey(_, let value, _): [(.key, value)]
        case .awsSigV4(let access, let secret, let region, let service, let session):
            [(.user, access), (.password, secret), (.region, region), (.service, service), (.session, session)]
        case .oauth2(let fields): [(.token, fields.first { $0.name == "accessToken" || $0.name == "access_token" }?.value ?? "")]
        }
    }

    /// The texts that are sent as they are, without variables.
    var fixedTexts: [String] {
        switch self {
        case .apiKey(let name, _, _): [name]
        case .bearer(_, let prefix): [prefix]
        case .none, .basic, .digest, .awsSigV4, .oauth2, .other: []
        }
    }

    /// Whether what is sent is computed from its texts.
    var isEncoded: Bool {
        switch self {
        case .basic, .digest, .awsSigV4: true
        case .none, .bearer, .apiKey, .oauth2, .other: false
        }
    }

    /// Its name in the user interface.
    var name: String {
        switch self {
        case .none: ""
        case .basic: "basic"
        case .bearer: "bearer token"
        case .apiKey(_, _, let inQuery): inQuery ? "key in the query" : "key in a header"
        case .digest: "digest"
        case .awsSigV4: "AWS signature 4"
        case .oauth2: "bearer token, OAuth 2: get it outside of explorer"
        case .other(let name, _): "\(name), which is not sent"
        }
    }

    func label(of part: CollectedRequest.AuthPart) -> String {
        switch (self, part) {
        case (.apiKey(let name, _, _), .key): name
        case (.awsSigV4, .user): "access key"
        case (.awsSigV4, .password): "secret key"
        default: part.rawValue
        }
    }

    /// Adds it to a plan. An existing header field wins: the user wrote it by hand.
    /// - Parameter value: returns the text of a part, with its variables resolved.
    func apply(to plan: inout RequestPlan, _ value: (CollectedRequest.AuthPart) -> String) {
        func authorize(_ text: String) {
            guard plan.headers.first("Authorization") == nil else { return }
            plan.headers.add(HeaderField("Authorization", .secret(Secret(text))))
        }
        switch self {
        case .none, .other: break
        case .basic:
            authorize("Basic " + Data((value(.user) + ":" + value(.password)).utf8).base64EncodedString())
        case .bearer(_, let prefix):
            let token = value(.token)
            if !token.isEmpty { authorize(prefix.isEmpty ? token : "\(prefix) \(token)") }
        case .oauth2:
            let token = value(.token)
            if !token.isEmpty { authorize("Bearer \(token)") }
        case .apiKey(let name, _, let inQuery):
            let key = value(.key)
            guard !key.isEmpty, !name.isEmpty else { return }
            if inQuery {
                plan.parameters.append(Parameter(name, .secret(Secret(key)), in: .query))
            } else if plan.headers.first(name) == nil {
                plan.headers.add(HeaderField(name, .secret(Secret(key))))
            }
        case .digest:
            plan.connection.authentication = .digest(user: value(.user), password: Secret(value(.password)))
        case .awsSigV4:
            plan.connection.authentication = .awsSigV4(
                accessKey: value(.user), secretKey: Secret(value(.password)), region: value(.region), service: value(.service))
            let session = value(.session)
            if !session.isEmpty { plan.headers.set(HeaderField("X-Amz-Security-Token", .secret(Secret(session)))) }
        }
    }
}
