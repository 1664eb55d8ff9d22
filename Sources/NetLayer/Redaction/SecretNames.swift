// Shell variable names for the secrets of one request. Each secret has one name, and no name
// has a meaning for the shell.

package struct SecretNames {
    /// Prints secrets as they are.
    package let reveals: Bool
    /// The value of each variable.
    package private(set) var values: [String: String] = [:]
    /// The name of each secret, keyed by its base name, then by its value.
    private var names: [String: [String: String]] = [:]
    /// The last number that was appended to each base name.
    private var numbers: [String: Int] = [:]

    package init(reveals: Bool) { self.reveals = reveals }

    /// A secret as part of a word.
    /// - Parameter hint: its name in the request, such as a header's name.
    package mutating func makePart(_ value: String, _ hint: String) -> ShellWord.Part {
        guard !reveals else { return .text(Array(value.utf8)) }
        let base = Self.variable(hint)
        if let name = names[base]?[value] { return .variable(name) }
        var number = numbers[base] ?? 0
        var name = base
        repeat {
            number += 1
            name = number == 1 ? base : "\(base)_\(number)"
        } while values[name].map { $0 != value } ?? false
        numbers[base] = number
        names[base, default: [:]][value] = name
        values[name] = value
        return .variable(name)
    }

    private static func variable(_ hint: String) -> String {
        var name = ""
        var wasLower = false
        for scalar in hint.unicodeScalars {
            // `accessToken` becomes ACCESS_TOKEN.
            if wasLower, ("A"..."Z").contains(scalar) { name += "_" }
            wasLower = ("a"..."z").contains(scalar)
            let isPart = wasLower || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            name += isPart ? String(scalar).uppercased() : "_"
        }
        let isUsable = name.first.map { $0.isLetter } == true && !taken.contains(name) && !name.hasPrefix("LC_")
        return isUsable ? name : "SECRET" + (name.isEmpty || name.first == "_" ? name : "_" + name)
    }

    /// Variables with a predefined meaning.
    private static let taken: Set<String> = [
        "PATH", "HOME", "PWD", "OLDPWD", "IFS", "ENV", "SHELL", "USER", "LOGNAME", "TERM", "LANG", "EDITOR", "VISUAL", "PAGER",
        "UID",
        "EUID", "PPID", "RANDOM", "SECONDS", "LINENO", "OPTARG", "OPTIND", "MAIL", "TMPDIR", "DISPLAY", "REPLY", "HOSTNAME",
        "HISTFILE",
    ]
}
