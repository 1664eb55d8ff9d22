// What Swift cannot import from ncurses, and nothing else: macros, variadic calls, mutable globals, and what a signal handler may run.

#ifndef EXPLORER_CNCURSES_SHIM_H
#define EXPLORER_CNCURSES_SHIM_H

// Wide characters; functions instead of macros of the same name. No _XOPEN_SOURCE: it changes the C library's own structures (fd_set),
// which must be what Swift's Glibc module has.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif
#ifndef NCURSES_NOMACROS
#define NCURSES_NOMACROS 1
#endif

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Declared by wchar.h under _XOPEN_SOURCE only.
extern int wcwidth(wchar_t character);

// Mutable globals and macros, by value. ---------------------------------------------------------------------------------------

static inline WINDOW *terminal_stdscr(void) { return stdscr; }
static inline WINDOW *terminal_curscr(void) { return curscr; }
static inline int terminal_colors(void) { return COLORS; }
static inline int terminal_pairs(void) { return COLOR_PAIRS; }
static inline int terminal_rows(void) { return getmaxy(stdscr); }
static inline int terminal_columns(void) { return getmaxx(stdscr); }

static const attr_t TERMINAL_BOLD = A_BOLD;
static const attr_t TERMINAL_DIM = A_DIM;
static const attr_t TERMINAL_ITALIC = A_ITALIC;
static const attr_t TERMINAL_UNDERLINE = A_UNDERLINE;
static const attr_t TERMINAL_REVERSE = A_REVERSE;

static inline int terminal_key_function(int number) { return KEY_F(number); }

// The locale: only the character type matters to ncurses, and numbers keep the C locale's point. --------------------------------

static inline int terminal_codeset_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

// The first of these that is set decides, as in setlocale.
static inline const char *terminal_locale_name(void) {
    const char *names[] = {getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")};
    for (int i = 0; i < 3; i++) {
        if (names[i] != NULL && *names[i] != 0) return names[i];
    }
    return NULL;
}

// Sets the user's locale, or one that knows UTF-8 at least where none is named or the named one is not installed. Returns whether
// characters beyond ASCII can be written: who names another character set has a terminal of that set.
static inline int terminal_set_locale(void) {
    if (setlocale(LC_CTYPE, "") != NULL && terminal_codeset_is_utf8()) return 1;
    const char *name = terminal_locale_name();
    if (name != NULL && strcasestr(name, "utf") == NULL) return 0;
    return setlocale(LC_CTYPE, "C.UTF-8") != NULL && terminal_codeset_is_utf8();
}

// ioctl is variadic. Returns 0, or -1 where fd is no terminal or does not know its size.
static inline int terminal_window_size(int fd, int *row_count, int *column_count) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return -1;
    *row_count = size.ws_row;
    *column_count = size.ws_col;
    return 0;
}

// Packs one cell. Marks that this C library does not take for marks are left out, since setcchar would refuse the whole cell,
// and so are emoji selectors: whether they change a width is where terminals disagree most.
static inline int terminal_set_cell(cchar_t *cell, uint32_t base, uint32_t m0, uint32_t m1, uint32_t m2, attr_t attributes, int pair) {
    uint32_t marks[3] = {m0, m1, m2};
    wchar_t text[5] = {(wchar_t)base};
    int count = 1;
    for (int i = 0; i < 3 && marks[i] != 0; i++) {
        if ((marks[i] & ~0xFu) != 0xFE00 && wcwidth((wchar_t)marks[i]) == 0) text[count++] = (wchar_t)marks[i];
    }
    // The pair's number goes through opts: the parameter is a short.
    return setcchar(cell, text, attributes, 0, &pair);
}

// Giving the terminal back in a crash. -----------------------------------------------------------------------------------------
// The state a signal handler reads must be plain memory at a fixed address: Swift's globals are initialised lazily, under a lock.
// Static storage in a header exists once per object file, and the optimizer moves Swift's calls from file to file: so there is one
// door to the storage, terminal_guard_storage, and it is linked once.

// The first of them are crashes. The others end a program too, when nothing else was asked for: from outside, or past a limit.
static const int terminal_crash_signals[] = {
    SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS,
    SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGIO, SIGPWR, SIGSTKFLT,
};
enum { TERMINAL_CRASHES = 7, TERMINAL_CRASH_SIGNALS = sizeof terminal_crash_signals / sizeof *terminal_crash_signals };

