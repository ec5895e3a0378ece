import { Command } from 'commander'
import { makeFolder } from '#trial/out-folder'
import { ENV_PROCESS } from './env-process-command.ts'
import { stopSignal } from './stop-signal.ts'
import { TRIAL_NODE_OPTIONS } from './trial-process-command.ts'

/**
 * `delver env`: a world step by step for agents of others.
 * @param launcher The script that processes of episodes run.
 */
export function envCommand(launcher: string): Command {
  return new Command('env')
    .description(
      'Serve one environment (reset, act, observe) to another agent, by lines of JSON on standard input and output.',
    )
    .option('--out <folder>', 'keep the log of each episode in this folder (default: no logs)')
    .addHelpText(
      'after',
      `\nExample:\n  echo '{"type":"reset","task":"craft_sticks","world":"text"}' | delver env`,
    )
    .action(async ({ out }: { out?: string }) => {
      if (out !== undefined) makeFolder(out)
      const { serveEnv } = await import('#env/serve-env')
      await serveEnv(
        {
          command: [process.execPath, ...TRIAL_NODE_OPTIONS, launcher, ENV_PROCESS],
          out: out ?? null,
        },
        { input: process.stdin, output: process.stdout, signal: stopSignal() },
      )
    })
}
