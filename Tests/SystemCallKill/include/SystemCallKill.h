// Runs a program and kills it at one of its system calls.
#ifndef SYSTEM_CALL_KILL_H
#define SYSTEM_CALL_KILL_H

/// Runs a program with our descriptors and environment, and kills it (SIGKILL) as it enters a system call.
///
/// - marker: counting begins with the first system call whose first or second argument is a text that begins so.
/// - number: which call of those counted, in all of the program's threads, kills it; the first is 1.
/// - arguments: the program's path and its arguments, with NULL at the end.
/// - counted: gets how many calls were entered.
/// Returns the program's exit code, 128 + the number of the signal that ended it, or -1 when it cannot be traced.
int system_call_kill(const char *marker, long number, char *const arguments[], long *counted);

#endif
