// The exit codes of the product contract.

import ArgumentParser
import Foundation
import NetLayer
import Workbench

extension ExitCode {
    static let noAnswer = ExitCode(6)
    static let cancelled = ExitCode(7)
    static let usage = ExitCode(64)
    static let badData = ExitCode(65)
    static let cannotRead = ExitCode(66)
    static let cannotWrite = ExitCode(74)

    /// What an answer's status means for a script: a redirect that was not followed is a success.
    init(status: Int) { self.init(status >= 500 ? 5 : status >= 400 ? 4 : 0) }

    init(_ error: NetError) {
        switch error.kind {
        case .status(let status): self.init(status: status)
        case .cancelled: self = .cancelled
        case .badRequest, .badParameters: self = .usage
        case .decode, .validation, .business: self.init(65)
        case .file: self = .cannotWrite
        // Nobody answered where tokens are had.
        case .authentication(.refreshFailed) where error.response == nil: self = .noAnswer
        // As the 401 that it comes of.
        case .authentication: self.init(4)
        case .noNetwork, .duplicate, .rejected, .unsupported, .dns, .connect, .tls, .cut, .protocolViolation, .timedOut,
            .tooLarge,
            .redirect, .transport, .noData, .noMoreData, .paginationLoop, .foreignHost, .work, .cacheMiss:
            self = .noAnswer
        }
    }
}

/// Standard error, for everything that is not the answer.
enum Complaint {
    static func write(_ failure: Failure) {
        write("explorer: " + failure.lines.joined(separator: "\n  "))
    }

    /// - Parameter descriptor: of the command's standard error, for who writes from elsewhere.
    static func write(_ text: String, to descriptor: Int32 = Surroundings.io.error) {
        write(plain: Visible.text(text) + "\n", to: descriptor)
    }

    /// As it is.
    static func write(plain text: String, to descriptor: Int32 = Surroundings.io.error) {
        // Standard error may be closed; there is no reader left to tell.
        try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
    }
}
