"""`python -m reaprover` is the program `reaprover`."""

from reaprover.cli import main

if __name__ == "__main__":
    main()
