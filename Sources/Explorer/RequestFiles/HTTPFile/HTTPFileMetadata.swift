// `# @name value` lines: options of a request, and options that this program does not support.

struct HTTPFileMetadata: Hashable {
    var key: String
    var value: String
    /// The line number, from 1.
    var line: Int

    /// The key for comparisons: `no-redirect` and `noRedirect` are equal.
    private var plainKey: String {
        String(decoding: key.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }, as: UTF8.self)
    }

    var isKnown: Bool { kind != .other || Self.reasons[plainKey] != nil }

    enum Kind: Hashable {
        case name, title, docs, noRedirect, noCookies, timeout, connectTimeout, proxy, insecure, noClientCertificate, other
    }

    var kind: Kind { Self.kinds[plainKey] ?? .other }

    private static let kinds: [String: Kind] = [
        "name": .name, "title": .title, "description": .docs, "noredirect": .noRedirect, "nocookiejar": .noCookies,
        "timeout": .timeout,
        "connectiontimeout": .connectTimeout, "proxy": .proxy, "norejectunauthorized": .insecure,
        "noclientcert": .noClientCertificate,
    ]

    /// Why the option has no effect here, and what to do.
    var reason: (message: String, hint: String) {
        Self.reasons[plainKey] ?? ("`@\(key)` is not supported", "it has no effect")
    }

    private static let reasons: [String: (message: String, hint: String)] = {
        var reasons: [String: (message: String, hint: String)] = [
            "import": ("another file is imported with `@import`", "import the folder, or that file too"),
            "ref": ("`@ref` sends another request first", "send that request first, and set the variable from its response"),
            "forceref": (
                "`@forceRef` sends another request first", "send that request first, and set the variable from its response"
            ),
            "loop": ("`@loop` sends the request many times", "it is sent once"),
            "sleep": ("`@sleep` waits before the request", "it is sent at once"),
            "ratelimit": ("`@ratelimit` spreads requests over time", "they are sent at once"),
            "note": ("`@note` asks before the request is sent", "it is sent without a question"),
            "prompt": ("`@prompt` asks for a variable", "set the variable before sending"),
            "disabled": ("`@disabled` keeps the request from being run", "it can be sent anyway"),
            "injectvariables": ("`@injectVariables` puts variables into a file's text", "write `<@` before the file's path"),
            "noproxy": ("`@no-proxy` is not read", "set the proxy of the workspace"),
            "postredirectget": ("`@post-redirect-get` is not read", "the method after a redirect follows the standard"),
            "noautoencoding": ("`@no-auto-encoding` is not read", "check the URL before sending"),
            "useoscredentials": ("`@use-os-credentials` is not read", "set the auth of the request"),
            "lang": ("`@lang` is not read", "it has no effect"),
            "grpcreflection": ("gRPC requests are not read", "it has no effect"),
        ]
        for key in [
            "save", "extension", "openwith", "nolog", "noresponseview", "debug", "verbose", "keepstreaming", "nostreaminglog",
            "jwt",
            "metadatalogging", "responseref", "language",
        ] {
            reasons[key] = ("`@\(key)` affects only how a response is shown or stored", "it has no effect")
        }
        return reasons
    }()

    /// `600`, `2 m`, `500ms` in seconds; `nil` if it is not a duration.
    var seconds: Double? {
        let text = value.lowercased()
        let number = text.utf8.prefix { ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || $0 == UInt8(ascii: ".") }
        guard let digits = String(number), let amount = Double(digits), amount.isFinite else { return nil }
        switch LineSyntax.trimmed(LineSyntax.dropping(number.count, of: text)) {
        case "", "s": return amount
        case "ms": return amount / 1_000
        case "m": return amount * 60
        case "h": return amount * 3_600
        default: return nil
        }
    }
}
