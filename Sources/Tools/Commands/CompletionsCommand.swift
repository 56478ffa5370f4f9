import ArgumentParser
import Configuration
import Core
import Evidence
import System

/// `exhibit completions`: what a shell needs to complete this program's commands, and the console's.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Write what bash, zsh or fish needs to complete commands.",
    discussion: "The package installs all three.")

  /// Whom it writes for.
  enum Reader: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
    /// A script of theirs, while somebody types the name of a thing.
    case things
  }

  @Argument(
    help: "The shell: bash, zsh or fish; or things, for their names, which those ask for.")
  var reader: Reader

  @OptionGroup var file: ConfigurationFile

  func run() throws {
    if let shell = ShellCompletions(rawValue: reader.rawValue) {
      return try StandardOutput.print(shell.script)
    }
    let store = (try? file.plan())?.store ?? BoardPlan().store
    try StandardOutput.print(ThingNames.known(inStore: store).joined(separator: "\n"))
  }
}

/// A shell for which commands are completed: ArgumentParser writes what it knows, the console's commands are added.
enum ShellCompletions: String, CaseIterable {
  case bash, zsh, fish

  /// The whole script.
  var script: String {
    switch self {
    case .bash: Tools.completionScript(for: .bash) + "\n" + ShellCompletions.bashPart
    case .zsh: ShellCompletions.zshScript
    case .fish: Tools.completionScript(for: .fish) + "\n" + ShellCompletions.fishPart
    }
  }

  private static var names: String { RunningProgram.commands.map(\.name).joined(separator: " ") }

  /// A branch for each command of the console that has words after it.
  private static func branches(_ line: (CommandManual) -> String) -> String {
    RunningProgram.commands.filter { !$0.allWords.isEmpty }.map(line).joined(separator: "\n")
  }

  private static var bashPart: String {
    let branches = branches { "    \($0.name)) words='\($0.allWords.joined(separator: " "))' ;;" }
    return """
      _exhibit_console() {
          local cur="${COMP_WORDS[COMP_CWORD]}" words=
          if ((COMP_CWORD == 1)); then
              _exhibit "${@}"
              words='\(names)'
              # shellcheck disable=SC2207
              COMPREPLY+=($(compgen -W "${words}" -- "${cur}"))
              return
          fi
          case "${COMP_WORDS[1]}" in
      \(branches)
          \(names.split(separator: " ").joined(separator: "|"))) ;;
          *) _exhibit "${@}"; return ;;
          esac
          # shellcheck disable=SC2207
          COMPREPLY=($(compgen -W "${words}" -- "${cur}"))
          [[ "${COMP_CWORD} ${COMP_WORDS[1]} ${COMP_WORDS[2]}" == 3\\ thing\\ @(use|show) ]] || return 0
          local name
          while IFS= read -r name; do
              if [[ "${name}" == "${cur}"* ]]; then COMPREPLY+=("$(printf '%q' "${name}")"); fi
          done < <(exhibit completions things 2>/dev/null)
      }

      complete -o filenames -F _exhibit_console exhibit
      """
  }

  private static var zshScript: String {
    let whole = Tools.completionScript(for: .zsh)
    let end = whole.firstRange(of: "if [[ \"${funcstack[1]}\" = _exhibit ]]")?.lowerBound
    let branches = branches {
      "        \($0.name)) compadd -- \($0.allWords.joined(separator: " ")) ;;"
    }
    let described = RunningProgram.commands.map {
      "        '\($0.name):\(quoted($0.help.english))'"
    }
    return """
      \(whole[..<(end ?? whole.endIndex)])
      _exhibit_console() {
          local -a console=(
      \(described.joined(separator: "\n"))
          )
          if ((CURRENT == 2)); then
              _exhibit "${@}"
              _describe -V 'console command' console
              return
          fi
          case "${words[2]}" in
      \(branches)
          \(names.split(separator: " ").joined(separator: "|"))) return 1 ;;
          *) _exhibit "${@}" ;;
          esac
          [[ "${CURRENT} ${words[2]} ${words[3]}" == 4\\ thing\\ (use|show) ]] || return 0
          compadd -- "${(@f)$(exhibit completions things 2>/dev/null)}"
      }

      if [[ "${funcstack[1]}" = _exhibit ]]; then
          _exhibit_console "${@}"
      else
          compdef _exhibit_console exhibit
      fi
      """
  }

  private static var fishPart: String {
    RunningProgram.commands.flatMap { command -> [String] in
      let help = quoted(command.help.english)
      let name = "complete -c exhibit -f -n __fish_use_subcommand -a \(command.name) -d '\(help)'"
      guard !command.allWords.isEmpty else { return [name] }
      let words = command.allWords.joined(separator: " ")
      return [
        name,
        "complete -c exhibit -f -n '__fish_seen_subcommand_from \(command.name)' -a '\(words)'",
      ]
    }.joined(separator: "\n") + """

      complete -c exhibit -f -n '__fish_seen_subcommand_from thing; and __fish_seen_subcommand_from use show' \\
          -a '(exhibit completions things 2>/dev/null)'
      """
  }

  /// `text` between single quotes of any of these shells; a colon would end a word of zsh's lists.
  private static func quoted(_ text: String) -> String {
    text.filter { $0 != "'" && $0 != "\\" && $0 != ":" }
  }
}

/// Names of the things of a store, for shells that complete them.
enum ThingNames {
  /// Completes a name of the store that the usual configuration has.
  static let completion = CompletionKind.custom { _, _, _ in ThingNames.known }

  /// They, in the store that the usual configuration has.
  static var known: [String] {
    let plan = (try? Configuration.load(path: Configuration.usualPath))?.plan
    return known(inStore: (plan ?? BoardPlan()).store)
  }

  /// They, in the store in `directory`, the first thing first; none where nobody may read it, for whoever completes a word
  /// is not to be disturbed by sentences.
  static func known(inStore directory: String) -> [String] {
    do throws(Failure) {
      return try Archive(directory: directory).things().map(\.label)
    } catch { return [] }
  }
}
