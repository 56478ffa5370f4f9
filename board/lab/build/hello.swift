// The least that a Swift program can do: what the start of `exhibit` is measured against.
print("hello")
