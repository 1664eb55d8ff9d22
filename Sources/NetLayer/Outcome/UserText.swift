// The texts of failures for users, separate from the texts for developers. A client can replace
// all of them, or single cases.

import Document

/// A failure in the user's words.
public struct UserText: Sendable, Hashable {
    /// A short name that a user can pass on to support.
    public var code: String
    /// One sentence for the user.
    public var message: String

    /// Creates a text from a code for support and a sentence for the user.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// The engine's own text.
    public static func standard(_ kind: NetError.Kind) -> UserText {
        let message =
            switch kind {
            case .badRequest: "The request could not be built."
            case .badParameters: "A part of the input is not valid."
            case .noNetwork: "There is no network."
            case .duplicate: "The same request is already running."
            case .rejected: "The request was refused."
            case .notAllowed: "The request is not allowed here."
            case .unsupported: "This is not supported here."
            case .dns: "The server's name cannot be resolved."
            case .connect: "The server cannot be reached."
            case .tls: "The server's identity could not be checked."
            case .cut: "The connection was lost."
            case .protocolViolation: "The server's response is not valid."
            case .timedOut: "The server took too long."
            case .tooLarge: "The response is too large."
            case .redirect: "The server's redirects never end."
            case .redirectRefused: "The server's redirect was not followed."
            case .transport: "The network layer failed."
            case .status(let status): status < 500 ? "The server refused the request." : "The server has a problem."
            case .decode: "The response could not be read."
            case .business: "The server reported a failure."
            case .validation: "The response is not as expected."
            case .noData: "There is nothing here."
            case .noMoreData: "There is nothing more."
            case .paginationLoop: "The list does not end."
            case .foreignHost: "The list continues on another server."
            case .file: "A file could not be read or written."
            case .work: "A part of the work failed."
            case .cacheMiss: "There is no cached response."
            case .authentication(.loginRequired): "You have to log in."
            case .authentication(.refreshFailed): "The login could not be renewed now."
            case .authentication(.excessiveRefresh): "The login keeps failing."
            case .cancelled: "Cancelled."
            }
        return UserText(code: kind.name, message: message)
    }
}

/// The texts of failures for the user. A client has one table, and uses it when a call ends.
public struct ErrorTexts: Sendable {
    /// `nil` selects the next source: the server's own message, else the engine's text.
    public let text: @Sendable (NetError, NetworkStatus) -> UserText?

    /// - Parameter text: receives the failure and the assumed network status of that moment.
    public init(_ text: @escaping @Sendable (NetError, NetworkStatus) -> UserText?) { self.text = text }

    /// The server's own message if a ``BusinessRule`` found one, else the engine's text.
    public static let standard = ErrorTexts { _, _ in nil }

    /// The texts of the classic codes. ``ClassicCode/other`` has a text of its own,
    /// not the one of an empty list.
    public static let classic = ErrorTexts { error, _ in
        let code = ClassicCode(error.kind)
        let message: String? =
            switch code {
            case .timedOut: "请求超时了~"
            case .cannotConnect: "当前网络差, 请检查网络设置~"
            case .cancelled: "请求失败了~"
            case .other: "请求出错了~"
            case .noData: "这里什么也没有~"
            case .noMoreData: "没有更多了~"
            case .business: error.business.flatMap { $0.message.isEmpty ? nil : $0.message }
            }
        return message.map { UserText(code: String(code.rawValue), message: $0) }
    }

    /// Uses the message in the body of a failed response, if the body is JSON; else the other table.
    /// - Parameters:
    ///   - pointer: the JSON pointer (RFC 6901) of the message.
    ///   - other: the table for failures without such a message.
    public static func reading(_ pointer: String, else other: ErrorTexts = .standard) -> ErrorTexts {
        ErrorTexts { error, status in
            guard let body = error.response?.body, body.count <= 1 << 20, let document = try? JSONDocument(body),
                let message = document.root.resolve(pointer: pointer)?.string, !message.isEmpty
            else { return other.text(error, status) }
            return UserText(code: error.business?.code ?? error.kind.name, message: message)
        }
    }

    func callAsFunction(_ error: NetError, _ status: NetworkStatus) -> UserText {
        if let text = text(error, status) { return text }
        guard let business = error.business, !business.message.isEmpty else { return .standard(error.kind) }
        return UserText(code: business.code, message: business.message)
    }
}
