// Exit codes in ArgumentParser's type. The codes are in Workbench/ExitStatus.swift.

import ArgumentParser
import NetLayer
import Workbench

extension ExitCode {
    static let noResponse = ExitCode(ExitStatus.noResponse)
    static let cancelled = ExitCode(ExitStatus.cancelled)
    static let usage = ExitCode(ExitStatus.usage)
    static let badData = ExitCode(ExitStatus.badData)
    static let cannotRead = ExitCode(ExitStatus.cannotRead)
    static let cannotWrite = ExitCode(ExitStatus.cannotWrite)

    init(status: Int) { self.init(ExitStatus.exitCode(status: status)) }

    init(_ error: NetError) { self.init(error.exitCode) }
}