struct terminal_guard {
    volatile sig_atomic_t armed;
    int installed;
    int fd;
    int has_modes;
    struct termios modes;
    size_t length;
    char bytes[512];
    struct sigaction previous[TERMINAL_CRASH_SIGNALS];
    char stack[64 * 1024];
};

// A weak function: each object file has a copy with storage of its own, and the linker lets all of them call the same one.
__attribute__((weak, noinline)) struct terminal_guard *terminal_guard_storage(void) {
    static struct terminal_guard guard;
    return &guard;
}

// Async-signal-safe: write and tcsetattr only.
static inline void terminal_guard_give_back(void) {
    struct terminal_guard *guard = terminal_guard_storage();
    if (!guard->armed) return;
    guard->armed = 0;
    int saved = errno;
    size_t done = 0;
    while (done < guard->length) {
        ssize_t n = write(guard->fd, guard->bytes + done, guard->length - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += (size_t)n;
    }
    if (guard->has_modes) tcsetattr(guard->fd, TCSANOW, &guard->modes);
    errno = saved;
}

static inline void terminal_guard_crashed(int number) {
    struct terminal_guard *guard = terminal_guard_storage();
    terminal_guard_give_back();
    for (int i = 0; i < TERMINAL_CRASH_SIGNALS; i++) {
        if (terminal_crash_signals[i] == number) sigaction(number, &guard->previous[i], NULL);
    }
    // Delivered when this handler returns.
    raise(number);
}

static inline void terminal_guard_exiting(void) { terminal_guard_give_back(); }

// Installs the handlers, on a stack of their own: the crash may be the end of the stack. What handled a signal before (the
// default action, or Swift's backtracer) handles it after. Once: a second time would take this handler for the one before it. The flag is
// here because Swift's optimizer drops a lazy global whose value nobody reads, side effects and all.
static inline void terminal_guard_install(void) {
    struct terminal_guard *guard = terminal_guard_storage();
    if (guard->installed) return;
    guard->installed = 1;
    stack_t stack = {.ss_sp = guard->stack, .ss_size = sizeof guard->stack};
    sigaltstack(&stack, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = terminal_guard_crashed;
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < TERMINAL_CRASH_SIGNALS; i++) {
        sigaction(terminal_crash_signals[i], &action, &guard->previous[i]);
        if (guard->previous[i].sa_handler != SIG_IGN) continue;
        // A crash that is ignored would happen again and again; the other signals stay ignored where the parent wanted that.
        if (i < TERMINAL_CRASHES) {
            guard->previous[i].sa_handler = SIG_DFL;
        } else {
            sigaction(terminal_crash_signals[i], &guard->previous[i], NULL);
        }
    }
    atexit(terminal_guard_exiting);
}

// Remembers the terminal's modes and the bytes that reset it. To be called before the modes change.
static inline void terminal_guard_prepare(int fd, const char *bytes, size_t length) {
    struct terminal_guard *guard = terminal_guard_storage();
    guard->armed = 0;
    guard->fd = fd;
    guard->has_modes = tcgetattr(fd, &guard->modes) == 0;
    guard->length = length < sizeof guard->bytes ? length : sizeof guard->bytes;
    memcpy(guard->bytes, bytes, guard->length);
}

static inline void terminal_guard_arm(int armed) { terminal_guard_storage()->armed = armed; }

// The terminal's description. Last, because term.h makes macros of plain words such as lines and columns. ------------------------

#include <term.h>

// Loads the description of a terminal type. Returns 1, or setupterm's reason: 0 unknown or too simple, -1 no database.
static inline int terminal_load_description(const char *type, int fd) {
    int reason = 0;
    return setupterm(type, fd, &reason) == OK ? 1 : reason == 1 ? 0 : reason;
}

static inline void terminal_forget_description(void) { del_curterm(cur_term); }

// The names of the standard capabilities, in the order of a compiled description; NULL behind the last.
static inline const char *terminal_boolean_name(int index) { return boolnames[index]; }
static inline const char *terminal_number_name(int index) { return numnames[index]; }
static inline const char *terminal_string_name(int index) { return strnames[index]; }

// The value of a string capability, or NULL where it is absent or cancelled.
static inline const char *terminal_string(const char *name) {
    const char *value = tigetstr((char *)name);
    return value == (const char *)-1 ? NULL : value;
}

#endif
