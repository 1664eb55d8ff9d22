// The name of a stage at which an API is deployed.

/// A stage: test, release, or any name of one's own. What a service has there is its ``Deployment``.
public struct Environment: RawRepresentable, Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The one environment of a service that was made without naming any.
    public static let standard: Environment = "standard"
    /// Where it is tested.
    public static let test: Environment = "test"
    /// Where it is developed.
    public static let develop: Environment = "develop"
    /// What is to be released, for the last tests.
    public static let releaseCandidate: Environment = "release candidate"
    /// What users have.
    public static let release: Environment = "release"

    public var description: String { rawValue }
}
