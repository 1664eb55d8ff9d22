// What the end of a call means to a script, by the exit codes of the product contract.

import NetLayer

extension NetError {
    /// 4 and 5 the response's status, 6 no response, 7 cancelled, 64 the request is wrong, 65 the response is, 74 a file cannot be written.
    public var exitCode: Int32 {
        switch kind {
        case .status(let status): status >= 500 ? 5 : 4
        case .cancelled: 7
        case .badRequest, .badParameters: 64
        case .decode, .validation, .business: 65
        case .file: 74
        // No server answered where tokens are had.
        case .authentication(.refreshFailed) where response == nil: 6
        // As the 401 that it comes of.
        case .authentication: 4
        case .noNetwork, .duplicate, .rejected, .unsupported, .dns, .connect, .tls, .cut, .protocolViolation, .timedOut,
            .tooLarge, .redirect, .transport, .noData, .noMoreData, .paginationLoop, .foreignHost, .work, .cacheMiss:
            6
        }
    }
}
