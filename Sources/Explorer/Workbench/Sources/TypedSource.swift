// What a text on the start screen means: a file or an address. On the command line the shell decides the first half.

import RequestFiles
import Workspace

public enum TypedSource {
    /// The source as on the command line. A file that exists comes first, then an address, which needs no scheme.
    /// - Parameter home: the folder that `~` stands for; no shell has replaced it.
    public static func resolve(_ text: String, home: String) -> String {
        let path = text.hasPrefix("~/") ? FileWriting.absolute(text, home: home) : text
        return !Folder.holds(path) && TypedAddress.isMeant(text) ? TypedAddress(text).url : path
    }
}
