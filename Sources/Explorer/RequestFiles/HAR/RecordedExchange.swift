// A request that was sent, and its response: the value that an entry of an archive is written from, and read as.

import NetLayer

/// A request and its response. The maker of the value has removed the secrets from its texts and bodies.
package struct RecordedExchange: Sendable, Hashable {
    /// The body of a message.
    package enum Body: Sendable, Hashable {
        case empty
        case bytes([UInt8])
        /// The bytes are not stored.
        /// - Parameter why: the reason, as the end of a sentence.
        case absent(size: Int, why: String)
    }

    /// The response.
    package struct Response: Sendable, Hashable {
        package var status: Int
        package var reason: String
        /// The protocol: `HTTP/1.1`.
        package var version: String
        package var headers: Headers
        package var body: Body

        package init(
            status: Int, reason: String = "", version: String = "HTTP/1.1", headers: Headers = Headers(), body: Body = .empty
        ) {
            self.status = status
            self.reason = reason
            self.version = version
            self.headers = headers
            self.body = body
        }
    }

    package var method: String
    /// The URL with its query.
    package var url: String
    package var headers: Headers
    package var body: Body
    /// `nil` when no response came.
    package var response: Response?
    /// Why the call failed; empty when it did not.
    package var failure = ""
    /// The kind of the failure in one word, such as `cut`; `nil` when it did not fail, or its kind is unknown.
    package var errorKind: String?
    /// When the call began, in the format of RFC 3339.
    package var started: String
    /// The time before the exchange itself: in the queue, and in earlier attempts. Milliseconds.
    package var blocked: Double = 0
    /// The time in each phase, in milliseconds. A phase that the exchange did not reach is missing.
    package var phases: [Phase: Double] = [:]
    /// The peer's IP address without its port; `nil` when it is unknown.
    package var serverAddress: String?
    /// The bytes of request and response on the wire, heads included; `nil` where they are unknown.
    package var bytesSent: Int64?
    package var bytesReceived: Int64?
    /// A name for the request, and remarks about it.
    package var comment = ""

    package init(
        method: String, url: String, headers: Headers = Headers(), body: Body = .empty, response: Response? = nil, started: String
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.response = response
        self.started = started
    }
}
