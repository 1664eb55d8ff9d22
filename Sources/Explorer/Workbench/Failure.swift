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
        case .connect: (title, hint) = ("Could not connect", "Check that the server is running, and the port.")
        // OpenSSL's words for a first response that is not TLS.
        case .tls where error.detail.contains("wrong version number"):
            (title, hint) = ("TLS failed", "This port does not speak TLS: try http:// instead of https://.")
        case .tls: (title, hint) = ("TLS failed", "Check the certificate; --cacert FILE trusts another authority.")
        case .cut:
            (title, hint) = (
                "The connection ended before the response was complete",
                "Send it again; if it fails again, read the server's log."
            )
        case .protocolViolation:
            (title, hint) = (
                "The response is not valid HTTP", "Check that this is an HTTP server; a proxy in between may break it."
            )
        case .timedOut(let which):
            (title, hint) = ("Timed out (\(which.rawValue))", "--timeout SECONDS gives it longer.")
        case .tooLarge(let limit):
            title = "Too large: \(limit.rawValue)"
            hint = "Explorer stopped reading\(limit == .headers ? "." : "; --max-body SIZE takes more.")"
        case .redirect:
            (title, hint) = (
                "The redirects never end", "The trace lists them; turn redirects off to get the first response."
            )
        case .redirectRefused:
            (title, hint) = (
                "The redirect was not followed", "Send to the new address by hand if you trust it; the trace names it."
            )
        case .decode: (title, hint) = ("The response could not be decoded", "Raw shows the response.")
        case .cancelled(let reason):
            (title, hint) = ("Cancelled \(reason.words)", "r in the result or the task table sends it again.")
        case .unsupported: (title, hint) = ("Not supported here", "This build of libcurl cannot do it.")
        case .badParameters: (title, hint) = ("The input was refused", "Correct the value and send again.")
        case .noNetwork: (title, hint) = ("There is no network", "Nothing was sent. Connect, then r sends it again.")
        case .duplicate: (title, hint) = ("An equal request is running", "Wait for its response, or cancel it and send again.")
        case .rejected: (title, hint) = ("Refused before it was sent", "The detail names the reason.")
        case .notAllowed:
            title = "Refused by a guard"
            hint = "Nothing was sent. Change the guard where the reason names it, or choose another environment."
        case .transport: (title, hint) = ("The transport failed", "Send fewer requests at once, or restart explorer.")
        case .business(let code):
            (title, hint) = (
                code.isEmpty ? "The body has no success code" : "The body has the code \(code)", "Raw shows the response."
            )
        case .validation:
            (title, hint) = ("The response was refused", "It does not match the endpoint's description; Raw shows it.")
        case .noData: (title, hint) = ("The list is empty", "Change the filter, or load another page.")
        case .noMoreData: (title, hint) = ("There is no further page", "Load the first page again to start over.")
        case .paginationLoop:
            (title, hint) = ("The pages form a loop", "The server links a page that was already read.")
        case .foreignHost:
            (title, hint) = ("The next page is on another server", "It gets no credentials; send to it by hand.")
        case .file: (title, hint) = ("A file could not be read or written", "Check the path, and the space on the disk.")
        case .authentication(.loginRequired): (title, hint) = ("A login is required", "Log in with :login.")
        case .authentication(.refreshFailed):
            (title, hint) = ("The login could not be renewed", "The login stays stored: r tries again.")
        case .authentication(.excessiveRefresh):
            (title, hint) = ("The login keeps failing", "The server refuses each new credential; wait, then log in again.")
        case .work: (title, hint) = ("A part of the work failed", "The task table says which.")
        case .cacheMiss: (title, hint) = ("No cached response", "Nothing was sent. Choose another policy with :cache.")
        }
        guard error.isPerhapsReceived else {
            self.init(title: title, detail: error.detail, hint: hint)
            return
        }
        let what = error.kind == .cut ? "The connection ended without a response" : title
        self.init(
            title: "\(what), \(NetError.perhapsReceived)", detail: error.detail,
            hint: "Check on the server whether it took effect before you send it again.")
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
