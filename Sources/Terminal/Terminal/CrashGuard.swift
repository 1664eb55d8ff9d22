// Gives the terminal back when the program crashes or exits without closing its display. The
// storage and the handlers are written in C (shim.h): a signal handler may neither allocate nor
// wait for Swift's lazy initialisation.

import CNcurses

/// Handlers for every signal that ends a program and that the program does not handle itself (crashes, QUIT,
/// USR1, USR2, ALRM, XCPU and similar ones). They leave the alternate screen, show the cursor, switch paste
/// and mouse reporting off and restore the terminal's modes. Then the signal takes its previous effect. A
/// failed allocation arrives as ABRT or ILL.
public enum CrashGuard {
    /// Installs the handlers and an exit hook; further calls do nothing. They act only while
    /// a display has the terminal. Call it first on the main thread: the handlers then
    /// survive an overflow of that thread's stack.
    public static func install() { terminal_guard_install() }

    /// Gives the terminal back from any thread, for a program that ends while its display is stuck.
    /// The program must not draw afterwards.
    public static func restoreTerminal() { terminal_guard_give_back() }

    /// Saves the modes of the terminal at `fd` and the bytes that reset it. Call it before the modes change.
    static func prepare(fd: Int32, reset: [UInt8]) {
        reset.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            terminal_guard_prepare(fd, start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    /// Sets whether the handlers have a terminal to give back.
    static func setArmed(_ armed: Bool) { terminal_guard_arm(armed ? 1 : 0) }
}
