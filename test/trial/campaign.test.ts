import { spawnSync } from 'node:child_process'
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { execa } from 'execa'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { modelFlags } from '#cli/model-options'
import { type Settings, settingsSchema } from '#events/settings'
import { type Campaign, runCampaign, trialFolder } from '#trial/campaign'
import { UsageError } from '#trial/errors'
import { EventLog, readEvents } from '#trial/event-log'
import { FolderInUse, lockFolder } from '#trial/folder-lock'
import { type ProcessPlayerOptions, processPlayer } from '#trial/process-player'
import { deriveResult, readResult, writeResult } from '#trial/result'
import type { TrialPlayer } from '#trial/trial-player'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'
import { longIt } from '../support/versions.ts'

const FAKE_TRIAL = fileURLToPath(new URL('../support/fake-trial.ts', import.meta.url))

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

const trials = [1, 2, 3, 4].map((seed) => ({ ...sampleSettings, seed }))

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'delver-campaign-')), 'out')
})

/** Plays with a stand-in for the trial's process whose behaviour depends on the seed. */
async function play(
  behaviours: Record<number, string>,
  options: Partial<Campaign & ProcessPlayerOptions> = {},
) {
  const started: number[] = []
  const results = await runCampaign({
    trials,
    folder,
    player: processPlayer({
      atOnce: 2,
      wallLimitMs: 60_000,
      command: [process.execPath, FAKE_TRIAL, JSON.stringify(behaviours)],
      model: null,
      recording: false,
      ...options,
    }),
    signal: new AbortController().signal,
    onStart: ({ seed }) => started.push(seed),
    ...options,
  })
  return { results, started, ends: results.map(({ end }) => end) }
}

/** Stands in for a world without its own process. */
const player: TrialPlayer = {
  atOnce: 2,
  async play({ settings, folder: place, onStart }) {
    onStart()
    mkdirSync(place, { recursive: true })
    rmSync(join(place, 'events.jsonl'), { force: true })
    const log = EventLog.create(place)
    const ending = { type: 'trial-end', end: 'success', detail: '' } as const
    for (const event of sampleLog(settings, [[1, ending]])) log.append(event)
    log.close()
    const result = deriveResult(readEvents(place))
    writeResult(place, result)
    return result
  },
}

describe('a campaign', () => {
  it('plays every trial and gives the results in order', async () => {
    const { results, started } = await play({ 2: 'fail' })
    expect(started).toEqual([1, 2, 3, 4])
    expect(results.map(({ seed }) => seed)).toEqual([1, 2, 3, 4])
    expect(results.map(({ success }) => success)).toEqual([true, false, true, true])
  })

  longIt('records a crash as one failure, with its milestones and last output', async () => {
    const { results, ends } = await play({ 1: 'crash-at-once', 3: 'crash-midway' })
    expect(ends).toEqual(['crash', 'success', 'crash', 'success'])
    expect(results[0]?.detail).toMatch(/exit code 7: plays seed 1\nout of luck$/)
    expect(results[0]?.milestones).toEqual([])
    expect(results[2]?.milestones).toEqual([{ name: 'log', tick: 20 }])
    expect(results[2]?.detail).toContain('Error: out of luck')
    expect(readResult(trialFolder(folder, sampleSettings))).toEqual(results[2])
  })

  it('plays trials one after another in one process, and starts a new process after a crash', async () => {
    const { results } = await play({ 3: 'crash-midway' }, { atOnce: 1 })
    const [first, second, crashed, last] = results.map(({ detail }) => detail)
    expect(second).toBe(first)
    expect(last).toMatch(/^process \d+$/)
    expect(last).not.toBe(first)
    expect(crashed).toMatch(/exit code 1: plays seed 3\n/)
    expect(results.map(({ end }) => end)).toEqual(['success', 'success', 'crash', 'success'])
  })

  it('stops a trial that hangs', async () => {
    const { ends } = await play({ 2: 'hang' }, { trials: trials.slice(1, 2), wallLimitMs: 1500 })
    expect(ends).toEqual(['wall-timeout'])
  })

  it('plays only missing trials when it is started again', async () => {
    await play({ 2: 'crash-at-once' }, { trials: trials.slice(0, 2) })
    const killed = trialFolder(folder, { ...sampleSettings, seed: 3 })
    mkdirSync(killed)
    writeFileSync(join(killed, 'events.jsonl'), '{"v":1,')
    const { started, ends } = await play({}, { player })
    expect(started).toEqual([3, 4])
    expect(ends).toEqual(['success', 'crash', 'success', 'success'])
  })

  it('stops early on request, and plays stopped trials again later', async () => {
    const stop = new AbortController()
    const first = await play(
      { 1: 'hang' },
      {
        atOnce: 1,
        signal: stop.signal,
        onStart: ({ seed }) => {
          const events = join(trialFolder(folder, { ...sampleSettings, seed }), 'events.jsonl')
          const poll = setInterval(() => {
            if (!existsSync(events) || readFileSync(events, 'utf8').split('\n').length < 3) return
            clearInterval(poll)
            stop.abort()
          }, 5)
        },
      },
    )
    expect(first.ends).toEqual(['interrupted'])
    const second = await play({}, { player })
    expect(second.started).toEqual([1, 2, 3, 4])
    expect(second.ends).toEqual(['success', 'success', 'success', 'success'])
  })

  it('rejects a folder with trials of other settings, and plays nothing', async () => {
    await play({}, { trials: trials.slice(0, 1), player })
    const loaded = trials.map((settings): Settings => ({ ...settings, perception: 'loaded' }))
    const again = play({}, { trials: loaded })
    await expect(again).rejects.toThrow(UsageError)
    await expect(again).rejects.toThrow(/another perception/)
    expect(existsSync(trialFolder(folder, { ...sampleSettings, seed: 2 }))).toBe(false)
  })

  it('accepts another speed', async () => {
    await play({}, { trials: trials.slice(0, 1), player })
    const faster = [{ ...sampleSettings, seed: 1, speed: 2 }]
    const { started } = await play({}, { trials: faster, player })
    expect(started).toEqual([])
  })
})

