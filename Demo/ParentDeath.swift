// `--parent-death`: the service dies with its parent process, even while it is frozen (SIGSTOP) and cannot
// detect an end of file.
import Glibc

enum ParentDeath {
    /// Asks the kernel for SIGKILL at the death of the thread that started this process.
    /// - Returns: nil on success; a message when the request fails; does not return when the parent
    ///   has already died.
    static func follow() -> String? {
        let parent = getppid()
        // Swift does not import C functions with variable arguments, so prctl is looked up by name.
        // Its five arguments are all of machine word size, which Linux passes alike with and without
        // the variable part.
        typealias Prctl = @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) -> CInt
        guard let symbol = dlsym(nil, "prctl") else { return "--parent-death: this C library has no prctl" }
        let prctl = unsafeBitCast(symbol, to: Prctl.self)
        let setParentDeathSignal: CInt = 1  // PR_SET_PDEATHSIG
        guard prctl(setParentDeathSignal, CUnsignedLong(SIGKILL), 0, 0, 0) == 0 else {
            return "--parent-death: " + String(cString: strerror(errno))
        }
        // The kernel sends the signal for later deaths only. An earlier one shows as a new parent, or as a
        // pipe without a reader: a process closes its files before its children get the signal. (A parent of
        // 1 proves nothing: in a container that is a real one.)
        if getppid() != parent || outputHasNoReader { exit(1) }
        return nil
    }

    private static var outputHasNoReader: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, 0) > 0 && output.revents & Int16(POLLERR) != 0
    }
}
