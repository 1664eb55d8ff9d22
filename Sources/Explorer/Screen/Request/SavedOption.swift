// The options of a saved request beside its endpoint's parameters: its address, its
// authentication, its policies.

import Canvas
import Catalog
import NetLayer

/// An option of a saved request that is a line of its form.
enum SavedOption: String, Sendable, Hashable, CaseIterable {
    case url, auth, token, user, password, name, value, timeout, retries, redirects, deadline, hedge, priority

    /// The kinds of ``auth``; the first is the default.
    static let kinds = ["as the API", "none", "bearer", "basic", "header", "query"]

    var tab: RequestTab {
        switch self {
        case .url: .params
        case .auth, .token, .user, .password, .name, .value: .auth
        case .timeout, .retries, .redirects, .deadline, .hedge, .priority: .policies
        }
    }

    /// The kinds of ``auth`` that the option is a part of; `nil`: all.
    private var partOf: [String]? {
        switch self {
        case .token: ["bearer"]
        case .user, .password: ["basic"]
        case .name, .value: ["header", "query"]
        case .url, .auth, .timeout, .retries, .redirects, .deadline, .hedge, .priority: nil
        }
    }

    /// Whether the option has a meaning with that kind of authentication.
    func counts(for kind: String) -> Bool { partOf?.contains(kind) ?? true }

    /// The value may be a secret.
    var isCredential: Bool { [.token, .password, .value].contains(self) }

    fileprivate var help: String {
        switch self {
        case .url: "a URL, or a path of the API's services; ${name} stands for a variable"
        case .auth: "credentials: the API's, none, or those below"
        case .token, .password, .value: "a reference such as ${env:TOKEN} or ${token}: a workspace is shared, its secrets are not"
        case .user, .name: ""
        case .timeout: "time limit for one attempt; empty: the default"
        case .retries: "number of retries; empty: the default"
        case .redirects: "follow redirects; empty: the default"
        case .deadline: "time limit with retries and waits; empty: none"
        case .hedge: "send a second copy after this time: 200ms, p95, never; empty: the default"
        case .priority: "order among waiting requests; empty: normal"
        }
    }

    fileprivate var field: ParameterField {
        var rules = ValueRules()
        var type = "string"
        switch self {
        case .auth:
            rules.choices = Self.kinds
            type = "choice"
        case .timeout, .deadline: type = "duration, such as 2s"
        case .hedge: type = "duration, p95 or never"
        case .priority:
            rules.choices = CallPriority.words
            type = "choice"
        case .retries:
            rules.kinds = [.integer]
            type = "0–100"
        case .redirects:
            rules.kinds = [.boolean]
            type = "boolean"
        default: break
        }
        return ParameterField(
            name: rawValue, place: .query, isRequired: self == .url || self == .auth, type: type, rules: rules,
            choices: rules.choices, description: help)
    }
}

extension FormField {
    init(_ option: SavedOption, _ text: String) {
        self.init(option.field, role: .option(option), isPassword: false)
        input = TextField(text)
    }
}

extension WorkspaceRequest {
    /// The options that the form shows, with their texts.
    var options: [(option: SavedOption, text: String)] {
        var texts: [SavedOption: String] = [:]
        var options = SavedOption.allCases
        switch target {
        case .endpoint: options.removeAll { $0 == .url }
        case .address(_, let url): texts[.url] = url.source
        }
        texts[.auth] = SavedOption.kinds[0]
        switch auth {
        case .inherited: break
        case .none: texts[.auth] = "none"
        case .bearer(let token): (texts[.auth], texts[.token]) = ("bearer", token.source)
        case .basic(let user, let password):
            (texts[.auth], texts[.user], texts[.password]) = ("basic", user.source, password.source)
        case .header(let name, let value): (texts[.auth], texts[.name], texts[.value]) = ("header", name, value.source)
        case .query(let name, let value): (texts[.auth], texts[.name], texts[.value]) = ("query", name, value.source)
        }
        texts[.timeout] = timeout.map(SpanText.format)
        texts[.retries] = retries.map(String.init)
        texts[.redirects] = followsRedirects.map(String.init)
        texts[.deadline] = deadline.map(SpanText.format)
        texts[.hedge] = hedge?.word
        texts[.priority] = priority?.name
        return options.map { ($0, texts[$0] ?? "") }
    }
}
