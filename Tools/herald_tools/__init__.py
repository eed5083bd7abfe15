"""The programs under `Tools`, as one package; `programs.py` lists them."""
