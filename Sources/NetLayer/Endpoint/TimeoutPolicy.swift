// The time limits of each kind of request, for plans that set none of their own.

/// The purpose of a request, as far as its time limits depend on it.
public enum RequestKind: String, Sendable, Hashable, CaseIterable { case data, upload, download }

/// The timeouts of each kind of request. A plan's own take precedence; a limit of 0 or less in the
/// plan takes the policy's, and one of 0 or less in the policy is 60 s.
public struct TimeoutPolicy: Sendable, Hashable {
    /// In place of a limit of 0 or less.
    private static let fallback = Duration.seconds(60)

    /// For a call that is no upload or download.
    public var data: Timeouts
    /// For a call that sends files; see ``RequestPlan/kind``.
    public var upload: Timeouts
    /// For a call that writes its response to a file.
    public var download: Timeouts

    /// Timeouts for each kind.
    public init(data: Timeouts = Timeouts(), upload: Timeouts, download: Timeouts) {
        self.data = data
        self.upload = upload
        self.download = download
    }

    /// `total` for data, twice that for uploads. A download has no total limit, but `total` limits each pause
    /// in it. 0 or less is 60 s.
    public init(data total: Duration = .seconds(60)) {
        let total = total > .zero ? total : Self.fallback
        data = Timeouts(total: total)
        upload = Timeouts(total: total * 2)
        download = Timeouts(idle: total, total: nil)
    }

    /// The limits of that kind, before a plan's own.
    public subscript(_ kind: RequestKind) -> Timeouts {
        switch kind {
        case .data: data
        case .upload: upload
        case .download: download
        }
    }

    /// The limits of a request: the plan's own, and the policy's where those are 0 or less; 60 s where both
    /// are. `nil` is no limit.
    public func timeouts(for own: Timeouts, kind: RequestKind) -> Timeouts {
        let usual = self[kind]
        func limit(_ own: Duration?, _ usual: Duration?) -> Duration? {
            guard let own else { return nil }
            return own > .zero ? own : usual.map { $0 > .zero ? $0 : Self.fallback }
        }
        return Timeouts(
            connect: limit(own.connect, usual.connect), idle: limit(own.idle, usual.idle), total: limit(own.total, usual.total))
    }
}

extension Timeouts {
    /// Every limit comes from the ``TimeoutPolicy``, by the kind of request.
    public static let byPolicy = Timeouts(connect: .zero, idle: .zero, total: .zero)
}
