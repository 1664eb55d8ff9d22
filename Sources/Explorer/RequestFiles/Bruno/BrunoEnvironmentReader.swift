// An environment of a Bruno collection: environments/NAME.bru with `vars { … }` and `vars:secret [ … ]`.

enum BrunoEnvironmentReader {
    static func read(_ bru: BruFile, file: String) -> (environment: CollectionEnvironment, notes: [ImportNote]) {
        var blocks = BrunoBlocks(bru, file: file)
        var environment = CollectionEnvironment(name: BrunoPath.name(file), variables: blocks.fields("vars"))
        // The file holds only the names of secret variables.
        for item in blocks.bru["vars:secret"]?.items ?? [] where !LineText.begins(item.text, "@") {
            let isDisabled = LineText.begins(item.text, "~")
            let name = isDisabled ? LineText.dropping(1, of: item.text) : item.text
            environment.variables.append(CollectionField(name, "", isDisabled: isDisabled, isSecret: true))
            blocks.note(.assumed, item.line, "the secret `\(name)` has no value in the file", hint: "set it in the workspace")
        }
        blocks.noteOthers(known: ["vars", "vars:secret"])
        return (environment, blocks.notes)
    }
}
