// The version of the program, as commands, requests and archives name it.

public enum ProgramVersion {
    public static let current = "0.2.0"
}
