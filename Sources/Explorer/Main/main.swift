// The program's entry: runs the command that its arguments name, and ends with the command's exit code.

import CommandLine
import Foundation

// The parent process may ignore SIGCHLD, and this program inherits that: it could then not
// wait for an editor.
signal(SIGCHLD, SIG_DFL)
exit(await CommandLineProgram.run(Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment, .process))
