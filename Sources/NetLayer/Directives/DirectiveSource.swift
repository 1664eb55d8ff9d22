// Where directives may come from, besides the responses of a pool's own services.

/// A source of directives.
public enum DirectiveSource: Sendable, Hashable {
    /// A file with one directive, read every second: a JSON object, or a line that ends with a line break,
    /// which exposes a half-written file. It is best to write it under another name and to rename it. The
    /// file is trusted if it belongs to the program's user or to root, and is not writable for everyone.
    case file(path: String)
    /// A Unix socket that the program creates, only for its own user. Each line is a directive; the
    /// reply is `ok` or the reason of the refusal. A socket without a listening process is replaced. The
    /// path may have up to 107 bytes.
    case socket(path: String)
    /// A URL that is polled, at an interval ± 10 %, at least 1 s. Its response holds the same text as
    /// ``file(path:)``. Redirects are not followed. It uses the connection options of the pool's
    /// first service (proxy, certificates), except a Unix socket. Its response is trusted over https
    /// with a verified certificate.
    case url(URI, every: Duration = .seconds(30))
    /// Input from the user that started the program: one directive per line, until the end of the descriptor,
    /// such as standard input (0). It gets no replies; the pool's events report each outcome. The caller
    /// still owns the descriptor.
    case input(descriptor: Int32 = 0)
}
