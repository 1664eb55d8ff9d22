// The name of a stage at which an API is deployed.

/// A stage: test, release, or any other name. The ``Deployment`` of a service describes it in that stage.
public struct Environment: RawRepresentable, Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The only environment of a service that was created without one.
    public static let standard: Environment = "standard"
    /// For tests.
    public static let test: Environment = "test"
    /// For development.
    public static let develop: Environment = "develop"
    /// For the last tests before a release.
    public static let releaseCandidate: Environment = "release candidate"
    /// For users.
    public static let release: Environment = "release"

    public var description: String { rawValue }
}
