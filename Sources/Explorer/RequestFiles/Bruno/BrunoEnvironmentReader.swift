// An environment of a Bruno collection: environments/NAME.bru with `vars { … }` and `vars:secret [ … ]`.

enum BrunoEnvironmentReader {
    static func readEnvironment(_ bru: BruFile, file: String) -> (environment: CollectionEnvironment, notes: [ImportNote]) {
        var blocks = BrunoBlocks(bru, file: file)
        var environment = CollectionEnvironment(name: BrunoPath.baseName(file), variables: blocks.fields("vars"))
        // The file holds only the names of secret variables.
        for item in blocks.bru["vars:secret"]?.items ?? [] where !LineSyntax.hasPrefix(item.text, "@") {
            let isDisabled = LineSyntax.hasPrefix(item.text, "~")
            let name = isDisabled ? LineSyntax.dropping(1, of: item.text) : item.text
            environment.variables.append(CollectionField(name, "", isDisabled: isDisabled, isSecret: true))
            blocks.addNote(.assumed, item.line, "the secret `\(name)` has no value in the file", hint: "set it in the workspace")
        }
        blocks.noteOthers(known: ["vars", "vars:secret"])
        return (environment, blocks.notes)
    }
}
