// The program's entry: runs the command that its arguments name, and ends with its exit code.

import CommandLine
import Foundation

// Who started this program may ignore the end of a child, and hands that down: then no editor could be waited for.
signal(SIGCHLD, SIG_DFL)
exit(await CommandLineProgram.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment, .process))
