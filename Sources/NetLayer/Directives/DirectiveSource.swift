// Where directives may come from, besides the answers of a pool's own services.

/// A place that is listened to for directives.
public enum DirectiveSource: Sendable, Hashable {
    /// A file that holds one directive, looked at every second: a JSON object, or a line that ends with a line break, so that a half-written one
    /// can be told. Best written under another name and then renamed. It vouches for what stands in it when it belongs to the program's user
    /// or to root and not everybody may write to it.
    case file(path: String)
    /// A Unix socket that the program makes, for its own user alone: a directive a line, each answered by `ok` or by why it was refused. A socket
    /// that nobody listens to any more is replaced. The path may have 107 bytes.
    case socket(path: String)
    /// A URL that is asked again and again, an interval ± 10 % apart, at least 1 s: its answer holds what ``file(path:)`` would. Redirects are
    /// not followed. It is asked by the connection options of the pool's first service (proxy, certificates), but for a Unix socket, and vouches
    /// for its answer when it is asked by https and its certificate is verified.
    case url(URI, every: Duration = .seconds(30))
    /// Who started the program says them: a directive a line, until the end of that descriptor, such as standard input (0). Nothing is answered;
    /// the pool's events tell what became of each. The descriptor stays the caller's.
    case input(descriptor: Int32 = 0)
}
