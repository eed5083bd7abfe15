"""Breaks what Herald stands on (power, processes, system calls, bits, inputs), and checks what it promises then."""
