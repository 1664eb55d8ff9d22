// Which addresses belong to a service: those on its origin and below its base path.

import NetLayer

extension URI {
    /// Whether it is below the path of a base URL, on its origin.
    func isBelow(_ base: URI) -> Bool {
        base.origin == origin && (base.path.withoutSlash.isEmpty || path.hasPrefix(base.path.withoutSlash + "/"))
    }
}

extension ServicePool {
    /// The environments whose services own the URL: those with the longest base URL that it begins with.
    func environments(owning url: URI) -> [Environment] {
        let owners = deployments(owning: url)
        let deepest = owners.map(\.baseURL.path.withoutSlash.utf8.count).max()
        return owners.filter { $0.baseURL.path.withoutSlash.utf8.count == deepest }.map(\.environment)
    }

    /// Whether the URL begins with the base URL of a service in that environment.
    func owns(_ url: URI, in environment: Environment) -> Bool {
        deployments(owning: url).contains { $0.environment == environment }
    }

    /// The URL as an endpoint list shows it: without the base URL of a service in this environment, or as its
    /// path elsewhere on the origin of a service. Whole on any other origin.
    func shortened(_ url: URI) -> URI {
        let bases = services.map { $0.standing(in: environment).baseURL }.filter { $0.origin == url.origin }
        guard !bases.isEmpty else { return url }
        var short = url
        (short.scheme, short.authority) = (nil, nil)
        let longest = bases.filter { url.isBelow($0) }.map(\.path.withoutSlash.count).max() ?? 0
        short.path = String(url.path.dropFirst(longest))
        return short
    }

    private func deployments(owning url: URI) -> [Deployment] {
        services.flatMap(\.deployments).filter { deployment in
            let base = deployment.baseURL
            return url.isBelow(base) || url.origin == base.origin && url.path == base.path.withoutSlash
        }
    }
}

extension String {
    /// A path without the slash at its end.
    var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
