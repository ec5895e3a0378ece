import { Command } from 'commander'
import { collectCommand } from './collect-command.ts'
import { evalCommand } from './eval-command.ts'
import { forkCommand } from './fork-command.ts'
import { refreshCommand } from './refresh-command.ts'
import { showCommand } from './show-command.ts'
import { trainCommand } from './train-command.ts'

/**
 * `delver selector`: trains and evaluates the model of the horizon selector.
 * @param launcher The script that processes of trials run.
 */
export function selectorCommand(launcher: string, onExit: (code: number) => void): Command {
  return new Command('selector')
    .description("Train and evaluate the horizon selector's model.")
    .addCommand(collectCommand(launcher, onExit))
    .addCommand(forkCommand(launcher, onExit))
    .addCommand(trainCommand())
    .addCommand(evalCommand())
    .addCommand(showCommand())
    .addCommand(refreshCommand(launcher, onExit))
}
