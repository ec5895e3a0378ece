import { type Command, Help, Option } from 'commander'
import { didYouMean } from '#knowledge/suggestions'

/** Headings of option groups, in the order of every command's help. */
export const GROUP = {
  world: 'World:',
  agent: 'Agent:',
  planning: 'Planning:',
  model: 'Language model:',
  output: 'Output:',
  queue: 'Queue:',
  page: 'Web page:',
} as const
const ORDER: readonly string[] = ['Options:', ...Object.values(GROUP)]

const advancedOptions = new WeakSet<Option>()
const requiredOptions = new WeakSet<Option>()
let showsAll = false

/** Hides options from `--help`; `--help-all` shows them. */
export function hideAdvanced(command: Command, shown: readonly string[]): Command {
  const hidden = command.options.filter(({ long }) => long && !shown.includes(long))
  for (const option of hidden) advancedOptions.add(option)
  return command
    .addOption(new Option('--help-all', `show ${hidden.length} more options`).helpGroup('Options:'))
    .on('option:help-all', () => withAllOptions(() => command.help()))
}

/** Calls `work` with the help of every command showing all its options. */
export function withAllOptions<T>(work: () => T): T {
  showsAll = true
  try {
    return work()
  } finally {
    showsAll = false
  }
}

/**
 * Marks options that must be given. Commander's own required options are reported one at a time; these are reported together.
 */
export function requireOptions(command: Command, ...longs: readonly string[]): Command {
  const required = command.options.filter(({ long }) => long && longs.includes(long))
  for (const option of required) requiredOptions.add(option)
  return command.hook('preAction', (_, acting) => {
    if (acting !== command) return
    const missing = required.filter(
      (option) => command.getOptionValue(option.attributeName()) === undefined,
    )
    if (missing.length === 0) return
    const names = missing.map(({ flags }) => `'${flags}'`).join(' and ')
    command.error(`error: required option${missing.length > 1 ? 's' : ''} ${names} not specified`)
  })
}

/** Whether a command cannot run without this option. */
export function isRequired(option: Option): boolean {
  return requiredOptions.has(option) || option.mandatory
}

/** The help of every command: options in one order, required ones marked, advanced ones only on request. */
export const HELP: Partial<Help> = {
  visibleOptions(command) {
    const all = Help.prototype.visibleOptions.call(this, command)
    return all.filter((option) => showsAll || !advancedOptions.has(option))
  },
  optionDescription(option) {
    const text = Help.prototype.optionDescription.call(this, option)
    return isRequired(option) ? `${text} (required)` : text
  },
  commandUsage(command) {
    const required = command.options.filter(isRequired).map(({ flags }) => flags)
    return [Help.prototype.commandUsage.call(this, command), ...required].join(' ')
  },
  groupItems<T extends Command | Option>(
    unsorted: T[],
    visible: T[],
    groupOf: (item: T) => string,
  ): Map<string, T[]> {
    const groups = Help.prototype.groupItems.call(this, unsorted, visible, groupOf as never) as Map<
      string,
      T[]
    >
    const place = (heading: string) => ORDER.indexOf(heading) >>> 0
    return new Map([...groups].sort(([a], [b]) => place(a) - place(b)))
  },
}

/** `delver help [command]`: the help of a command or, without one, of the program. */
export function addHelpCommand(program: Command): void {
  program
    .helpCommand(false)
    .command('help [command...]')
    .description('Show the help of a command.')
    .helpGroup('Tools:')
    .action((names: readonly string[]) => {
      let command: Command = program
      for (const name of names) {
        const found = command.commands.find((one) => one.name() === name)
        if (!found) {
          const known = program
            .createHelp()
            .visibleCommands(command)
            .map((one) => one.name())
          command.error(`error: unknown command '${name}'${didYouMean(name, known)}`)
        }
        command = found
      }
      command.help()
    })
}
