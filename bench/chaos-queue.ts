/**
 * Attacks campaigns on a queue: kills workers, Redis and the campaign itself, and compares the results
 * with those of an undisturbed campaign on this machine.
 *
 *     npx node bench/chaos-queue.ts [kills of workers in each campaign: 20] [seconds that Redis is away: 20]
 *
 * It starts its own Redis, so redis-server must be installed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RESULT_FILE } from '#trial/result'
import { histories } from '../test/support/history.ts'
import { RedisServer } from '../test/support/redis.ts'

interface Plan {
  readonly name: string
  readonly args: readonly string[]
  /** Wall-clock time from one kill of a worker to the next: a random one between these (ms). */
  readonly everyMs: readonly [least: number, most: number]
  /** Time without a sign of life from a worker after which its trials go to others (s). */
  readonly lease: string
}

const PLANS: readonly Plan[] = [
  {
    name: 'text world',
    args: ['all', '--seeds', '1-3', '--world', 'text'],
    everyMs: [1500, 3500],
    lease: '1',
  },
  {
    name: 'practice world',
    args: ['obtain:log', '--seeds', '30001-30040', '--max-ticks', '200'],
    everyMs: [3000, 9000],
    lease: '3',
  },
]
const WORKERS = 2
const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))

const [kills = '20', away = '20'] = process.argv.slice(2)

console.log(
  ['plan', 'worker kills', 'trials', 'lost', 'given up', 'changed', 'left in Redis']
    .map((cell) => cell.padStart(15))
    .join(''),
)
for (const plan of PLANS) {
  const folder = mkdtempSync(join(tmpdir(), 'delver-chaos-queue-'))
  const here = join(folder, 'here')
  await once(start('trials', ...plan.args, '--out', here, '--workers', String(WORKERS)), 'exit')
  const cells = await attack(plan, folder, histories(here))
  console.log([plan.name, ...cells].map((cell) => String(cell).padStart(15)).join(''))
  rmSync(folder, { recursive: true })
}

async function attack(plan: Plan, folder: string, expected: Record<string, string>) {
  const redis = await RedisServer.start()
  const out = join(folder, 'out')
  const workers = Array.from({ length: WORKERS }, () => startWorker(redis, plan, folder))
  let killed = 0
  let done = false
  const killWorkers = async () => {
    const [least, most] = plan.everyMs
    while (!done && killed < Number(kills)) {
      await setTimeout(least + Math.random() * (most - least))
      if (done) break
      const victim = killed++ % WORKERS
      await kill(workers[victim])
      workers[victim] = startWorker(redis, plan, folder)
    }
  }
  const campaign = () => start('trials', ...plan.args, '--queue', redis.url, '--out', out)
  const killing = killWorkers()
  const total = Object.keys(expected).length
  const first = campaign()
  await results(out, total / 4)
  await redis.kill()
  await setTimeout(1000 * Number(away))
  await redis.again()
  await results(out, total / 2)
  await kill(first)
  await once(campaign(), 'exit')
  done = true
  await killing
  const left = await keysLeft(redis)
  await Promise.all(workers.map(kill))
  await redis.kill()
  const found = histories(out)
  const names = Object.keys(expected)
  const lost = names.filter((name) => !found[name] || found[name]?.startsWith('undefined'))
  const changed = names.filter((name) => found[name] && found[name] !== expected[name])
  const givenUp = changed.filter((name) => found[name]?.startsWith('crash'))
  return [killed, total, lost.length, givenUp.length, changed.length - givenUp.length, left]
}

/** Jobs and files of trials that are still in Redis. */
async function keysLeft({ port }: RedisServer): Promise<number> {
  const { Redis } = await import('ioredis')
  const client = new Redis(port, '127.0.0.1')
  const keys = await client.keys('*')
  client.disconnect()
  return keys.filter((key) => /:[0-9a-f]{16}\./.test(key)).length
}

/** Waits until this number of trials have a result. */
async function results(out: string, wanted: number): Promise<void> {
  const isPlayed = (name: string) => existsSync(join(out, name, RESULT_FILE))
  while (!existsSync(out) || readdirSync(out).filter(isPlayed).length < wanted) await setTimeout(50)
}

function startWorker({ url }: RedisServer, { lease }: Plan, folder: string): ChildProcess {
  return start('worker', '--queue', url, '--lease-timeout', lease, '--out', join(folder, 'workers'))
}

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [LAUNCHER, ...args], { stdio: 'ignore' })
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
