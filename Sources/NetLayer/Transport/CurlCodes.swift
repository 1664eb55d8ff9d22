// Every result code of libcurl (curl.h 7.88, and the newer ones by number) and its possible meaning for
// an exchange over HTTP.

import CCurl

enum CurlCodes {
    /// The meaning of a code, before the state of the exchange is considered.
    enum Meaning: Hashable {
        case kind(NetError.Kind)
        /// A time limit ran out; only the exchange knows which one.
        case timeout
        /// The scheme does not exist, or the response does not fit it.
        case scheme
        /// libcurl's own limit for a line of header or trailer; nothing in our own requests is that long.
        case size
        /// An argument to libcurl is wrong: our request before it is sent, the response's fields after that.
        case argument
        /// Reading from the peer failed; the text tells whether the received bytes were the cause.
        case receiving
        /// The connection failed during its setup or use.
        case broken
        /// Occurs only with other protocols than HTTP.
        case foreign
        /// No version of libcurl that can be linked returns it to us.
        case unused
    }

    /// The newest code that is known here. An unknown one counts as a broken connection: the phase decides.
    static let newest: UInt32 = 101

    static func meaning(_ code: CURLcode) -> Meaning { table[code.rawValue] ?? .broken }

    /// By number, because the codes of a newer libcurl have no name here.
    static let table: [UInt32: Meaning] = {
        var table: [UInt32: Meaning] = [:]
        for (meaning, codes) in rows { codes.forEach { table[$0] = meaning } }
        return table
    }()

    private static let rows: [(Meaning, [UInt32])] = [
        // FAILED_INIT, ABORTED_BY_CALLBACK, AGAIN, CHUNK_FAILED, NO_CONNECTION_AVAILABLE,
        // RECURSIVE_API_CALL, UNRECOVERABLE_POLL: failures of the engine itself. Callbacks abort with a
        // failure of their own, which takes precedence.
        (.kind(.transport), [2, 42, 81, 88, 89, 93, 99]),
        // URL_MALFORMAT, HTTP_POST_ERROR, SETOPT_OPTION_SYNTAX, LOGIN_DENIED (Negotiate), AUTH_ERROR
        (.kind(.badRequest), [3, 34, 49, 67, 94]),
        // BAD_FUNCTION_ARGUMENT
        (.argument, [43]),
        // NOT_BUILT_IN, FUNCTION_NOT_FOUND, UNKNOWN_OPTION
        (.kind(.unsupported), [4, 41, 48]),
        // UNSUPPORTED_PROTOCOL
        (.scheme, [1]),
        // COULDNT_RESOLVE_PROXY, COULDNT_RESOLVE_HOST
        (.kind(.dns), [5, 6]),
        // COULDNT_CONNECT, INTERFACE_FAILED, QUIC_CONNECT_ERROR, PROXY
        (.kind(.connect), [7, 45, 96, 97]),
        // SSL_CONNECT_ERROR, SSL_ENGINE_NOTFOUND, SSL_ENGINE_SETFAILED, SSL_CERTPROBLEM, SSL_CIPHER,
        // PEER_FAILED_VERIFICATION, USE_SSL_FAILED, SSL_ENGINE_INITFAILED, SSL_CACERT_BADFILE,
        // SSL_SHUTDOWN_FAILED, SSL_CRL_BADFILE, SSL_ISSUER_ERROR, SSL_PINNEDPUBKEYNOTMATCH,
        // SSL_INVALIDCERTSTATUS, SSL_CLIENTCERT, ECH_REQUIRED (8.8)
        (.kind(.tls), [35, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98, 101]),
        // WEIRD_SERVER_REPLY, HTTP2, RANGE_ERROR, BAD_DOWNLOAD_RESUME, BAD_CONTENT_ENCODING, HTTP3
        (.kind(.protocolViolation), [8, 16, 33, 36, 61, 95]),
        // PARTIAL_FILE, UPLOAD_FAILED, GOT_NOTHING, SEND_FAIL_REWIND, HTTP2_STREAM
        (.kind(.cut), [18, 25, 52, 65, 92]),
        // READ_ERROR: the request's body could not be read; FILE_COULDNT_READ_FILE
        (.kind(.file), [26, 37]),
        // TOO_MANY_REDIRECTS
        (.kind(.redirect), [47]),
        // FILESIZE_EXCEEDED
        (.kind(.tooLarge(.body)), [63]),
        // OPERATION_TIMEDOUT
        (.timeout, [28]),
        // OUT_OF_MEMORY, TOO_LARGE (8.6)
        (.size, [27, 100]),
        // RECV_ERROR
        (.receiving, [56]),
        // WRITE_ERROR: a failure of the response's decoding; SEND_ERROR
        (.broken, [23, 55]),
        // REMOTE_ACCESS_DENIED, FTP_*, QUOTE_ERROR, HTTP_RETURNED_ERROR (only with an option that is never
        // set), LDAP_*, TFTP_*, REMOTE_*, SSH, RTSP_*
        (
            .foreign,
            [9, 10, 11, 12, 13, 14, 15, 17, 19, 21, 22, 30, 31, 38, 39, 68, 69, 70, 71, 72, 73, 74, 78, 79, 84, 85, 86, 87]
        ),
        // OBSOLETE*
        (.unused, [20, 24, 29, 32, 40, 44, 46, 50, 51, 57, 62, 75, 76]),
    ]
}