describe('a trial whose process was killed', () => {
  longIt('is played again when the campaign is started again', async () => {
    const first = await play({ 2: 'be-killed' })
    expect(first.ends).toEqual(['success', 'interrupted', 'success', 'success'])
    expect(first.results[1]?.detail).toBe('the process was killed (SIGKILL)')
    const second = await play({}, { player })
    expect(second.started).toEqual([2])
    expect(second.ends).toEqual(['success', 'success', 'success', 'success'])
  })

  it('counts if only its result was missing', async () => {
    const only = { trials: trials.slice(0, 1) }
    const [killed] = (await play({ 1: 'end-unwritten' }, only)).results
    const file = join(trialFolder(folder, { ...sampleSettings, seed: 1 }), 'result.json')
    rmSync(file)
    const { results, started } = await play({}, only)
    expect(started).toEqual([])
    expect(results).toEqual([killed])
    expect(results[0]).toMatchObject({ success: true, end: 'success' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(killed)
  })
})

describe('a result', () => {
  const [first] = trials
  const one = { trials: [first].flatMap((trial) => trial ?? []), player }
  const fileOf = (name: string) => join(trialFolder(folder, { ...sampleSettings, seed: 1 }), name)

  it.each(['', '{"v":1,"task":"cra', '\0\0\0\0', 'null'])(
    'that is damaged (%j) counts as missing, and that is said',
    async (damaged) => {
      await play({}, one)
      rmSync(fileOf('events.jsonl'))
      writeFileSync(fileOf('result.json'), damaged)
      const notices: string[] = []
      const again = await play({}, { ...one, onNotice: (line) => notices.push(line) })
      expect(again.started).toEqual([1])
      expect(again.ends).toEqual(['success'])
      expect(notices).toEqual([expect.stringContaining('result.json is damaged')])
    },
  )

  it('of another version of Delver is kept', async () => {
    await play({}, one)
    const foreign = JSON.stringify({ v: 2, precious: true })
    writeFileSync(fileOf('result.json'), foreign)
    await expect(play({}, one)).rejects.toThrow(/another version of Delver; use another --out/)
    expect(readFileSync(fileOf('result.json'), 'utf8')).toBe(foreign)
  })

  it('stays unchanged when a new one cannot be written completely', async () => {
    const [result] = (await play({}, one)).results
    if (!result) throw new Error('no result')
    vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw Object.assign(new Error('EIO: i/o error, rename'), { syscall: 'rename' })
    })
    const write = () => writeResult(trialFolder(folder, result.settings), { ...result, ticks: 7 })
    expect(write).toThrow(/^cannot write .*result\.json \(EIO/)
    vi.restoreAllMocks()
    expect(readdirSync(trialFolder(folder, result.settings))).toHaveLength(2)
    expect(readResult(trialFolder(folder, result.settings))).toEqual(result)
  })
})

describe('the folder of a campaign', () => {
  const lockFile = () => join(folder, 'campaign.lock')

  it('is locked by one campaign at a time', async () => {
    const first = play({}, { player })
    await expect(play({}, { player })).rejects.toThrow(
      new RegExp(`another campaign holds .*process ${process.pid} on ${hostname()}, since 20`),
    )
    expect((await first).ends).toHaveLength(4)
    expect(existsSync(lockFile())).toBe(false)
  })

  it.each([
    ['a process that is gone', async () => ({ pid: spawnSync('true').pid })],
    ['an earlier process with the number of one that runs', async () => ({ start: '1' })],
    ['an earlier boot', async () => ({ since: '2001-01-01T00:00:00.000Z', space: 'before' })],
    ['no process', async () => ({ pid: 'unreadable' })],
  ])('is taken over from %s', async (_, change) => {
    const notices: string[] = []
    await writeLock(await change())
    const { ends } = await play({}, { player, onNotice: (line) => notices.push(line) })
    expect(ends).toHaveLength(4)
    expect(notices).toEqual([expect.stringMatching(/an earlier campaign.* ended unexpectedly/)])
    expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([])
  })

  it.each([
    ['a process that runs', {}],
    ['another machine', { host: 'elsewhere', start: '1' }],
    ['another container of this machine', { space: 'another', start: '1' }],
  ])('is not taken from %s', async (_, change) => {
    await writeLock(change)
    const before = readFileSync(lockFile(), 'utf8')
    await expect(play({})).rejects.toThrow(FolderInUse)
    expect(readFileSync(lockFile(), 'utf8')).toBe(before)
  })

  it.each([
    ['is a file', () => folder, /EEXIST: file already exists\); give another --out/],
    ['lies below a file', () => join(folder, 'below'), /ENOTDIR: not a directory/],
    // Of Node's own recursive mkdir this one would be the last call.
    ['cannot be made', () => '/proc/delver/out', /cannot write to \/proc.*give another --out/],
  ])('is refused when it %s, before anything is played', async (_, place, message) => {
    writeFileSync(folder, 'a file')
    const again = play({}, { folder: place() })
    await expect(again).rejects.toThrow(UsageError)
    await expect(again).rejects.toThrow(message)
    expect(readFileSync(folder, 'utf8')).toBe('a file')
  })

  /** Leaves the lock of this process there, but for what is different. */
  async function writeLock(change: object): Promise<void> {
    mkdirSync(folder)
    lockFolder(folder)
    const own = JSON.parse(readFileSync(lockFile(), 'utf8'))
    writeFileSync(lockFile(), JSON.stringify({ ...own, ...change }))
  }
})

