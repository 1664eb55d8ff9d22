// Maps a code of libcurl to NetError's taxonomy, with a helpful text that contains no secret.

import CCurl
import Glibc

enum CurlErrors {
    /// `nil` when the whole response arrived.
    static func failure(code: CURLcode, text: String, exchange: CurlExchange, easy: UnsafeMutableRawPointer) -> TransferFailure? {
        if let own = exchange.failure { return own }
        if exchange.isWhole { return nil }
        if code == CURLE_OK {
            // libcurl reports success for a head that is cut off.
            return exchange.isHeadDelivered ? nil : TransferFailure(.cut, "the connection ended inside the response's head")
        }
        let elapsed = Duration.nanoseconds(Int64(CurlClock.readMonotonicTime() - exchange.started))
        let situation = Situation(
            phase: exchange.phase, isHeadDelivered: exchange.isHeadDelivered,
            expired: exchange.expiredLimit(after: elapsed))
        let said = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        let proxyFault = ProxyFault.words(code, said, exchange.request, hasConnection: situation.hasConnection)
        let detail = proxyFault ?? pinFault(code, exchange.request) ?? responseFault(code, said, situation) ?? said
        if exchange.isUnanswered, isEndOfKeptConnection(code, said, exchange.request, easy) {
            let words = redacted(said, CurlOptions.secrets(exchange.request))
            return TransferFailure(.cut, "the kept connection ended before the server answered (\(words))", isStale: true)
        }
        let cause = code == CURLE_COULDNT_CONNECT ? osError(easy) : 0
        return TransferFailure(
            errorKind(code, said, situation),
            redacted(detail, CurlOptions.secrets(exchange.request))
                + (cause == 0 ? "" : " (\(String(cString: strerror(cause))))") + ProxyFault.advice(said, exchange.request),
            isLocal: proxyFault != nil || isLocal(code, cause))
    }

    /// Whether the failure concerns only this machine's network and not the server: no address for a name, no
    /// route to an address.
    static func isLocal(_ code: CURLcode, _ cause: Int32) -> Bool {
        code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_INTERFACE_FAILED
            || [ENETUNREACH, ENETDOWN, EHOSTUNREACH, EADDRNOTAVAIL].contains(cause)
    }

    /// The state of the exchange, which decides together with the code.
    struct Situation {
        var phase: Phase?
        var isHeadDelivered = false
        var expired = NetError.Timeout.total

        var hasConnection: Bool { phase.map { $0 >= .sending } ?? false }
    }

    static func errorKind(_ code: CURLcode, _ text: String, _ situation: Situation) -> NetError.Kind {
        switch CurlCodes.meaning(code) {
        // A connection that fails after the request began to go out does not show
        // whether the request arrived.
        case .kind(let kind): kind.isBeforeSending && situation.hasConnection ? .cut : kind
        case .argument: situation.hasConnection ? .protocolViolation : .badRequest
        case .timeout: .timedOut(situation.expired)
        // The code means both "no such scheme" and "this is not HTTP/1 or later".
        case .scheme: situation.hasConnection ? .protocolViolation : .unsupported
        // libcurl reports its own limit for a line of header or trailer as "out of memory" in old versions
        // and as code 100 in new ones.
        case .size: situation.hasConnection ? .tooLarge(.headers) : .transport
        case .receiving where isTrailerTooLong(text): .tooLarge(.headers)
        case .receiving where text.contains("chunk"): .protocolViolation
        case .receiving where text.hasPrefix("Too large response headers"): .tooLarge(.headers)
        case .receiving, .broken: broken(situation)
        case .foreign, .unused: .transport
        }
    }

    /// The end of a kept connection under a request, by its peer, with GOAWAY or without. In HTTP/1, libcurl was about to
    /// send the request again, and the exchange refused. The reset of a stream is a response to the request, and no such end.
    private static func isEndOfKeptConnection(
        _ code: CURLcode, _ said: String, _ request: WireRequest, _ easy: UnsafeMutableRawPointer
    ) -> Bool {
        let ends = [CURLE_HTTP2, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR]
        guard request.maySpeakHTTP2, ends.contains(code) || said.hasSuffix("before end of the underlying stream") else {
            return false
        }
        var opened = 1
        return ccurl_get_long(easy, CURLINFO_NUM_CONNECTS, &opened) == CURLE_OK && opened == 0
    }

    private static func pinFault(_ code: CURLcode, _ request: WireRequest) -> String? {
        guard code == CURLE_SSL_PINNEDPUBKEYNOTMATCH else { return nil }
        let count = request.connection.pins.count
        return "the public key of \(request.url.host ?? "the server") is not "
            + (count == 1 ? "the pinned one" : "one of the \(count) that are pinned")
    }

    /// The description of a code for a response, where libcurl's own text names a wrong cause.
    private static func responseFault(_ code: CURLcode, _ text: String, _ situation: Situation) -> String? {
        guard situation.hasConnection else { return nil }
        let (field, limit) = situation.isHeadDelivered ? ("trailer", 4) : ("header", 100)
        let isTooLong = "a \(field) field of the response is longer than libcurl reads (\(limit) KB)"
        switch CurlCodes.meaning(code) {
        case .argument: return "a \(field) field of the response is not a name, a colon and a value"
        case .size: return isTooLong
        case .receiving: return isTrailerTooLong(text) ? isTooLong : nil
        default: return nil
        }
    }

    /// The chunk parser reports with this text that a trailer field did not fit into its buffer; the
    /// machine's memory is not the cause.
    private static func isTrailerTooLong(_ text: String) -> Bool { text.hasPrefix("Out of memory in chunk") }

    private static func broken(_ situation: Situation) -> NetError.Kind {
        if situation.phase == .tls { return .tls }
        return situation.hasConnection ? .cut : .connect
    }

    /// The system's error number, where libcurl only says that connecting failed; 0 for none.
    private static func osError(_ easy: UnsafeMutableRawPointer) -> Int32 {
        var number = 0
        return ccurl_get_long(easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK ? Int32(truncatingIfNeeded: number) : 0
    }

    /// The text without the given secrets and without anything that looks like `user:password@`.
    static func redacted(_ text: String, _ hidden: [String]) -> String {
        var text = text
        for secret in hidden where !secret.isEmpty {
            text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: Secret.mask)
        }
        guard text.contains("@") else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            guard let at = word.lastIndex(of: "@") else { return String(word) }
            return Secret.mask + word[at...]
        }.joined(separator: " ")
    }
}
