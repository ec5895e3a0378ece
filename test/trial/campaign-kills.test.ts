import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import { runCommand } from '../support/command-line.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'delver-kills-')), 'out')
})

describe.runIf(process.platform === 'linux')('a campaign that is killed', () => {
  longIt('leaves no process and no wrong result behind, and releases its folder', async () => {
    const server = await silentServer()
    const { port } = server.address() as AddressInfo
    const args = ['trials', 'obtain:log', '--seeds', '1', '--out', folder]
    const options = ['--world', 'existing', '--port', String(port)]
    const campaign = execa(process.execPath, [LAUNCHER, ...args, ...options], {
      reject: false,
      stdin: 'ignore',
    })
    // The trial asks the server what it is, and waits.
    const [socket] = (await once(server, 'connection')) as [Socket]
    const trial = childrenOf(campaign.pid)
    expect(trial).toHaveLength(1)

    const second = await runCommand(...args, ...options)
    expect(second.code).toBe(4)
    expect(second.stderr).toMatch(
      new RegExp(`^error: another campaign holds .* \\(process ${campaign.pid} on .*wait until`),
    )

    const closed = once(socket.resume(), 'close')
    campaign.kill('SIGKILL')
    await Promise.all([campaign, closed])
    await vi.waitFor(() => expect(trial.filter(isRunning)).toEqual([]), 20_000)
    expect(existsSync(join(folder, 'obtain-log-1', 'result.json'))).toBe(false)

    server.on('connection', (other: Socket) => other.destroy())
    const third = await runCommand(...args, ...options)
    expect(third.stdout).toMatch(/an earlier campaign \(process \d+, .* ended unexpectedly/)
    expect(third.stdout).toMatch(/obtain 1 log, seed 1: not obtained \(server unreachable/)
    server.close()
  })
})

describe('a campaign that is stopped', () => {
  longIt('does not count the trials that it plays again', async () => {
    const args = ['trials', 'obtain:diamond', '--seeds', '1', '--out', folder]
    const campaign = execa(process.execPath, [LAUNCHER, ...args], {
      reject: false,
      stdin: 'ignore',
    })
    const log = join(folder, 'obtain-diamond-1', 'events.jsonl')
    await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toContain('\n'), 60_000)
    campaign.kill('SIGINT')
    const { stdout, stderr, exitCode } = await campaign
    expect(stdout).toMatch(/^1\/1 .*not obtained \(stopped/m)
    expect(stdout).toMatch(/^ends: none;/m)
    expect(stderr).toMatch(/^stopped; 1 of 1 trials did not finish/m)
    expect(exitCode).toBe(1)
  })
})

describe('a campaign whose launcher has ended', () => {
  longIt('ends as on Ctrl-C', async () => {
    const args = ['trials', 'all', '--seeds', '1-20', '--world', 'text', '--out', folder]
    const campaign = spawn(process.execPath, [LAUNCHER, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const { stdout, stderr } = campaign
    if (!stdout || !stderr) throw new Error('nothing to read')
    stdout.once('data', () => campaign.disconnect())
    stdout.resume()
    const [said, [exitCode]] = await Promise.all([text(stderr), once(campaign, 'exit')])
    expect(said).toMatch(/^stopped; \d+ of 1520 trials did not finish/m)
    expect(exitCode).toBe(1)
    expect(existsSync(join(folder, 'campaign.lock'))).toBe(false)
  })
})

describe.runIf(process.platform === 'linux')('a trial whose output has no reader', () => {
  longIt('is completed even when its recording cannot be written', async () => {
    const args = `trial obtain:log --perception seen --max-ticks 20 --out "${folder}"`
    const { exitCode, stderr } = await shell(
      `ulimit -f 8; "${process.execPath}" "${LAUNCHER}" ${args} | true; exit "\${PIPESTATUS[0]}"`,
    )
    expect(stderr).toMatch(/^the recording is incomplete: EFBIG[^\n]*$/)
    expect(exitCode).toBe(1)
    expect(readResult(folder)).toMatchObject({ end: 'limit', ticks: 20 })
  })
})

describe.runIf(process.platform === 'linux')('on a full disk', () => {
  longIt('a trial ends with one line, and its log is readable', async () => {
    const { exitCode, stderr } = await withSmallFiles('trial', 'obtain:diamond', '--out', folder)
    expect(stderr).toMatch(/^error: cannot write .*events\.jsonl \(EFBIG: [^\n]*$/)
    expect(exitCode).toBe(3)
    expect(readEvents(folder).length).toBeGreaterThan(10)
    expect(readdirSync(folder)).toEqual(['events.jsonl'])
  })

  longIt('a campaign ends with one line, and can be resumed later', async () => {
    const args = ['trials', 'MT3', '--seeds', '1-2', '--out', folder]
    const { exitCode, stderr } = await withSmallFiles(...args)
    expect(stderr).toMatch(/^error: cannot write [^\n]*$/)
    expect(exitCode).toBe(3)
    const played = readdirSync(folder).filter((name) => readResult(join(folder, name)))
    expect(played.length).toBeGreaterThan(0)
    const again = await runCommand(...args, '--world', 'text')
    expect(again.stdout.match(/finished before/g)).toHaveLength(played.length)
    expect(again.code).toBe(0)
  })

  it('a command reports that its output cannot be written', async () => {
    const { exitCode, stderr } = await shell(
      `"${process.execPath}" "${LAUNCHER}" plan stick > /dev/full`,
    )
    expect(stderr).toMatch(/^error: the output stops short \(ENOSPC[^\n]*$/)
    expect(exitCode).toBe(3)
  })

  /** Plays in the text world where no file can be longer than 8 kB. */
  function withSmallFiles(...args: readonly string[]) {
    const words = [process.execPath, LAUNCHER, ...args, '--world', 'text']
    return shell(`ulimit -f 8; exec ${words.map((word) => `"${word}"`).join(' ')}`)
  }
})

function shell(script: string) {
  return execa('bash', ['-c', script], { reject: false, stdin: 'ignore' })
}

async function silentServer(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** Whether a process runs; an ended process may still wait for its parent to read the exit code. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
