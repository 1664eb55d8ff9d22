// Measures.
print("bench")
