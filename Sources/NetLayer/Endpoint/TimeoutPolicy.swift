// The limits of time for each kind of request, for plans that do not say their own.

/// What a request is for, as far as its limits of time go.
public enum RequestKind: String, Sendable, Hashable, CaseIterable { case data, upload, download }

/// The timeouts of each kind of request. A plan's own win; a limit of 0 or less there takes the policy's (HD-4).
public struct TimeoutPolicy: Sendable, Hashable {
    /// For a call whose bodies are in memory.
    public var data: Timeouts
    /// For a call that sends files.
    public var upload: Timeouts
    /// For a call that reads its answer into a file.
    public var download: Timeouts

    /// Each kind's own.
    public init(data: Timeouts = Timeouts(), upload: Timeouts, download: Timeouts) {
        self.data = data
        self.upload = upload
        self.download = download
    }

    /// So long for data, twice that for uploads (HH-G4: 8 and 16 s; BA-8: 10 and 20 s). A download may last as long as it does not pause so
    /// long. 0 or less is 60 s (YT-11).
    public init(data total: Duration = .seconds(60)) {
        let total = total > .zero ? total : .seconds(60)
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

    /// The limits of a request: the plan's own, and the policy's where those are 0 or less. `nil` is no limit.
    public func timeouts(for own: Timeouts, kind: RequestKind) -> Timeouts {
        let usual = self[kind]
        func limit(_ own: Duration?, _ usual: Duration?) -> Duration? {
            guard let own else { return nil }
            return own > .zero ? own : usual
        }
        return Timeouts(
            connect: limit(own.connect, usual.connect), idle: limit(own.idle, usual.idle), total: limit(own.total, usual.total))
    }
}

extension Timeouts {
    /// Every limit as the ``TimeoutPolicy`` has it for the kind of request.
    public static let byPolicy = Timeouts(connect: .zero, idle: .zero, total: .zero)
}
