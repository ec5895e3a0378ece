import { Command } from 'commander'
import { queueAddress } from '#queue/address'
import { UsageError } from '#trial/usage-error'
import { comingTrial, type WatchedTrial } from '#watch/server/watched-trial'
import { plainText } from '#wire/plain-text'
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
  lease: number
  modelServer?: string[]
}

const NAME_LENGTH = 100

/**
 * `delver worker`: plays trials that campaigns put on a queue, until it is told to end.
 * @param launcher The script that each trial's process runs.
 */
export function workerCommand(launcher: string): Command {
  const command = new Command('worker')
    .description('play the trials of a queue, for delver trials --queue on any machine')
    .requiredOption('--queue <url>', 'redis://HOST[:PORT], rediss:// for TLS, or env')
    .option('--workers <number>', 'trials at a time', count, 1)
    .option('--out <folder>', 'where trials are played, and results wait for the queue', 'worker')
    .option('--store <folder>', 'a shared folder by which logs go back, for campaigns with --store')
    .option('--lease <seconds>', 'of silence after which its trials are given to others', count, 30)
    .option(
      '--model-server <url...>',
      "base URLs of models that trials may ask with this worker's keys, besides the providers' own",
    )
  command.optionsGroup('The page:').option('--watch', 'show in the browser what it plays')
  return addWebOptions(command).action(async (options: WorkerOptions) => {
    const address = queueAddress(options.queue, process.env)
    for (const url of options.modelServer ?? [])
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
        throw new UsageError(`--model-server must be a base URL, such as http://localhost:11434/v1`)
    const { runQueueWorker } = await import('#queue/queue-worker')
    const say = (line: string) => console.log(plainText(line))
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
      leaseMs: 1000 * options.lease,
      command: [process.execPath, ...TRIAL_NODE_OPTIONS, launcher, TRIAL_PROCESS],
      signal: stopSignal(),
      listener: {
        onReady: (worker, build) => say(`worker ${worker} takes trials for Delver ${build}`),
        onStart({ campaign, name, settings }, folder) {
          shown.set(`${campaign} ${name}`, comingTrial(folder, settings))
          show()
        },
        onEnd({ campaign, name }, result) {
          shown.delete(`${campaign} ${name}`)
          show()
          const outcome = result === null ? 'given back' : `${result.end}, ${result.ticks} ticks`
          say(`${plainText(name, NAME_LENGTH)}: ${outcome}`)
        },
        onNotice: say,
      },
    })
    await ended.finally(() => page?.close())
  })
}
