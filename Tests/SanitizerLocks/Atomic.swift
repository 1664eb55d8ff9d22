// Stands in for `Synchronization.Atomic` in builds for ThreadSanitizer, see Mutex.swift.

/// `Synchronization.Atomic`, as far as NetLayer uses it. Each access holds a lock, so every ordering is at least as strong as
/// the one that was asked for.
public struct Atomic<Value: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
    public enum Ordering: Sendable { case relaxed, acquiring, releasing, acquiringAndReleasing }

    private let value: Mutex<Value>

    public init(_ initialValue: Value) { value = Mutex(initialValue) }

    public borrowing func load(ordering: Ordering) -> Value { value.withLock { $0 } }

    public borrowing func store(_ desired: Value, ordering: Ordering) { value.withLock { $0 = desired } }

    public borrowing func exchange(_ desired: Value, ordering: Ordering) -> Value {
        value.withLock { value in
            let original = value
            value = desired
            return original
        }
    }
}
