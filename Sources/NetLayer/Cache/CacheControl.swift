// What a request or an answer says about caching (RFC 9111 §5.2, RFC 5861, RFC 8246), read once.

/// The directives of `Cache-Control`. Of a directive that stands twice the first counts (§4.2.1); an unknown one is passed over.
public struct CacheControl: Sendable, Hashable {
    /// How old an answer may be. What is no number counts as 0: such an answer is stale (§4.2.1).
    public var maxAge: Duration?
    /// A request takes answers that have been stale for less than this (§5.2.1.2); without a number: however long.
    public var maxStale: Duration?
    /// A request wants an answer that stays fresh for so long (§5.2.1.3).
    public var minFresh: Duration?
    /// How long a stale answer may be shown while it is asked for anew (RFC 5861 §3).
    public var staleWhileRevalidate: Duration?
    /// How long a stale answer may stand in for an error (RFC 5861 §4).
    public var staleIfError: Duration?
    /// Nothing of it is kept (§5.2.1.5, §5.2.2.5).
    public var noStore = false
    /// It is kept, and asked about each time (§5.2.1.4, §5.2.2.4).
    public var noCache = false
    /// Fields that are not kept: `no-cache="Set-Cookie"` (§5.2.2.4).
    public var unkeptFields: [String] = []
    /// A stale answer is never shown (§5.2.2.2).
    public var mustRevalidate = false
    /// It is kept only by who knows its status, and then whatever ``noStore`` says (§5.2.2.3).
    public var mustUnderstand = false
    /// `public` or `private`: it may be kept by a cache that serves one user (§5.2.2.7, §5.2.2.9).
    public var isStorable = false
    /// `public`: it may be kept although its status alone would not allow it (§5.2.2.9).
    public var isPublic = false
    /// A request asks for what is stored, and for nothing else (§5.2.1.7).
    public var onlyIfCached = false
    /// While it is fresh it does not change, so a reload needs no question (RFC 8246).
    public var isImmutable = false

    /// No directive: nothing is asked for, nothing forbidden.
    public init() {}

    /// Reads the field's lines.
    public init(_ lines: [String]) {
        for member in FieldList.members(lines) {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].lowercased()
            // No blank may stand around the equals sign: what has one is no number.
            let value = parts.count == 2 ? FieldList.unquoted(String(parts[1])) : nil
            read(name.hasSuffix(" ") ? String(name.dropLast()) : name, value, isWhole: !name.hasSuffix(" "))
        }
    }

    /// What a request asks for. `Pragma: no-cache` counts where there is no `Cache-Control` (§5.4).
    public init(request: Headers) {
        let lines = request.all("Cache-Control")
        self.init(lines)
        if lines.isEmpty, FieldList.members(request.all("Pragma")).contains(where: { $0.lowercased() == "no-cache" }) {
            noCache = true
        }
    }

    private mutating func read(_ name: String, _ value: String?, isWhole: Bool) {
        let seconds = isWhole ? value.flatMap(DeltaSeconds.parse) : nil
        switch name {
        case "max-age": maxAge = maxAge ?? seconds ?? .zero
        case "max-stale": maxStale = maxStale ?? (value == nil ? .seconds(DeltaSeconds.largest) : seconds ?? .zero)
        case "min-fresh": minFresh = minFresh ?? seconds
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? seconds
        case "stale-if-error": staleIfError = staleIfError ?? seconds
        case "no-store": noStore = true
        case "no-cache":
            if let value { unkeptFields += FieldList.members([value]) } else { noCache = true }
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