describe('the process of a trial', () => {
  // A server that is not there: the trial is over as soon as its start is written.
  const settings: Settings = {
    task: 'obtain:stick:3',
    seed: 77,
    world: 'existing',
    host: '127.0.0.1',
    port: 1,
    version: '1.12.2',
    difficulty: 'hard',
    time: 12_000,
    faults: ['lag'],
    username: 'Another',
    auth: 'microsoft',
    perception: 'loaded',
    planner: 'llm',
    strategy: 'adapt',
    executor: 'react',
    rounds: 4,
    skillMemory: '/elsewhere/skills',
    planMemory: '/elsewhere/plans',
    llm: {
      model: 'some-model',
      server: 'localhost',
      replayed: true,
      explainer: false,
      explainsInline: true,
      explainerModel: 'small',
      executorModel: 'large',
      api: 'chat',
      answers: 'json',
      time: 'charge',
      maxCalls: 5,
      maxTokens: 600,
      maxDollars: 0.7,
    },
    selector: 'random',
    choose: 'softmax',
    chooseTemperature: 20,
    selectorModel: '/elsewhere/model.json',
    overrideChoice: [{ decision: 2, candidate: 1 }],
    maxDecisions: 50,
    navigator: 'pathfinder',
    hands: 'bot',
    builds: 'respect',
    descriptor: 'paper',
    goals: 'strict',
    replan: 'on-failure',
    maxTicks: 321,
    speed: 3,
  }

  longIt('plays with every setting of its order', async () => {
    const keys = Object.keys(settingsSchema.shape) as (keyof Settings)[]
    const plain = keys.filter((key) => isDeepStrictEqual(settings[key], sampleSettings[key]))
    expect(plain).toEqual([])
    vi.stubEnv('OPENAI_API_KEY', 'any-key')
    const [result] = await runCampaign({
      trials: [settings],
      folder,
      player: processPlayer({
        atOnce: 1,
        wallLimitMs: 60_000,
        command: [process.execPath, LAUNCHER, 'trial-process'],
        model: { model: 'some-model', baseUrl: 'http://localhost:1/v1' },
        recording: false,
      }),
      signal: new AbortController().signal,
    })
    expect(result).toMatchObject({
      end: 'no-server',
      detail: expect.stringContaining('127.0.0.1:1'),
    })
    const [start] = readEvents(trialFolder(folder, settings))
    expect(start).toMatchObject({ type: 'trial-start', settings })
  })

  it('rejects an order that it does not fully understand', async () => {
    const order = { settings, model: { key: 'a key' }, folder, recording: false }
    const child = await execa(process.execPath, [LAUNCHER, 'trial-process'], {
      ipcInput: order,
      reject: false,
    })
    expect(child.exitCode).toBe(3)
    expect(child.stderr).toMatch(/Unrecognized key: \\?"key/)
    expect(existsSync(folder)).toBe(false)
  })

  it("receives the model's command line, and nothing else", () => {
    const options = {
      ...{ model: 'm', baseUrl: 'http://localhost/v1', timeout: 9, replayCalls: 'calls.jsonl' },
      ...{ maxCalls: 1, maxTokens: 2, maxDollars: 3, record: 'new.jsonl' },
    }
    const { timeout, ...others } = options
    const flags = modelFlags({ ...options, ...{ seeds: [1], watch: true } })
    expect(flags).toEqual({ ...others, timeoutSeconds: timeout })
  })
})
