// The names of the shell variables that stand for secrets.

import NetLayer
import Testing

@Suite struct SecretNamesTests {
    @Test(arguments: [
        ("PATH", "$SECRET_PATH"), ("1key", "$SECRET_1KEY"), ("ключ", "$SECRET____"), ("my key", "$MY_KEY"),
        ("apiKey", "$API_KEY"),
        ("LC_ALL", "$SECRET_LC_ALL"),
    ]) func variablesMeanNothingToTheShell(_ hint: String, _ name: String) {
        var names = SecretNames(reveals: false)
        #expect("$" + (names.makePart("x", hint).name ?? "") == name)
        #expect(names.makePart("x", hint).name == names.makePart("x", hint).name)
        #expect(names.makePart("y", hint).name.map { "$" + $0 } == name + "_2")
    }

    /// The number of one name may be the end of another.
    @Test func twoSecretsNeverShareAVariable() {
        var names = SecretNames(reveals: false)
        let parts = [("a", "key_2"), ("b", "key"), ("c", "key"), ("a", "key")].map { names.makePart($0, $1).name }
        #expect(parts == ["KEY_2", "KEY", "KEY_3", "KEY_4"])
        #expect(names.values == ["KEY_2": "a", "KEY": "b", "KEY_3": "c", "KEY_4": "a"])
    }
}

extension ShellWord.Part {
    fileprivate var name: String? { if case .variable(let name) = self { name } else { nil } }
}
