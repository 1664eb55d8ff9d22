// The caching directives of a request or a response (RFC 9111 §5.2, RFC 5861, RFC 8246), parsed once.

/// The directives of `Cache-Control`. Of a repeated directive the first counts
/// (§4.2.1). Unknown directives are ignored.
public struct CacheControl: Sendable, Hashable {
    /// How old a response may be. A value that is not a number counts as 0: the response is stale (§4.2.1).
    public var maxAge: Duration?
    /// The request accepts responses that have been stale for less than this (§5.2.1.2); without
    /// a number, for any time.
    public var maxStale: Duration?
    /// The request wants a response that stays fresh for at least this long (§5.2.1.3).
    public var minFresh: Duration?
    /// How long a cache may serve a stale response while it revalidates it (RFC 5861 §3).
    public var staleWhileRevalidate: Duration?
    /// How long a stale response may replace an error (RFC 5861 §4).
    public var staleIfError: Duration?
    /// The response is not stored (§5.2.1.5, §5.2.2.5).
    public var noStore = false
    /// The response is stored, and revalidated before each use (§5.2.1.4, §5.2.2.4).
    public var noCache = false
    /// Fields that are not stored: `no-cache="Set-Cookie"` (§5.2.2.4).
    public var unstoredFields: [String] = []
    /// A stale response is never served (§5.2.2.2).
    public var mustRevalidate = false
    /// Only a cache that understands the status stores the response, and then
    /// ``noStore`` does not count (§5.2.2.3).
    public var mustUnderstand = false
    /// `public` or `private`: a cache that serves one user may store it (§5.2.2.7, §5.2.2.9).
    public var isStorable = false
    /// `public`: a cache may store it although its status alone would not allow that (§5.2.2.9).
    public var isPublic = false
    /// The request accepts only a stored response (§5.2.1.7).
    public var onlyIfCached = false
    /// The response does not change while it is fresh, so a reload needs no revalidation (RFC 8246).
    public var isImmutable = false

    /// No directives: nothing required, nothing forbidden.
    public init() {}

    /// Parses the field's lines.
    public init(_ lines: [String]) {
        for member in FieldList.members(lines) {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].lowercased()
            // Blanks around the equals sign are not allowed: a value behind one is not a number.
            let value = parts.count == 2 ? FieldList.unquoted(String(parts[1])) : nil
            readDirective(name.hasSuffix(" ") ? String(name.dropLast()) : name, value, isWhole: !name.hasSuffix(" "))
        }
    }

    /// Reads a request's directives. `Pragma: no-cache` counts where there is no `Cache-Control` (§5.4).
    public init(request: Headers) {
        let lines = request.allValues("Cache-Control")
        self.init(lines)
        if lines.isEmpty, FieldList.members(request.allValues("Pragma")).contains(where: { $0.lowercased() == "no-cache" }) {
            noCache = true
        }
    }

    private mutating func readDirective(_ name: String, _ value: String?, isWhole: Bool) {
        let seconds = isWhole ? value.flatMap(DeltaSeconds.parse) : nil
        switch name {
        case "max-age": maxAge = maxAge ?? seconds ?? .zero
        case "max-stale": maxStale = maxStale ?? (value == nil ? .seconds(DeltaSeconds.largest) : seconds ?? .zero)
        case "min-fresh": minFresh = minFresh ?? seconds
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? seconds
        case "stale-if-error": staleIfError = staleIfError ?? seconds
        case "no-store": noStore = true
        case "no-cache":
            if let value { unstoredFields += FieldList.members([value]) } else { noCache = true }
        case "must-revalidate": mustRevalidate = true
        case "must-understand": mustUnderstand = true
        case "public": (isPublic, isStorable) = (true, true)
        case "private": isStorable = true
        case "only-if-cached": onlyIfCached = true
        case "immutable": isImmutable = true
        default: break
        }
    }
}
