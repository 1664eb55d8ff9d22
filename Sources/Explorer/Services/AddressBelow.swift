// Which addresses are those of a service: what stands on its origin and behind its base path.

import NetLayer

extension URI {
    /// Whether it stands behind the path of a base URL, on its origin.
    func isBelow(_ base: URI) -> Bool {
        base.origin == origin && (base.path.withoutSlash.isEmpty || path.hasPrefix(base.path.withoutSlash + "/"))
    }
}

extension ServicePool {
    /// The environments to whose services the URL belongs: those with the longest base URL that it begins with.
    func environments(owning url: URI) -> [Environment] {
        let owners = services.flatMap(\.deployments).filter { deployment in
            let base = deployment.baseURL
            return url.isBelow(base) || url.origin == base.origin && url.path == base.path.withoutSlash
        }
        let deepest = owners.map(\.baseURL.path.withoutSlash.utf8.count).max()
        return owners.filter { $0.baseURL.path.withoutSlash.utf8.count == deepest }.map(\.environment)
    }
}

extension String {
    /// A path without the slash at its end.
    var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
