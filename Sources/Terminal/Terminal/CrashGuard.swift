// Gives the terminal back when the program crashes or exits without closing its display. The storage and the handlers are C's (shim.h): a
// signal handler may neither allocate nor wait for Swift's lazy initialisation.

import CNcurses

/// Handlers for every signal that ends a program and that the program does not handle itself (crashes, QUIT, USR1, USR2, ALRM, XCPU and their
/// like) that leave the alternate screen, show the cursor, switch paste and mouse reporting off and restore the terminal's modes, then let the
/// signal do what it did before. An allocation that fails is an ABRT or ILL.
public enum CrashGuard {
    /// Installs the handlers and an exit hook; further calls do nothing. They act only while a display has the terminal.
    /// Call it first thing on the main thread, whose overflowing stack they then survive.
    public static func install() { terminal_guard_install() }

    /// Gives the terminal back from any thread, for a program that ends while its display is stuck; nothing may draw afterwards.
    public static func giveBack() { terminal_guard_give_back() }

    /// Remembers the modes of the terminal at `fd` and what resets it. To be called before the modes change.
    static func prepare(fd: Int32, reset: [UInt8]) {
        reset.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            terminal_guard_prepare(fd, start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    /// Whether a crash has something to give back.
    static func arm(_ armed: Bool) { terminal_guard_arm(armed ? 1 : 0) }
}
