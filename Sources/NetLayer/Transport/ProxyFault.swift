// Failures of the proxy between this machine and the server, told as the proxy's.

import CCurl

enum ProxyFault {
    /// What the proxy did, with its name; `nil` when the failure is not the proxy's, as far as libcurl reports it, or the
    /// request has no proxy.
    static func words(_ code: CURLcode, _ said: String, _ request: WireRequest, hasConnection: Bool) -> String? {
        guard let proxy = name(request.connection) else { return nil }
        let target = request.url.host ?? "the server"
        if let status = status(in: said) {
            return "the proxy \(proxy) refused the connection to \(target) with \(status)"
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: return "the name of the proxy \(proxy) cannot be resolved"
        case CURLE_PROXY: return "the proxy \(proxy) refused the connection to \(target) (\(said))"
        case CURLE_COULDNT_CONNECT where !hasConnection: return "the proxy \(proxy) cannot be reached (\(said))"
        default: return nil
        }
    }

    /// What to do about it; empty where nothing is known. It names no user of the request.
    static func advice(_ said: String, _ request: WireRequest) -> String {
        guard let proxy = name(request.connection), status(in: said) == 407 else { return "" }
        return ": it asks for a user, as in --proxy http://USER@\(proxy)"
    }

    /// `HOST:PORT` of the proxy's URL, without its user.
    static func name(_ connection: ConnectionOptions) -> String? {
        guard let text = connection.proxy?.reveal(), !text.isEmpty else { return nil }
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        // A password may have a slash in it.
        let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        return String(host.prefix { $0 != "/" })
    }

    /// The status of a refused CONNECT, in libcurl's words.
    private static func status(in said: String) -> Int? {
        guard let range = said.firstRange(of: "CONNECT tunnel failed, response ") else { return nil }
        return Int(said[range.upperBound...].prefix { $0.isNumber })
    }
}
