// What a code of libcurl means in NetError's taxonomy, and a text for it that helps and shows no secret.

import CCurl
import Glibc

enum CurlErrors {
    /// `nil` when the whole answer arrived.
    static func failure(code: CURLcode, text: String, exchange: CurlExchange, easy: UnsafeMutableRawPointer) -> TransferFailure? {
        if let own = exchange.failure { return own }
        if code == CURLE_OK {
            // libcurl calls a head that breaks off a success.
            return exchange.isHeadDelivered ? nil : TransferFailure(.cut, "the connection ended inside the head of the answer")
        }
        let elapsed = Duration.nanoseconds(Int64(CurlClock.read() - exchange.started))
        let situation = Situation(
            phase: exchange.phase, isHeadDelivered: exchange.isHeadDelivered,
            expired: exchange.expiredLimit(after: elapsed))
        let detail = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
        return TransferFailure(
            kind(code, detail, situation), redacted(detail, CurlOptions.secrets(exchange.request)) + reason(code, easy))
    }

    /// What decides besides the code.
    struct Situation {
        var phase: Phase?
        var isHeadDelivered = false
        var expired = NetError.Timeout.total

        var hasConnection: Bool { phase.map { $0 >= .sending } ?? false }
    }

    static func kind(_ code: CURLcode, _ text: String, _ situation: Situation) -> NetError.Kind {
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_AUTH_ERROR: .badRequest
        case CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION: .unsupported
        // The code says both "no such scheme" and "this is not HTTP/1 or later".
        case CURLE_UNSUPPORTED_PROTOCOL: situation.hasConnection ? .protocolViolation : .unsupported
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .dns
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY, CURLE_QUIC_CONNECT_ERROR: .connect
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            .tls
        case CURLE_OPERATION_TIMEDOUT: .timedOut(situation.expired)
        case CURLE_FILESIZE_EXCEEDED: .tooLarge(.body)
        // libcurl's own limit for a header line answers "out of memory" in old versions and code 100 in new ones; a paused
        // transfer may hold back only so much of what it decodes.
        case CURLE_OUT_OF_MEMORY, CURLcode(100): .tooLarge(situation.isHeadDelivered ? .decodedBody : .headers)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_HTTP3: .protocolViolation
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND: .cut
        case CURLE_RECV_ERROR where text.contains("chunk"): .protocolViolation
        case CURLE_RECV_ERROR where text.hasPrefix("Too large response headers"): .tooLarge(.headers)
        default: broken(situation)
        }
    }

    private static func broken(_ situation: Situation) -> NetError.Kind {
        if situation.phase == .tls { return .tls }
        return situation.hasConnection ? .cut : .connect
    }

    /// The system's word for it, where libcurl only says that it failed.
    private static func reason(_ code: CURLcode, _ easy: UnsafeMutableRawPointer) -> String {
        var number = 0
        guard code == CURLE_COULDNT_CONNECT, ccurl_get_long(easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK, number != 0 else {
            return ""
        }
        return " (\(String(cString: strerror(Int32(number)))))"
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
