"""What became of mutants, in a file that grows while they are tried, so that a run can be ended and gone on with."""

import threading


class Results:
    def __init__(self, file):
        self.file = file
        self.outcomes = {}
        self.lock = threading.Lock()
        if file.is_file():
            for line in file.read_text().splitlines():
                key, outcome, *_ = line.split("\t")
                self.outcomes[key] = outcome

    def outcome(self, mutant):
        """killed, survived, refused by the compiler, or None."""
        return self.outcomes.get(mutant.key)

    def add(self, mutant, outcome, reason):
        with self.lock:
            self.outcomes[mutant.key] = outcome
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a") as file:
                print(mutant.key, outcome, mutant.words, reason.replace("\t", " "), sep="\t", file=file)

    def forget(self, outcome):
        """Has those with this outcome tried again; a later line of the file counts."""
        self.outcomes = {key: known for key, known in self.outcomes.items() if known != outcome}
