// Converts a WireRequest to libcurl's options. The request is sent as the caller wrote it; libcurl's own
// additions are kept small.

import CCurl

/// Sets the options that differ from request to request.
struct CurlOptions {
    let easy: UnsafeMutableRawPointer

    /// libcurl copies bodies up to this size and sends them in one write with the head (over TLS it writes 16
    /// KB at once); it reads larger ones from us, without a copy of the whole.
    static let copiedBody = 12 << 10

    func apply(_ request: WireRequest, decodes: Bool) -> TransferFailure? {
        // libcurl checks the rest of the URL, as it does in every transfer anyway.
        guard request.url.scheme == "http" || request.url.scheme == "https", request.url.authority?.isEmpty == false else {
            return TransferFailure(.badRequest, "the URL is not an absolute http or https URL")
        }
        guard request.method.isValid else { return TransferFailure(.badRequest, "the method is not a token of RFC 9110") }
        guard ccurl_set_text(easy, CURLOPT_URL, request.url.revealed) == CURLE_OK else {
            return TransferFailure(.badRequest, "libcurl refuses the URL")
        }
        ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, decodes ? ContentCoding.accepted : nil)
        applyTimeouts(of: request)
        return setMethod(request) ?? apply(request.connection)
    }

    /// - Parameter waited: the part of the limits that has passed already.
    func applyTimeouts(of request: WireRequest, after waited: Duration = .zero) {
        let timeouts = request.timeouts
        // The loop ends these itself, and tells their server; libcurl's own limit is there if it cannot.
        let slack = request.maySpeakHTTP2 ? Duration.milliseconds(500) : .zero
        // 0 would be libcurl's default of 300 s, not "no limit".
        ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, timeouts.connect.map { Self.milliseconds($0 - waited) } ?? Int(Int32.max))
        ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, timeouts.total.map { Self.milliseconds($0 - waited + slack) } ?? 0)
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        min(max(1, Int(duration.clampedNanoseconds / 1_000_000)), Int(Int32.max))
    }

    // MARK: method and body

    private func setMethod(_ request: WireRequest) -> TransferFailure? {
        ccurl_set_long(easy, CURLOPT_HTTPGET, 1)
        if request.announcesBody {
            guard request.method != .head else { return TransferFailure(.unsupported, "libcurl sends no body with HEAD") }
            guard request.body.length != nil || request.connection.httpVersion != .http10 else {
                return TransferFailure(.unsupported, "HTTP/1.0 sends no body whose length is not known beforehand")
            }
            setBody(size: request.body.length ?? -1, copying: Self.copied(request.body), request.method)
        } else if request.method == .head {
            ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, nil)
            ccurl_set_long(easy, CURLOPT_NOBODY, 1)
        } else {
            ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method == .get ? nil : request.method.rawValue)
        }
        return nil
    }

    /// The part of a body that libcurl copies; `nil` when it reads the body by the read callback.
    static func copied(_ body: WireBody) -> [UInt8]? {
        switch body {
        case .none: []
        case .bytes(let bytes): bytes.count <= copiedBody ? bytes : nil
        case .stream, .sequence: nil
        }
    }

    /// - Parameters:
    ///   - size: in bytes; -1 when it is not known beforehand: libcurl then sends it in chunks.
    ///   - bytes: the whole body, when libcurl copies it; it reads any other by the read callback.
    private func setBody(size: Int, copying bytes: [UInt8]?, _ method: HTTPMethod) {
        ccurl_set_long(easy, CURLOPT_POST, 1)
        ccurl_set_text(easy, CURLOPT_CUSTOMREQUEST, method == .post ? nil : method.rawValue)
        ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(size))
        guard let bytes else {
            ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, nil)
            return
        }
        // An empty array may have no address, and NULL would mean the read callback.
        (bytes.isEmpty ? [0] : bytes).withUnsafeBytes {
            _ = ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
    }

    // MARK: connection

    private func apply(_ connection: ConnectionOptions) -> TransferFailure? {
        guard !connection.isDefault else { return nil }
        if let problem = ClientKeyFile.problem(connection) { return problem }
        let texts: [(CURLoption, String?, String)] = [
            (CURLOPT_CAINFO, connection.caFile, "a CA file"),
            (CURLOPT_SSLCERT, connection.clientCertificateFile, "a client certificate"),
            (CURLOPT_SSLKEY, connection.clientKeyFile ?? connection.clientCertificateFile, "a client key"),
            (CURLOPT_PROXY, connection.proxy?.reveal(), "a proxy"),
            (CURLOPT_UNIX_SOCKET_PATH, connection.unixSocket, "Unix sockets"),
        ]
        for case (let option, let text?, let what) in texts where ccurl_set_text(easy, option, text) != CURLE_OK {
            return TransferFailure(.unsupported, "this libcurl cannot use \(what)")
        }
        // Without it, OpenSSL asks for a pass phrase on the terminal, and stops every transfer until it has one.
        if connection.clientCertificateFile != nil { ccurl_set_text(easy, CURLOPT_KEYPASSWD, "") }
        // Only the authorities of the file: otherwise libcurl would also use the system's folder.
        if connection.caFile != nil { ccurl_set_text(easy, CURLOPT_CAPATH, nil) }
        // Before 8.0, the second request on a connection in HTTP/2 without TLS fails (curl/curl#10634).
        let needsFresh = connection.httpVersion == .http2PriorKnowledge && !CurlVersion.current.reusesPlainHTTP2
        if connection.isFresh || needsFresh {
            ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
            ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
        }
        if connection.insecure {
            ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0)
            ccurl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 0)
        }
        return setTLS(connection) ?? connection.httpVersion.flatMap(setVersion) ?? connection.authentication.flatMap(apply)
    }

    private func setTLS(_ connection: ConnectionOptions) -> TransferFailure? {
        if !connection.pins.isEmpty {
            let pins = connection.pins.map(\.description).sorted().joined(separator: ";")
            guard ccurl_set_text(easy, CURLOPT_PINNEDPUBLICKEY, pins) == CURLE_OK else {
                return TransferFailure(.unsupported, "this libcurl cannot pin public keys")
            }
        }
        if connection.minimumTLS == .tls13,
            ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_3)) != CURLE_OK
        {
            return TransferFailure(.unsupported, "this libcurl was built without TLS 1.3")
        }
        return nil
    }

    private func setVersion(_ version: HTTPVersion) -> TransferFailure? {
        let number =
            switch version {
            case .http10: CURL_HTTP_VERSION_1_0
            case .http11: CURL_HTTP_VERSION_1_1
            case .http2: CURL_HTTP_VERSION_2TLS
            case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
            case .http3: CURL_HTTP_VERSION_3
            }
        let isBuiltIn =
            switch version {
            case .http10, .http11: true
            case .http2, .http2PriorKnowledge: CurlVersion.current.http2
            case .http3: CurlVersion.current.http3
            }
        guard isBuiltIn, ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(number)) == CURLE_OK else {
            return TransferFailure(
                .unsupported, "this libcurl (\(CurlVersion.current)) was built without HTTP/\(version.rawValue)")
        }
        return nil
    }

    private func apply(_ authentication: HTTPAuthentication) -> TransferFailure? {
        let (user, password) = authentication.credentials
        ccurl_set_text(easy, CURLOPT_USERNAME, user)
        ccurl_set_text(easy, CURLOPT_PASSWORD, password)
        switch authentication {
        case .digest: ccurl_set_long(easy, CURLOPT_HTTPAUTH, Int(ccurl_auth_digest()))
        case .ntlm:
            guard CurlVersion.current.ntlm else { return TransferFailure(.unsupported, "this libcurl was built without NTLM") }
            ccurl_set_long(easy, CURLOPT_HTTPAUTH, Int(ccurl_auth_ntlm()))
        case .negotiate:
            guard CurlVersion.current.negotiate else {
                return TransferFailure(.unsupported, "this libcurl was built without Negotiate (GSS-API)")
            }
            ccurl_set_long(easy, CURLOPT_HTTPAUTH, Int(ccurl_auth_negotiate()))
        case .awsSigV4:
            guard ccurl_set_text(easy, CURLOPT_AWS_SIGV4, authentication.signature) == CURLE_OK else {
                return TransferFailure(.unsupported, "this libcurl cannot sign for AWS")
            }
        }
        return nil
    }

    // MARK: header fields

    /// The list for CURLOPT_HTTPHEADER, which the caller frees after the transfer.
    static func headerList(_ request: WireRequest) -> Result<UnsafeMutablePointer<curl_slist>?, TransferFailure> {
        var list: UnsafeMutablePointer<curl_slist>?
        var hasContentType = false
        var hasExpect = false
        for field in request.headers.fields {
            guard let line = encodeLine(field),
                let longer = line.withUnsafeBufferPointer({ curl_slist_append(list, $0.baseAddress) })
            else {
                curl_slist_free_all(list)
                return .failure(TransferFailure(.badRequest, "the header field \(field.name.debugDescription) cannot be sent"))
            }
            list = longer
            hasContentType = hasContentType || field.name.isSameFieldName(as: "Content-Type")
            hasExpect = hasExpect || field.name.isSameFieldName(as: "Expect")
        }
        guard request.announcesBody else { return .success(list) }
        // libcurl adds these two fields to a request with a body; a name with only a colon removes them.
        if !hasContentType { list = curl_slist_append(list, "Content-Type:") }
        if !hasExpect { list = curl_slist_append(list, "Expect:") }
        return .success(list)
    }

    /// `Name: value`, or `Name;`, which is libcurl's way to write an empty value. `nil` when a byte would
    /// break the head (RFC 9110 §5.5).
    private static func encodeLine(_ field: HeaderField) -> [CChar]? {
        let value = field.value.revealed
        var line: [CChar] = []
        line.reserveCapacity(field.name.utf8.count + value.utf8.count + 3)
        for byte in field.name.utf8 {
            guard HTTPMethod.isTokenByte(byte) else { return nil }
            line.append(CChar(bitPattern: byte))
        }
        guard !line.isEmpty else { return nil }
        var isBlank = true
        line.append(CChar(bitPattern: UInt8(ascii: ":")))
        line.append(CChar(bitPattern: UInt8(ascii: " ")))
        for byte in value.utf8 {
            guard byte != 0, byte != 0x0a, byte != 0x0d else { return nil }
            isBlank = isBlank && (byte == 0x20 || byte == 0x09)
            line.append(CChar(bitPattern: byte))
        }
        if isBlank {
            line.removeLast(value.utf8.count + 2)
            line.append(CChar(bitPattern: UInt8(ascii: ";")))
        }
        line.append(0)
        return line
    }

    /// Texts that libcurl's error messages might repeat and that must not be shown.
    static func secrets(_ request: WireRequest) -> [String] {
        var secrets: [String] = []
        if let proxy = request.connection.proxy?.reveal(), !proxy.isEmpty { secrets.append(proxy) }
        if let authority = request.url.authority, let at = authority.lastIndex(of: "@") {
            secrets.append(String(authority[..<at]))
        }
        return secrets
    }
}

extension WireRequest {
    /// Whether the exchange may be one of several on a connection in HTTP/2.
    var maySpeakHTTP2: Bool {
        switch connection.httpVersion {
        case .http10, .http11: false
        case .http2PriorKnowledge, .http3: true
        case .http2, nil: url.scheme == "https"
        }
    }
}
