import Herald

/// The page for assistants: programs that run commands for a person.
///
/// It is also a skill file, a page with a name and a description that an assistant reads when a task fits.
enum AssistantsPage {
  static let page = MarkdownPage(name: "SKILL.md", text: text)

  static var json: String {
    var output = JSONWriter()
    output.line {
      $0.member("topic", "assistants")
      $0.member("text", text)
    }
    return output.string
  }

  static let text = """
    ---
    name: herald
    description: >-
      Answers from the event logs of an app why a user was shown an update prompt or a message, why not, for whom else
      that is so, and what another policy would do. Use it for a question about a Herald log (.jsonl), a ledger
      (.sqlite) or a policy, and before a policy is published.
    ---

    # Herald for assistants

    A log has one event a line; a ledger is one SQLite file of the same events. Every answer follows from them alone,
    the same on each machine and day. Ask Herald, and do not conclude from a policy's text what a phone was shown.

    ## Five commands

    | to learn | run |
    |---|---|
    | which phones | `herald find LOG --user anna --format json`, or `--where 'visible.rule == update:7'` instead of a user |
    | why a prompt was shown, or not | `herald why LOG --source ID --format json`, with `--revision N` for an event, with `--not RULE` for a rule that was not shown |
    | what the affected share and others lack | `herald diff LOG --where 'refused.reason == rollback' --format json` |
    | whether the app did what was decided | `herald audit LOG --format json` |
    | whom another policy would reach or lock out | `herald whatif --policy NEW.json LOG --format json` |

    Begin with `find` for the installation's ID, then ask `why`. `herald COMMAND --help` has examples, `herald find
    --help` the names that a condition may use, `herald help policy` the keys of a policy, `herald explain-code CODE`
    the meaning of a code. `herald demo` makes a folder to practise in. Check a policy with `herald lint` and `whatif`
    before somebody publishes it.

    ## Reading an answer

    - Give `--format json`: one object a line. Its names stay; the words for people may change.
    - The exit status is 0: done and agreed · 1: could not run · 2: the log disagrees · 3: a policy or log is invalid ·
      64: wrong usage. Status 2 is an answer: `find` found nobody, a group of `diff` is empty, `audit` found prompts
      that were not as decided, a `--fail-if` of `whatif` holds.
    - An error on standard error has four parts: what, `at`, `why`, `fix`. Do what `fix` says.
    - A *revision* is the number of an event in its installation, from 1; a *policy revision* is the document's.
    - Behind missing revisions nothing is known for certain. Say so where an answer has gaps or `unknown`.
    - What a log cannot tell, such as whether a store offers an update, is no answer. Repeat the notes of `whatif`.

    ## What not to paste

    A log holds personal data: names of users, properties of their devices, times. Answers of `find` and `why` repeat
    them. Put no line of a log, ledger or answer into an issue, a chat or another service before it was redacted:

        herald export LOG --redact > shared.jsonl

    Ask the same questions of `shared.jsonl`: it has pseudonyms for names, and the report on standard error says which
    decisions this changes. It is pseudonymous, not anonymous. Ask the person before you give it away.

    Never paste a secret key (`NAME.key`), an app key or a token that `herald serve`, `herald demo --serve` or
    `herald token new` printed.

    These change or publish something, so run them only when asked: `import`, `append`, `forget`, `sign`, `key`,
    `serve`, `token`, `upload`, `seal`, `restore`.

    """
}
