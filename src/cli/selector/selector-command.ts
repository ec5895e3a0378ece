import { Command } from 'commander'
import { collectCommand } from './collect-command.ts'
import { evalCommand } from './eval-command.ts'
import { forkCommand } from './fork-command.ts'
import { refreshCommand } from './refresh-command.ts'
import { showCommand } from './show-command.ts'
import { trainCommand } from './train-command.ts'

/**
 * `delver selector`: what the selector that predicts horizons learns from, and how well it does.
 * @param launcher The script that the processes of trials run.
 */
export function selectorCommand(launcher: string, onExit: (code: number) => void): Command {
  return new Command('selector')
    .description('collect, train and judge what the horizon selector predicts by')
    .addCommand(collectCommand(launcher, onExit))
    .addCommand(forkCommand(launcher, onExit))
    .addCommand(trainCommand())
    .addCommand(evalCommand())
    .addCommand(showCommand())
    .addCommand(refreshCommand(launcher, onExit))
}
