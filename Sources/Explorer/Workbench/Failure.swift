// Failures in words for people: the title, the details, and the next step.

import NetLayer
import Workspace

/// A failure outside a request, in words for people.
public struct Failure: Error, Sendable, Hashable {
    public var title: String
    public var detail: String
    public var hint: String

    public init(title: String, detail: String, hint: String) {
        self.title = title
        self.detail = detail
        self.hint = hint
    }

    /// The failure in one line, without the hint.
    public var brief: String { detail.isEmpty ? title : "\(title): \(detail)" }

    /// Title, details and hint, one line each.
    public var lines: [String] { [title, detail, hint].flatMap { $0.split(separator: "\n").map(String.init) } }
}

extension Failure {
    /// The words for an error of the engine; `nil` for one that the response's status explains.
    public init?(_ error: NetError) {
        let hint: String
        let title: String
        switch error.kind {
        case .status: return nil
        case .badRequest: (title, hint) = ("The request could not be built", "Correct the value and send again.")
        case .dns: (title, hint) = ("The host has no address", "Check the host's name, or the network and its resolver.")
        case .connect: (title, hint) = ("No connection", "Is the server running, and is the port right?")
        // OpenSSL's words for a first response that is not TLS.
        case .tls where error.detail.contains("wrong version number"):
            (title, hint) = ("TLS failed", "This port does not speak TLS: is it http:// in place of https://?")
        case .tls: (title, hint) = ("TLS failed", "Check the certificate; --cacert FILE trusts another authority.")
        case .cut:
            (title, hint) = (
                "The connection ended before the answer was complete", "Send it again; if it stays, the server's log says why."
            )
        case .protocolViolation:
            (title, hint) = ("What came is not valid HTTP", "Is this an HTTP server? A proxy in between may break it.")
        case .timedOut(let which):
            (title, hint) = ("Timed out (\(which.rawValue))", "--timeout SECONDS gives it longer.")
        case .tooLarge(let limit):
            title = "Too large: \(limit.rawValue)"
            hint = "It was cut off on purpose\(limit == .headers ? "." : "; --max-body SIZE takes more.")"
        case .redirect:
            (title, hint) = (
                "The redirects lead nowhere", "The trace lists them; a request that does not follow gets the first response."
            )
        case .decode: (title, hint) = ("The answer could not be decoded", "Raw shows what came.")
        case .cancelled(let reason):
            (title, hint) = ("Cancelled by \(reason.rawValue)", "In the result or the task table, r sends it again.")
        case .unsupported: (title, hint) = ("Not supported here", "This build of libcurl cannot do it.")
        case .badParameters: (title, hint) = ("The input was refused", "Correct the value and send again.")
        case .noNetwork: (title, hint) = ("There is no network", "Nothing was sent. Connect, then r sends it again.")
        case .duplicate: (title, hint) = ("One like it is under way", "Wait for its answer, or cancel it and send again.")
        case .rejected: (title, hint) = ("Refused before it was sent", "What refused it says why.")
        case .transport: (title, hint) = ("The transport is in trouble", "Fewer requests at once may help; then start again.")
        case .business(let code):
            (title, hint) = (code.isEmpty ? "The body says no code" : "The body says \(code)", "Raw shows what came.")
        case .validation: (title, hint) = ("The answer was refused", "It is not what this endpoint should give; Raw shows it.")
        case .noData: (title, hint) = ("The list is empty", "A filter or another page may have something.")
        case .noMoreData: (title, hint) = ("There is no further page", "Load the first page again to start over.")
        case .paginationLoop:
            (title, hint) = ("The pages lead in a circle", "The server names a page again that was read already.")
        case .foreignHost:
            (title, hint) = ("The next page is on another server", "Credentials are not for it; send to it by hand.")
        case .file: (title, hint) = ("A file could not be read or written", "Check the path, and the space on the disk.")
        case .authentication(.loginRequired): (title, hint) = ("A login is required", ":login logs in.")
        case .authentication(.refreshFailed):
            (title, hint) = ("The login could not be renewed", "It is kept: r tries again.")
        case .authentication(.excessiveRefresh):
            (title, hint) = ("The login does not last", "The server refuses each new credential; wait, then log in again.")
        case .work: (title, hint) = ("A part of it failed", "The task table says which.")
        case .cacheMiss: (title, hint) = ("Nothing is stored of it", "Nothing was sent. Another policy asks the network.")
        }
        guard error.isPerhapsReceived else {
            self.init(title: title, detail: error.detail, hint: hint)
            return
        }
        let what = error.kind == .cut ? "The connection ended without a response" : title
        self.init(
            title: "\(what), \(NetError.perhapsReceived)", detail: error.detail,
            hint: "Look on the server whether it took effect before you send it again.")
    }
}

extension Failure {
    /// A file that cannot be read.
    public init(_ error: ReadError) {
        self.init(title: "\(error.path) cannot be read", detail: error.message, hint: error.hint)
    }

    /// A file that cannot be written.
    public init(_ error: WriteError) {
        self.init(title: "\(error.path) cannot be written", detail: error.message, hint: error.hint)
    }
}
