// Reads `auth: login:`: the request that obtains a token, where its response has it, and what carries it.

import Catalog
import NetLayer

struct RequestLoginReader {
    static let options = RequestsReader.call + ["token", "expires-in", "refresh-token", "refresh", "send-as"]
    /// What may carry the token.
    private static let places = APIKey.Place.allCases.map(\.rawValue)
    static let carriers = places + ["prefix"]

    let texts: SecretText
    let hosts: RequestHosts
    /// The API with its environments and variables.
    let api: WorkspaceAPI

    /// - Returns: `nil` if a part of it is missing or the user has not agreed to it; the reason is recorded.
    func readLogin(_ node: ConfigNode) -> LoginPlan? {
        let options = node.options(Self.options)
        let reader = RequestsReader(folder: texts.folder)
        var requests = reader.readCall(node, options).map { [$0] } ?? []
        let isMissing = requests.isEmpty
        if let refresh = options["refresh"] {
            requests += reader.readCall(refresh, refresh.options(RequestsReader.call)).map { [$0] } ?? []
        }
        let token = options["token"].flatMap { $0.readPointer() }
        let refreshToken = options["refresh-token"].flatMap { $0.readPointer() }
        if let option = options["refresh-token"], options["refresh"] == nil {
            option.complain("refresh-token has no refresh", "write 'refresh:' with the request that sends it, or remove it")
        }
        let lifetime = options["expires-in"].flatMap(readLifetime)
        let carrier = options["send-as"].flatMap(readCarrier)
        hosts.requireTrustForHosts(&requests)
        guard !isMissing, let values = readValues(of: requests, node), requests.allSatisfy({ $0.withheld == nil }) else {
            return nil
        }
        // Without their lines, so that a change elsewhere in the file is not another login.
        var login = LoginRequest(
            requests[0].withoutLine, refresh: requests.count > 1 ? requests[1].withoutLine : nil, values: values)
        (login.token, login.refreshToken, login.lifetime, login.carrier) = (token, refreshToken, lifetime, carrier)
        login.business = api.business
        return LoginPlan(.request(login))
    }

    /// The JSON pointer of a number of seconds, or a duration.
    private func readLifetime(_ node: ConfigNode) -> LoginRequest.Lifetime? {
        if node.node.string?.hasPrefix("/") == true { return node.readPointer().map { .pointer($0) } }
        guard SpanText.parse(node.node.displayText) != nil else {
            node.complain(
                "expires-in '\(node.node.displayText)' is neither a JSON pointer nor a duration",
                "write the place of the seconds in the response, like /data/expires_in, or 30m")
            return nil
        }
        return node.readDuration().map { .fixed($0) }
    }

    private func readCarrier(_ node: ConfigNode) -> LoginRequest.Carrier? {
        let options = node.options(Self.carriers)
        let prefix = options["prefix"].flatMap { $0.readText() }
        guard node.node.kind == .object else { return nil }
        let found = APIKey.Place.allCases.filter { options[$0.rawValue] != nil }
        guard found.count == 1, let place = found.first, let option = options[place.rawValue] else {
            node.complain(
                "send-as must be one of \(Self.places.joined(separator: ", "))", "write 'header: X-Token' below it, or remove it")
            return nil
        }
        guard let name = option.readText() else { return nil }
        guard place == .query || HTTPMethod(rawValue: name).isValid else {
            option.complain("'\(name)' is not a \(place.rawValue) name", "write one, for example X-Token")
            return nil
        }
        return LoginRequest.Carrier(name, in: place, prefix: prefix ?? "")
    }

    // MARK: Values

    /// The values that the requests refer to, in each environment.
    private func readValues(of requests: [WorkspaceRequest], _ node: ConfigNode) -> [Environment: LoginRequest.Values]? {
        guard checkTexts(of: requests, node) else { return nil }
        let own = requests.flatMap(\.texts)
        let names = Set(own.flatMap(\.variables))
        let direct = Set(own.flatMap(\.externalReferences))
        var values: [Environment: LoginRequest.Values] = [:]
        do throws(VariableError) {
            var references: Set<ExternalReference> = []
            for environment in api.environments {
                let expansion = VariableExpansion(api.variables(in: environment))
                references.formUnion(try expansion.references(of: own, later: [LoginRequest.refreshVariable]))
            }
            let sorted = references.sorted { "\($0)" < "\($1)" }
            guard let external = texts.resolve(sorted, for: node) else { return nil }
            for environment in api.environments {
                let scopes = api.variables(in: environment)
                var expansion = VariableExpansion(scopes, outside: external)
                var inner = LoginRequest.Values(external: external.filter { direct.contains($0.key) })
                for name in names where scopes[name] != nil {
                    inner.variables[name] = try expansion.expand(WorkspaceText(.variable(name)))
                }
                values[environment] = inner
            }
        } catch {
            node.notes.complain(error.line ?? node.line, error.message, error.hint)
            return nil
        }
        return values
    }

    /// Reports texts that have no value in some environment, and variables that the user would have to enter:
    /// a login begins without the user.
    private func checkTexts(of requests: [WorkspaceRequest], _ node: ConfigNode) -> Bool {
        var problems: Set<String> = []
        func report(_ line: Int, _ message: String, _ hint: String) {
            if problems.insert("\(line) \(message)").inserted { node.notes.complain(line, message, hint) }
        }
        for environment in api.environments {
            let scopes = api.variables(in: environment)
            for (index, request) in requests.enumerated() {
                // Only the refresh knows a refresh token.
                let captures: Set<String> = index == 0 ? [] : [LoginRequest.refreshVariable]
                SavedWorkReader.tryExpanding(request.texts, scopes, captures) { error in
                    report(error.line ?? request.line, error.message, error.hint)
                }
                for (name, prompt) in VariableExpansion(scopes).prompts(of: request.texts) where !prompt.hasDefault {
                    report(
                        request.line, "a login cannot ask for \(name)", "give the variable a default, or write ${env:NAME}")
                }
            }
        }
        return problems.isEmpty
    }
}
