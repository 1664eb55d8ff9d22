// Reads libcurl's measurements of a finished transfer.

import CCurl

enum CurlMetrics {
    static func readMetrics(_ easy: UnsafeMutableRawPointer, exchange: CurlExchange) -> TransferMetrics {
        var metrics = TransferMetrics()
        let isReused = exchange.isStale || exchange.hasConnection && readLong(easy, CURLINFO_NUM_CONNECTS) == 0
        metrics.reusedConnection = isReused
        if !isReused {
            metrics.resolved = readTime(easy, CURLINFO_NAMELOOKUP_TIME_T, exchange)
            metrics.connected = readTime(easy, CURLINFO_CONNECT_TIME_T, exchange)
            metrics.secured = readTime(easy, CURLINFO_APPCONNECT_TIME_T, exchange)
        }
        metrics.sendingBegan = readTime(easy, CURLINFO_PRETRANSFER_TIME_T, exchange)
        metrics.firstByte = readTime(easy, CURLINFO_STARTTRANSFER_TIME_T, exchange)
        metrics.total = .nanoseconds(Int64(CurlClock.readMonotonicTime() - exchange.started))
        metrics.bytesSent = bytesSent(easy, exchange.request.body)
        metrics.bytesReceived = Int64(readLong(easy, CURLINFO_HEADER_SIZE)) + readSize(easy, CURLINFO_SIZE_DOWNLOAD_T)
        metrics.version = version(readLong(easy, CURLINFO_HTTP_VERSION))
        metrics.remoteAddress = address(easy)
        metrics.undecodedCoding = exchange.undecodedCoding
        return metrics
    }

    private static func bytesSent(_ easy: UnsafeMutableRawPointer, _ body: WireBody) -> Int64 {
        let head = Int64(readLong(easy, CURLINFO_REQUEST_SIZE))
        // Before 8.7, the size of the head includes a body that was sent together with it.
        let isBodyCounted = CurlVersion.current.countsCopiedBody && CurlOptions.copied(body) != nil
        return isBodyCounted ? head : head + readSize(easy, CURLINFO_SIZE_UPLOAD_T)
    }

    /// libcurl returns 0 for a phase that was not reached, and counts from the time at which
    /// it got the transfer.
    private static func readTime(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO, _ exchange: CurlExchange) -> Duration? {
        let microseconds = readSize(easy, info)
        return microseconds > 0 ? exchange.waited + .microseconds(microseconds) : nil
    }

    private static func version(_ number: Int) -> String? {
        switch number {
        case Int(CURL_HTTP_VERSION_1_0): "HTTP/1.0"
        case Int(CURL_HTTP_VERSION_1_1): "HTTP/1.1"
        case Int(CURL_HTTP_VERSION_2_0): "HTTP/2"
        case Int(CURL_HTTP_VERSION_3): "HTTP/3"
        default: nil
        }
    }

    private static func address(_ easy: UnsafeMutableRawPointer) -> String? {
        var text: UnsafePointer<CChar>?
        guard ccurl_get_text(easy, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text, text[0] != 0 else { return nil }
        let port = readLong(easy, CURLINFO_PRIMARY_PORT)
        let host = String(cString: text)
        guard port != 0 else { return host }
        return host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private static func readLong(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(easy, info, &value) == CURLE_OK ? value : 0
    }

    private static func readSize(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> Int64 {
        var value: curl_off_t = 0
        return ccurl_get_size(easy, info, &value) == CURLE_OK ? Int64(value) : 0
    }
}
