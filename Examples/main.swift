// Five ways of calling, in few lines each: `Examples Configurations http://127.0.0.1:8080` runs one against a demo.
import Glibc
import NetLayer

let examples = [
    "Configurations": Configurations.run, "FetchPolicies": FetchPolicies.run, "Interceptors": Interceptors.run,
    "RepeatAndRelease": RepeatAndRelease.run, "PagesAndLogins": PagesAndLogins.run,
]
let words = CommandLine.arguments.dropFirst()
guard words.count == 2, let example = examples[words[1]] else {
    print("usage: Examples \(examples.keys.sorted().joined(separator: "|")) URL")
    exit(64)
}
try await example(URI(words[2]))
