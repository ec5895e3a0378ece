import { Command } from 'commander'
import { delverVersion } from '#trial/versions'
import { benchCommand } from './bench/bench-command.ts'
import { clipCommand } from './clip-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { envCommand } from './env-command.ts'
import { envProcessCommand } from './env-process-command.ts'
import { addHelpCommand, HELP } from './help.ts'
import { loginCommand } from './login-command.ts'
import { mcpCommand } from './mcp-command.ts'
import { planCommand } from './plan-command.ts'
import { memoryCommand } from './play/memory-command.ts'
import { playCommand } from './play/play-command.ts'
import { replayCommand } from './replay-command.ts'
import { reportCommand } from './report-command.ts'
import { reproduceCommand } from './reproduce/reproduce-command.ts'
import { rereadCommand } from './reread-command.ts'
import { selectorCommand } from './selector/selector-command.ts'
import { textcraftCommand } from './textcraft-command.ts'
import { trialCommand } from './trial-command.ts'
import { trialProcessCommand } from './trial-process-command.ts'
import { trialsCommand } from './trials-command.ts'
import { whatIfCommand } from './what-if-command.ts'
import { workerCommand } from './worker-command.ts'
import { worldCommand } from './world-command.ts'

/**
 * The commands of `delver`.
 * @param launcher The script that processes of trials run.
 * @param onExit receives the exit code of a command that does not succeed.
 */
export function createProgram(launcher: string, onExit: (code: number) => void): Command {
  const program = new Command('delver')
    .description('A Minecraft agent that plans, acts, explains its failures and replans.')
    .version(delverVersion())
    .addHelpText(
      'after',
      '\nExamples:\n  delver trial obtain_diamond\n  delver trial torch:8 --watch\n  delver help trial',
    )
  const groups: Readonly<Record<string, readonly Command[]>> = {
    'Play:': [
      playCommand(),
      trialCommand(onExit),
      trialsCommand(launcher, onExit),
      mcpCommand(),
      envCommand(launcher),
      workerCommand(launcher),
      textcraftCommand(onExit),
      reproduceCommand(launcher, onExit),
      benchCommand(launcher, onExit),
    ],
    'Results:': [replayCommand(), clipCommand(), whatIfCommand(), reportCommand()],
    'Training:': [selectorCommand(launcher, onExit)],
    'Tools:': [
      memoryCommand(),
      planCommand(onExit),
      worldCommand(),
      doctorCommand(onExit),
      loginCommand(),
      rereadCommand(),
    ],
  }
  for (const [heading, members] of Object.entries(groups))
    for (const command of members) program.addCommand(command.helpGroup(heading))
  program.addCommand(trialProcessCommand(onExit), { hidden: true })
  program.addCommand(envProcessCommand(), { hidden: true })
  addHelpCommand(program)
  for (const command of allCommands(program))
    command
      .configureHelp(HELP)
      .exitOverride()
      .configureOutput({
        outputError: (text, write) => write(`${withAdvice(text, command)}\n`),
      })
  return program
}

/** Errors of commander that do not say what to type instead. */
const WITHOUT_ADVICE =
  /^error: (unknown command|unknown option|missing required argument|required option|too many arguments)(?!.*did you mean)/i

/** An error in one line that says what to do. */
function withAdvice(text: string, command: Command): string {
  const error = text.trim().replaceAll('\n', ' ')
  if (!WITHOUT_ADVICE.test(error)) return error
  return `${error.replace(/\.$/, '')}; see ${pathOf(command)} --help`
}

/** A command as a user types it, such as `delver selector train`. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** A command and all that are below it. */
export function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)]
}
