// One easy handle of libcurl with its callbacks. Between transfers the loop's pool stores it, so that its
// buffers are used again.

import CCurl
import Glibc

/// An easy handle. The pointer that the callbacks get is this object: it owns the handle, so
/// it outlives every callback.
final class CurlHandle {
    let easy: UnsafeMutableRawPointer
    /// The exchange that the handle performs, from ``prepare(_:)`` to ``release()``.
    private(set) var exchange: CurlExchange?
    /// Whether options are set that the next transfer must not inherit.
    private var isSpecial = false
    /// The request whose options the handle has: the next request is often the same, and comparing is faster
    /// than setting them again.
    private var known: WireRequest?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var connectList: UnsafeMutablePointer<curl_slist>?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// `nil` when there is no memory.
    init?() {
        guard let easy = curl_easy_init() else {
            errorText.deallocate()
            return nil
        }
        self.easy = easy
        setConstants()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        curl_slist_free_all(connectList)
        errorText.deallocate()
    }

    /// Prepares the handle for the exchange. On failure the transfer cannot be started.
    func prepare(_ exchange: CurlExchange) -> TransferFailure? {
        self.exchange = exchange
        errorText[0] = 0
        let request = exchange.request
        if let known, request.isCopy(of: known) { return nil }
        forget()
        if isSpecial {
            curl_easy_reset(easy)
            setConstants()
        }
        isSpecial = !request.connection.isDefault
        if let failure = CurlOptions(easy: easy).apply(request, decodes: exchange.decodes) { return failure }
        switch CurlOptions.headerList(request) {
        case .success(let list): headerList = list
        case .failure(let failure): return failure
        }
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, headerList)
        for text in request.connection.connectTo { connectList = curl_slist_append(connectList, text) }
        if connectList != nil { ccurl_set_list(easy, CURLOPT_CONNECT_TO, connectList) }
        if !isSpecial, request.body == .none { known = request }
        return nil
    }

    /// Subtracts the exchange's waiting time from its limits. The next exchange has its own limits.
    func reduceLimits(by waited: Duration) {
        guard let exchange else { return }
        CurlOptions(easy: easy).applyTimeouts(of: exchange.request, after: waited)
        known = nil
    }

    /// Drops the exchange, and the request's options unless the next request may be the same.
    func release() {
        exchange = nil
        if known == nil { forget() }
    }

    private func forget() {
        known = nil
        ccurl_set_list(easy, CURLOPT_HTTPHEADER, nil)
        curl_slist_free_all(headerList)
        headerList = nil
        guard connectList != nil else { return }
        ccurl_set_list(easy, CURLOPT_CONNECT_TO, nil)
        curl_slist_free_all(connectList)
        connectList = nil
    }

    /// - Returns: why the transfer must end, when delivering the held-back bytes failed.
    func resume() -> TransferFailure? {
        guard let exchange, exchange.isPaused else { return nil }
        switch exchange.deliverBacklog() {
        case .busy: return nil
        case .failed(let failure): return failure
        case .empty: break
        }
        let isHeldBack = exchange.isHeldBack
        exchange.resumed()
        return isHeldBack ? pause(CURLPAUSE_CONT) : nil
    }

    /// The body of a starving transfer has more to send; a transfer that is paused for its observer stays paused.
    func feed() -> TransferFailure? {
        guard let exchange, exchange.isStarving else { return nil }
        exchange.fed()
        return pause(exchange.isHeldBack ? CURLPAUSE_RECV : CURLPAUSE_CONT)
    }

    /// Tells libcurl which directions of the transfer stand still.
    private func pause(_ directions: Int32) -> TransferFailure? {
        let code = curl_easy_pause(easy, directions)
        // The transfer has ended: it has no connection any more, and the loop reads its result in this turn. libcurl refuses
        // the call with the code that elsewhere means a trailer that is no field.
        guard code != CURLE_OK, code != CURLE_BAD_FUNCTION_ARGUMENT else { return nil }
        return failure(for: code)
    }

    /// Closes the connection with the end of the transfer, unless others use it: in HTTP/2, libcurl resets a stream only
    /// with the next bytes that it sends on the connection, and an unused connection sends none.
    func closeWithTransfer() {
        ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
        // The next transfer must not inherit it.
        (isSpecial, known) = (true, nil)
    }

    private static func closeWithTransfer(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        Unmanaged<CurlHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.closeWithTransfer() }
    }

    /// Makes libcurl send what waits on the transfer's connection: it does so when a transfer is paused, or goes on.
    func flush() {
        guard let exchange, exchange.isOnConnection, !exchange.isHeldBack, !exchange.isStarving else { return }
        _ = pause(CURLPAUSE_RECV)
        _ = pause(CURLPAUSE_CONT)
    }

    func failure(for code: CURLcode) -> TransferFailure? {
        guard let exchange else { return nil }
        return CurlErrors.failure(code: code, text: String(cString: errorText), exchange: exchange, easy: easy)
    }

    func metrics() -> TransferMetrics { exchange.map { CurlMetrics.readMetrics(easy, exchange: $0) } ?? TransferMetrics() }

    // MARK: callbacks

    private static func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.flatMap { Unmanaged<CurlHandle>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.exchange } }
    }

    /// Sets the options that every transfer has.
    private func setConstants() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(easy, CURLOPT_PRIVATE, context)
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // Without it, removing a handle with a stalled name lookup would block every transfer
        // until the lookup ends.
        ccurl_set_quick_exit(easy)
        ccurl_allow_http_only(easy)
        // RFC 8996 deprecates older versions, even where the system's policy still allows them.
        ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        ccurl_set_long(easy, CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        ccurl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        // The exchange decodes.
        ccurl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
        ccurl_set_long(easy, CURLOPT_TCP_NODELAY, 1)
        ccurl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        ccurl_set_long(easy, CURLOPT_NOPROGRESS, 0)
        setDataCallbacks(context)
        setPhaseCallbacks(context)
    }

    private func setDataCallbacks(_ context: UnsafeMutableRawPointer) {
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_XFERINFODATA] {
            ccurl_set_pointer(easy, option, context)
        }
        ccurl_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let exchange = CurlHandle.exchange(context) else { return 0 }
            switch exchange.received(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) {
            case .taken: return size * count
            case .pause: return Int(CURL_WRITEFUNC_PAUSE)
            case .abort:
                // libcurl itself ends the transfer now.
                CurlHandle.closeWithTransfer(context)
                return 0
            }
        }
        ccurl_set_bytes_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let exchange = CurlHandle.exchange(context) else { return 0 }
            return exchange.received(headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }
        ccurl_set_bytes_callback(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
            guard let exchange = CurlHandle.exchange(context), let bytes else { return Int(CURL_READFUNC_ABORT) }
            switch exchange.upload(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) {
            case .bytes(let count): return count
            case .starve: return Int(CURL_READFUNC_PAUSE)
            case .abort: return Int(CURL_READFUNC_ABORT)
            }
        }
        ccurl_set_seek_callback(easy) { context, offset, origin in
            guard let exchange = CurlHandle.exchange(context), origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
            return exchange.rewind(to: Int(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
        }
        ccurl_set_progress_callback(easy) { context, _, received, _, sent in
            CurlHandle.exchange(context)?.progressed(sent: Int64(sent), received: Int64(received)) == true ? 0 : 1
        }
    }

    private func setPhaseCallbacks(_ context: UnsafeMutableRawPointer) {
        for option in [CURLOPT_RESOLVER_START_DATA, CURLOPT_OPENSOCKETDATA, CURLOPT_SSL_CTX_DATA, CURLOPT_PREREQDATA] {
            ccurl_set_pointer(easy, option, context)
        }
        ccurl_set_resolver_callback(easy) { _, _, context in
            CurlHandle.exchange(context)?.mayConnect(.resolving) == false ? 1 : 0
        }
        ccurl_set_opensocket_callback(easy) { context, _, address in
            guard CurlHandle.exchange(context)?.mayConnect(.connecting) != false, let address else { return -1 }
            // Close-on-exec: an editor or pager that starts meanwhile must not keep our connections open.
            let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return socket(address.pointee.family, type, address.pointee.protocol)
        }
        // TLS libraries other than OpenSSL and its derivatives refuse the option; the phase
        // is then not reported.
        ccurl_set_tls_callback(easy) { _, _, context in
            CurlHandle.exchange(context)?.enter(.tls)
            return CURLE_OK
        }
        ccurl_set_prerequest_callback(easy) { context, _, _, _, _ in
            CurlHandle.exchange(context)?.maySend() == false ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK
        }
    }
}
