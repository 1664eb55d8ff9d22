// By ptrace: it counts the system calls of all threads in the order in which the kernel sees them, needs no program that may be missing,
// and works on every processor, because the kernel itself decodes the calls (Linux 5.3 or later).

#define _GNU_SOURCE
#include "SystemCallKill.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// Whether the text at an address of the traced thread begins like the marker. What is no address has no text.
static bool begins_with(pid_t thread, unsigned long address, const char *marker) {
    size_t length = strlen(marker);
    for (size_t offset = 0; offset < length; offset += sizeof(long)) {
        errno = 0;
        long word = ptrace(PTRACE_PEEKDATA, thread, (void *)(address + offset), NULL);
        if (errno != 0) return false;
        size_t rest = length - offset;
        if (memcmp(&word, marker + offset, rest < sizeof word ? rest : sizeof word) != 0) return false;
    }
    return true;
}

int system_call_kill(const char *marker, long number, char *const arguments[], long *counted) {
    *counted = 0;
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(127);
        raise(SIGSTOP);
        execv(arguments[0], arguments);
        _exit(127);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return -1;
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC
        | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)options) != 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return -1;
    }
    bool is_counting = false;
    pid_t thread = child;
    long signal_to_pass = 0;
    for (;;) {
        // A thread that was killed meanwhile cannot go on; its end is reported.
        ptrace(PTRACE_SYSCALL, thread, NULL, (void *)signal_to_pass);
        signal_to_pass = 0;
        thread = waitpid(-1, &status, __WALL);
        if (thread < 0) {
            if (errno == EINTR) {
                thread = 0;
                continue;
            }
            return -1;
        }
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (thread == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            thread = 0;
            continue;
        }
        int signal = WSTOPSIG(status);
        if (signal == (SIGTRAP | 0x80)) {
            struct __ptrace_syscall_info call;
            memset(&call, 0, sizeof call);
            if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof call, &call) <= 0) continue;
            if (call.op != PTRACE_SYSCALL_INFO_ENTRY) continue;
            if (!is_counting) {
                is_counting = begins_with(thread, call.entry.args[0], marker) || begins_with(thread, call.entry.args[1], marker);
            }
            if (is_counting && ++*counted == number) {
                kill(child, SIGKILL);
                // Its other threads first: until their ends are taken notice of, it has none.
                do {
                    thread = waitpid(-1, &status, __WALL);
                } while ((thread > 0 && (thread != child || WIFSTOPPED(status))) || (thread < 0 && errno == EINTR));
                return 128 + SIGKILL;
            }
        } else if (status >> 16 == 0 && signal != SIGSTOP && signal != SIGTRAP) {
            signal_to_pass = signal;
        }
    }
}
