// Does nothing: the least that any Swift program takes.
print("")
