import { Command } from 'commander'
import { queueAddress } from '#queue/address'
import { UsageError } from '#trial/errors'
import { comingTrial, type WatchedTrial } from '#watch/server/watched-trial'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { GROUP, requireOptions } from './help.ts'
import { stopSignal } from './stop-signal.ts'
import { TRIAL_NODE_OPTIONS, TRIAL_PROCESS } from './trial-process-command.ts'
import { addWebOptions, checkWatchOptions, openPage, type WebOptions } from './watch-options.ts'
import { count } from './whole-number.ts'

interface WorkerOptions extends WebOptions {
  watch?: boolean
  queue: string
  workers: number
  out: string
  store?: string
  leaseTimeout: number
  modelServer?: string[]
  allowServers?: boolean
}

const NAME_LENGTH = 100

/**
 * `delver worker`: plays the trials that campaigns put on a queue, until it is stopped.
 * @param launcher The script that processes of trials run.
 */
export function workerCommand(launcher: string): Command {
  const command = new Command('worker')
    .description('Play trials from a queue, for `delver trials --queue` on any machine.')
    .option('--workers <number>', 'number of trials to play in parallel', count, 1)
    .optionsGroup(GROUP.output)
    .option('--out <folder>', 'folder for running trials and undelivered results', 'worker')
    .optionsGroup(GROUP.queue)
    .option('--queue <url>', 'redis://HOST[:PORT], rediss:// for TLS, or env for $DELVER_QUEUE')
    .option('--store <folder>', 'shared folder that logs go to, for campaigns with --store')
    .option(
      '--lease-timeout <seconds>',
      'give the trials of a silent worker to other workers after this time',
      count,
      30,
    )
    .option(
      '--model-server <url...>',
      "base URLs that jobs may send this worker's API keys to, besides those of known providers",
    )
    .option('--allow-servers', 'let jobs join any Minecraft server (--world existing)')
    .optionsGroup(GROUP.page)
    .option('--watch', 'serve a live page of the trials that run')
  requireOptions(command, '--queue')
  return addWebOptions(command).action(async (options: WorkerOptions) => {
    const address = queueAddress(options.queue, process.env)
    for (const url of options.modelServer ?? [])
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
        throw new UsageError('--model-server must be a base URL, such as http://localhost:11434/v1')
    const { runQueueWorker } = await import('#queue/queue-worker')
    const print = (line: string) => console.log(plainText(line))
    checkWatchOptions(options)
    const page = options.watch ? await openPage([], options, process.stdout) : null
    const shown = new Map<string, WatchedTrial>()
    const show = () => page?.show([...shown.values()])
    const ended = runQueueWorker({
      address,
      atOnce: options.workers,
      folder: options.out,
      store: options.store ?? null,
      modelServers: options.modelServer ?? [],
      allowServers: options.allowServers === true,
      leaseMs: 1000 * options.leaseTimeout,
      command: [process.execPath, ...TRIAL_NODE_OPTIONS, launcher, TRIAL_PROCESS],
      signal: stopSignal(),
      listener: {
        onReady: (worker, build) =>
          print(`worker ${worker} is ready for trials of Delver ${build}`),
        onStart({ campaign, name, settings }, folder) {
          shown.set(`${campaign} ${name}`, comingTrial(folder, settings))
          show()
        },
        onEnd({ campaign, name }, result) {
          shown.delete(`${campaign} ${name}`)
          show()
          const outcome =
            result === null
              ? 'returned to the queue'
              : `${result.end}, ${counted(result.ticks, 'tick')}`
          print(`${plainText(name, NAME_LENGTH)}: ${outcome}`)
        },
        onNotice: print,
      },
    })
    await ended.finally(() => page?.close())
  })
}
