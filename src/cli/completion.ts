import type { Command } from 'commander'
import { withAllOptions } from './help.ts'

/**
 * `delver complete <shell>`: prints a completion script, which calls `delver complete -- <words>` for suggestions.
 * @param isAsked whether the command is about to run: its library is loaded only then.
 */
export async function addCompletion(program: Command, isAsked: boolean): Promise<void> {
  if (isAsked) {
    const { default: addTo } = await import('@bomb.sh/tab/commander')
    withAllOptions(() => addTo(program))
    return
  }
  program
    .command('complete')
    .helpGroup('Tools:')
    .description('Print a completion script for zsh, bash, fish or powershell.')
    .argument('<shell>', 'for bash: source <(delver complete bash)')
}
