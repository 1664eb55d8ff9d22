// The keys of a Responses Object: `200`, `4XX`, `default` (OpenAPI, Responses Object).

/// Which responses a key of a description is for.
public enum StatusKey {
    /// How closely a key describes a status: 0 for the status itself, 1 for its range, 2 for `default`; `nil` when it is for others.
    public static func rank(of key: String, for status: Int) -> Int? {
        if key == "\(status)" { return 0 }
        if key.uppercased() == "\(status / 100)XX" { return 1 }
        return key == "default" ? 2 : nil
    }
}
