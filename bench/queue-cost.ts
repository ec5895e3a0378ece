/**
 * Plays the same trials with and without a queue on this machine, and prints the cost of the queue: wall-clock time by
 * number of workers, trials per hour, and Redis's memory. The histories must be identical.
 *
 *     npx node bench/queue-cost.ts [trials: 16] [workers: 2] [task: obtain_diamond] [more options of delver trials]
 *     npx node bench/queue-cost.ts 16 1,2,2,2,4
 *     npx node bench/queue-cost.ts 200 2 craft_sticks --world text
 *
 * It starts its own Redis, so redis-server must be installed. Other work on the machine distorts the figures.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Redis } from 'ioredis'
import { histories } from '../test/support/history.ts'
import { RedisServer } from '../test/support/redis.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const FIRST_SEED = 30_001

const [trials = '16', workers = '2', task = 'obtain_diamond', ...options] = process.argv.slice(2)
const seeds = `${FIRST_SEED}-${FIRST_SEED + Number(trials) - 1}`
const folder = mkdtempSync(join(tmpdir(), 'delver-queue-cost-'))

console.log(
  'workers   here (s)  queue (s)  queue/here  here/h  queue/h  ms a trial  peak of Redis (MB)  same',
)
for (const [round, number] of workers.split(',').entries()) {
  const outs = { here: join(folder, `${round}-here`), queue: join(folder, `${round}-queue`) }
  const playHere = () => seconds('--out', outs.here, '--workers', number)
  // The order changes from round to round, because the machine's speed varies over time.
  const before = round % 2 === 0 ? await playHere() : null
  const redis = await RedisServer.start()
  const out = join(folder, `${round}-worker`)
  const worker = start('worker', '--queue', redis.url, '--workers', number, '--out', out)
  // The worker takes trials after it has printed this line.
  if (worker.stdout) await once(worker.stdout, 'data')
  const queued = await seconds('--out', outs.queue, '--queue', redis.url)
  const megabytes = await peak(redis)
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await redis.kill()
  const here = before ?? (await playHere())
  const perHour = (time: number) => ((3600 * Number(trials)) / time).toFixed(0)
  const cells = [
    ...[number.padStart(7), here.toFixed(1).padStart(10), queued.toFixed(1).padStart(10)],
    ...[(queued / here).toFixed(3).padStart(11), perHour(here).padStart(7)],
    ...[perHour(queued).padStart(8)],
    ((1000 * (queued - here)) / Number(trials)).toFixed(0).padStart(11),
    megabytes.toFixed(1).padStart(19),
    isDeepStrictEqual(histories(outs.here), histories(outs.queue)) ? ' yes' : '  NO',
  ]
  console.log(cells.join(' '))
}
rmSync(folder, { recursive: true })

/** Plays the campaign. @returns its duration. */
async function seconds(...how: readonly string[]): Promise<number> {
  const beganMs = performance.now()
  await once(start('trials', task, '--seeds', seeds, ...options, ...how), 'exit')
  return (performance.now() - beganMs) / 1000
}

/** Peak memory of Redis (MB). */
async function peak({ port }: RedisServer): Promise<number> {
  const client = new Redis(port, '127.0.0.1')
  const info = await client.info('memory')
  client.disconnect()
  return Number(/used_memory_peak:(\d+)/.exec(info)?.[1]) / 1_000_000
}

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout?.resume()
  return child
}
