import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withoutOldNames } from '#cli/old-options'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import { type CommandOutcome, runCommand } from '../support/command-line.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

function delver(...args: string[]) {
  return execa(process.execPath, [LAUNCHER, ...args], { reject: false, stdin: 'ignore' })
}

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'delver-cli-')), 'out')
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('a wrong command line', () => {
  it.each([
    ['trial obtain_dimond', /no task or item "obtain_dimond" .*; did you mean obtain_diamond/],
    ['trial dimond', /no task or item "dimond" in Minecraft 1\.16\.5; did you mean diamond/],
    ['trial copper_ingot', /no task or item "copper_ingot" in Minecraft 1\.16\.5/],
    ['trial torch:0', /"torch:0" has no count from 1 to 9999/],
    ['trial torch --seed -1', /from 0 to 9007199254740991/],
    ['help trial2', /unknown command 'trial2'; did you mean trials/],
    ['trials dimond --seeds 1 --out x', /no task or item "dimond"/],
    ['trial obtain:dimond', /no item 'dimond' in Minecraft 1\.16\.5; did you mean diamond/],
    ['trial obtain:torch:0', /is not obtain:<item>\[:count\]/],
    ['trial', /missing required argument 'task'/],
    ['trial obtain_diamond extra', /too many arguments/],
    ['trial obtain_diamond --seed 1.5', /'--seed <number>'.*whole number/],
    ['trial obtain_diamond --perception psychic', /'--perception <mode>'.*seen, loaded/],
    ['trial obtain_diamond --hands many', /'--hands <kind>'.*vanilla, bot/],
    ['trial torch:1 --world text --hands bot', /--hands is for a world with bodies/],
    ['trial obtain_diamond --difficulty nightmare', /peaceful, easy, normal, hard/],
    ['trial obtain_diamond --max-ticks 0', /from 1 to/],
    ['trial obtain_diamond --speed 0', /from 0.01 to 1000/],
    ['trial obtain_diamond --speed 0.0001', /from 0.01 to 1000/],
    [
      'trial obtain_diamond --mc-version 7.7.7',
      /Delver plays Minecraft 1\.12 to 26\.1, not 7\.7\.7; a newer server/,
    ],
    ['trial obtain_diamond --mc-version 1.8.8', /to 26\.1, not 1\.8\.8; an older server/],
    ['world --mc-version 26.9', /not 26\.9; .* ViaVersion and ViaBackwards lets 26\.1 join/],
    ['world --speed 0', /number from 0\.01 to 20/],
    ['world --operators Ann,%%', /letters, digits or underscores/],
    ['world --time later', /dusk/],
    ['trial obtain_diamond --username x', /3 to 16/],
    ['trial obtain_diamond --host localhost', /add --world existing/],
    ['trial obtain_diamond --world existing --speed 2', /for the practice world only/],
    ['trial obtain_diamond --world existing --port 70000', /from 1 to 65535/],
    ['trial obtain_diamond --wrold practice', /unknown option '--wrold'.*--world/],
    ['trial obtain_diamond --web-port 3000', /add --watch/],
    ['trial obtain_diamond --watch --web-port 65536', /from 0 to 65535/],
    ['trials obtain_diamond --seeds 1 --out x --keep-open', /add --watch/],
    ['replay', /missing required argument 'folder'/],
    ['replay nowhere', /nowhere contains no trial; give the folder/],
    ['trials obtain_diamond', /required options '--seeds <list>' and '--out <folder>' not/],
    ['trials obtain_diamond --out x', /--seeds <list>' not specified/],
    ['trials obtain_diamond --seeds 1-3', /--out <folder>' not specified/],
    ['trials MT9 --seeds 1 --out x', /no task or item "MT9"/],
    ['trials MT1 --seeds 3-1 --out x', /Seeds look like/],
    ['trials MT1 --seeds 1 --out x --workers 0', /from 1 to/],
    ['plan unobtainium', /no task or item "unobtainium"/],
    ['plan torch:x', /"torch:x" has no count from 1 to 9999 after the colon, such as torch:8$/],
    ['help trial nope', /unknown command 'nope'; see delver trial --help$/],
    ['help nope', /unknown command 'nope'; see delver --help$/],
    ['plan diamond --inventory log:3', /'log:3': write log=3$/],
    ['plan diamond --inventory log=x', /'log=x': expected a number/],
    ['world --seed minus', /whole number/],
    ['xyzzyxyzzy', /unknown command 'xyzzyxyzzy'; see delver --help$/],
    ['trial --teleport', /unknown option '--teleport'; see delver trial --help$/],
    ['selector train', /missing required argument 'folders'; see delver selector train --help$/],
    ['tril', /unknown command 'tril'.*trial/],
  ])('delver %s ends with exit code 2 and one line', async (line, message) => {
    const { code, stderr } = await runCommand(...line.split(' '))
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
  })

  it('is reported on standard error, with the exit code', async () => {
    const { exitCode, stdout, stderr } = await delver('trial', 'obtain_dimond')
    expect(stderr).toMatch(
      /^error: no task or item "obtain_dimond".*; did you mean obtain_diamond.*$/,
    )
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  it('does not write over a trial', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-cli-'))
    writeFileSync(join(folder, 'events.jsonl'), '')
    const { code, stderr } = await runCommand('trial', 'obtain_diamond', '--out', folder)
    expect(stderr).toMatch(/already contains a trial/)
    expect(code).toBe(2)
  })
})

describe('delver', () => {
  it('says its version', async () => {
    const { code, stdout } = await runCommand('--version')
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    expect(stdout).toBe((JSON.parse(manifest) as { version: string }).version)
    expect(code).toBe(0)
  })

  it('prints its help', async () => {
    const { code, stdout } = await runCommand('--help')
    for (const command of ['trial', 'trials', 'plan', 'world', 'doctor'])
      expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'))
    expect(code).toBe(0)
  })

  it('groups related commands under one heading', async () => {
    const groups = ({ stdout }: CommandOutcome) =>
      stdout.split('\n\n').map((part) => part.split('\n').map((line) => line.trim().split(' ')[0]))
    expect(groups(await runCommand('--help'))).toContainEqual(
      expect.arrayContaining(['Play:', 'trial', 'trials']),
    )
    const options = groups(await runCommand('trial', '--help'))
    expect(options).toContainEqual(expect.arrayContaining(['World:', '--seed', '--host']))
    expect(options).toContainEqual(expect.arrayContaining(['Language', '--model']))
    expect(options).toContainEqual(['Options:', '--help-all', '-h,'])
  })
})

describe('the help', () => {
  it('shows at most 20 options of delver trial, and all of them on request', async () => {
    const optionsIn = ({ stdout }: CommandOutcome) => stdout.match(/^ {2}-[-\w]+/gm) ?? []
    const common = optionsIn(await runCommand('trial', '--help'))
    const all = await runCommand('trial', '--help-all')
    expect(common.length).toBeLessThanOrEqual(20)
    expect(all.code).toBe(0)
    expect(optionsIn(all)).toEqual(expect.arrayContaining([...common, '  --override-choice']))
    expect(all.stdout).not.toMatch(/-- ?(force|stay|play-back)\b/)
  })

  it('has the groups of options in one order', async () => {
    const order = ['Options:', 'World:', 'Agent:', 'Planning:', 'Language model:']
    order.push('Output:', 'Queue:', 'Web page:')
    for (const command of ['trial', 'trials', 'reproduce', 'textcraft']) {
      const { stdout } = await runCommand(command, '--help-all')
      const found = stdout.split('\n').filter((line) => order.includes(line))
      expect(found).toEqual(order.filter((heading) => found.includes(heading)))
      expect(found.length).toBeGreaterThan(3)
    }
  })

  it('marks the options that a command requires', async () => {
    const { stdout } = await runCommand('trials', '--help')
    expect(stdout).toMatch(/^Usage: .* --seeds <list> --out <folder>$/m)
    expect(stdout.match(/\(required\)/g)).toHaveLength(2)
  })
})

describe('the completion', () => {
  it('suggests commands, options and choices, and prints a script for bash', async () => {
    const suggested = async (...words: string[]) =>
      (await runCommand('complete', '--', ...words)).stdout
        .split('\n')
        .map((line) => line.split('\t')[0])
    expect(await suggested('tri')).toEqual(expect.arrayContaining(['trial', 'trials']))
    expect(await suggested('trial', '--override')).toContain('--override-choice')
    expect(await suggested('trial', '--world', '')).toContain('practice')
    expect((await runCommand('complete', 'bash')).stdout).toMatch(/complete .*delver/)
  })
})

describe('an option under its old name', () => {
  it('works as before, with a notice on standard error', async () => {
    const { code, stderr } = await runCommand(
      ...['trial', 'stick:4', '--world', 'text', '--force', '900=1', '--out', newFolder()],
    )
    expect(code).toBe(5)
    expect(stderr).toMatch(/^note: --force is now --override-choice; .*$/m)
  })

  it('is the same option in the form --name=value, and no option after --', () => {
    const notices: string[] = []
    const args = ['worker', '--lease=5', '--', '--lease']
    const renamed = withoutOldNames(args, (notice) => notices.push(notice))
    expect(renamed).toEqual(['worker', '--lease-timeout=5', '--', '--lease'])
    expect(notices).toHaveLength(1)
  })
})

describe('a path that cannot be used', () => {
  it.each([
    ['replay --export /proc/x', /cannot write to \/proc\/x .*give another --export/],
    ['replay --export /proc/x/page.html', /cannot write to \/proc\/x .*give another --export/],
    [
      'replay --export page.txt',
      /--export writes a page \(NAME\.html\) or a folder, not a \.txt file/,
    ],
    ['report --out /proc/x', /cannot write to \/proc\/x .*give another --out/],
  ])('ends delver %s with exit code 2 and one line', async (line, message) => {
    const folder = newFolder()
    await runCommand('trial', 'stick', '--world', 'text', '--out', folder)
    const [command = '', ...options] = line.split(' ')
    const { code, stderr } = await runCommand(command, folder, ...options)
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
  })

  it('is reported for a result that is a FIFO or a link, and nothing waits for it', async () => {
    const campaign = newFolder()
    const trial = (name: string) => join(campaign, name)
    for (const name of ['good', 'fifo', 'link'])
      await runCommand('trial', 'stick', '--world', 'text', '--out', trial(name))
    for (const name of ['fifo', 'link']) {
      rmSync(join(trial(name), 'events.jsonl'))
      rmSync(join(trial(name), 'result.json'))
    }
    execFileSync('mkfifo', [join(trial('fifo'), 'result.json')])
    symlinkSync(join(trial('good'), 'result.json'), join(trial('link'), 'result.json'))
    const { code, stdout, stderr } = await runCommand('report', campaign, '--json')
    expect([code, stderr]).toEqual([0, ''])
    const [{ summary, leftOut }] = JSON.parse(stdout).sets
    expect(summary.trials).toBe(1)
    expect(leftOut).toEqual([
      { name: 'fifo/result.json', why: 'is not a regular file' },
      expect.anything(),
      { name: 'link/result.json', why: 'is a symbolic link, which is not followed' },
      expect.anything(),
    ])
  })
})

describe('delver trial', () => {
  longIt('prints the result as JSON on the last line, and nothing else with it', async () => {
    const folder = newFolder()
    const { code, stdout, stderr } = await runCommand(
      ...['trial', 'obtain_diamond', '--seed', '5', '--max-ticks', '40', '--json'],
      ...['--perception', 'loaded', '--difficulty', 'hard', '--out', folder],
    )
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      task: 'obtain_diamond',
      seed: 5,
      success: false,
      end: 'limit',
      perception: 'loaded',
      planner: 'symbolic',
      selector: 'nearest',
      world: { kind: 'practice', version: '1.16.5', difficulty: 'hard' },
      cheats: false,
      settings: { maxTicks: 40 },
    })
    expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'))).toEqual(
      JSON.parse(stdout),
    )
    expect(stderr).toContain('joined Minecraft 1.16.5')
    // What the end cuts off has not failed.
    expect(stderr).not.toMatch(/interrupted/)
  })

  it.each([
    { hands: 'vanilla', options: [], pauses: 'kept' },
    { hands: 'bot', options: ['--hands', 'bot'], pauses: 'broken' },
  ])('plays with $hands hands: by the server, the pause after a dig is $pauses', async (given) => {
    const { code, stdout } = await runCommand(
      ...['trial', 'obtain:dirt:4', '--seed', '5', '--difficulty', 'peaceful', '--json'],
      ...['--no-recording', '--out', newFolder(), ...given.options],
    )
    expect(code).toBe(0)
    const { hands, clientLimitViolations } = JSON.parse(stdout)
    expect(hands).toBe(given.hands)
    if (given.pauses === 'kept') expect(clientLimitViolations).toEqual({})
    else expect(clientLimitViolations['dig-pause']).toBeGreaterThan(0)
  })

  it.each([
    ['night', 13_000],
    ['23999', 23_999],
  ])('starts the practice world at the requested time of day: %s', async (text, ticks) => {
    const { PracticeWorld } = await import('#world/practice-world')
    const start = PracticeWorld.start.bind(PracticeWorld)
    const worlds: Awaited<ReturnType<typeof start>>[] = []
    vi.spyOn(PracticeWorld, 'start').mockImplementation(async (options) => {
      const world = await start(options)
      worlds.push(world)
      return world
    })
    const folder = newFolder()
    const { stdout } = await runCommand(
      ...['trial', 'obtain_diamond', '--max-ticks', '20', '--json'],
      ...['--time', text, '--out', folder],
    )
    expect(JSON.parse(stdout).settings.time).toBe(ticks)
    expect(readEvents(folder)[0]).toMatchObject({ settings: { time: ticks } })
    const [world] = worlds
    const { ofDay, tick } = world?.game.time ?? {}
    expect(ofDay).toBe((ticks + (tick ?? 0)) % 24_000)
  })

  it('rejects an invalid time of day, and any for a server with its own time', async () => {
    for (const when of ['teatime', '24000', '-1', '1.5', 'toString']) {
      const { code, stderr } = await runCommand('trial', 'obtain_diamond', '--time', when)
      expect([code, stderr]).toEqual([2, expect.stringContaining('day, noon, dusk, night')])
    }
    const { code, stderr } = await runCommand(
      ...['trial', 'obtain_diamond', '--world', 'existing', '--time', 'night'],
    )
    expect(code).toBe(2)
    expect(stderr).toBe('error: --time is for the practice world only; leave it out')
  })

  it('ends with exit code 3 without a server, and records the reason', async () => {
    const folder = newFolder()
    const { code, stdout, stderr } = await runCommand(
      ...['trial', 'cook_beef', '--world', 'existing', '--port', '1', '--out', folder],
    )
    expect(code).toBe(3)
    expect(stdout).not.toMatch(/milestone/)
    expect(stdout).toMatch(/, 127\.0\.0\.1:1, perception/)
    expect(stderr).toMatch(/^error: no Minecraft server answers at 127\.0\.0\.1:1 .*$/)
    expect(readEvents(folder).map(({ type }) => type)).toEqual(['trial-start', 'trial-end'])
  })

  it('ends with exit code 3 without a language model, before it plays', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'none')
    const folder = newFolder()
    const model = ['--planner', 'llm', '--model', 'm', '--base-url']
    const server = `http://127.0.0.1:${await freePort()}/v1`
    const task = ['trial', 'craft_planks', '--world', 'text', '--out', folder]
    const { code, stdout, stderr } = await runCommand(...task, ...model, server)
    expect(stderr).toMatch(/^error: no language model answers at .*ECONNREFUSED.*--base-url.*$/)
    expect(stdout).toBe('')
    expect(code).toBe(3)
    expect(existsSync(folder)).toBe(false)
  })

  it("accepts an item's name as the task, and reports the trial in words", async () => {
    const folder = newFolder()
    const task = ['trial', 'torch:8', '--world', 'text', '--out', folder]
    const { code, stdout } = await runCommand(...task)
    expect(code).toBe(0)
    expect(readResult(folder)?.task).toBe('obtain:torch:8')
    expect(stdout).toMatch(/^ +0 {2}obtain 8 torches, seed 1, text world 1\.16\.5,/)
    expect(stdout).toMatch(/^obtained: 8 torches$/m)
    expect(stdout).toMatch(/^ +0 {2}joined Minecraft 1\.16\.5$/m)
    expect(stdout).toMatch(/^ +0 {2}goal: mine \d+ logs$/m)
    const [, table = ''] = /^milestone.*\n((?:.+\n)*)/m.exec(stdout) ?? []
    expect(table.split('\n').map((row) => row.split(/ {2,}/)[0])).toEqual([
      ...['log', 'planks', 'crafting_table', 'stick', 'wooden_pickaxe', 'torch x8', ''],
    ])
  })

  longIt('ends cleanly on Ctrl-C', async () => {
    const folder = newFolder()
    const child = execa(
      process.execPath,
      [LAUNCHER, 'trial', 'obtain_diamond', '--speed', '1', '--out', folder],
      { reject: false, stdin: 'ignore' },
    )
    for await (const line of child.iterable()) {
      if (line.includes('joined')) child.kill('SIGINT')
    }
    const { exitCode } = await child
    expect(exitCode).toBe(1)
    expect(readEvents(folder).at(-1)).toMatchObject({ type: 'trial-end', end: 'interrupted' })
  })
})

describe('delver trials', () => {
  longIt('summarizes its trials, and a second time without playing them', async () => {
    const folder = newFolder()
    const args = ['trials', 'obtain_diamond', '--seeds', '1-2', '--max-ticks', '30']
    const first = await runCommand(...args, '--workers', '1', '--out', folder, '--json')
    const summary = JSON.parse(first.stdout)
    expect(summary.total).toMatchObject({ trials: 2, successes: 0, ends: { limit: 2 } })
    expect(summary.trials.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2])
    expect(first.code).toBe(1)
    // No option asks for the pages.
    expect(readdirSync(join(folder, 'obtain_diamond-1'))).toEqual(['events.jsonl', 'result.json'])
    const second = await runCommand(...args, '--out', folder)
    expect(second.stdout).toMatch(/2\/2 {2}obtain_diamond, seed 2: not obtained.*finished before/)
    expect(second.stdout).toMatch(/^obtain_diamond +2 +0 +0\.0 %/m)
  })

  it('says once why no trial could be played', async () => {
    const { code, stdout, stderr } = await runCommand(
      ...['trials', 'log', '--seeds', '1-2', '--world', 'existing', '--port', '1'],
      ...['--out', newFolder()],
    )
    expect(code).toBe(3)
    expect(stdout).not.toMatch(/milestone +reached/)
    expect(stderr).toMatch(
      /^2 of 2 trials did not finish; .*\nerror: no Minecraft server answers at 127\.0\.0\.1:1 .*$/,
    )
  })
})

describe('delver plan', () => {
  it('prints a plan in the goal language', async () => {
    const { code, stdout } = await runCommand('plan', 'stick', '--inventory', 'planks=2')
    expect(stdout).toBe('craft({stick:4}, {planks:2}, null);')
    expect(code).toBe(0)
  })
})

describe('delver world and delver doctor', () => {
  longIt('serve a world that the doctor approves, and stop on request', async () => {
    const port = await freePort()
    const world = execa(process.execPath, [LAUNCHER, 'world', '--port', port], {
      reject: false,
      stdin: 'ignore',
    })
    for await (const line of world.iterable()) {
      if (!line.includes(`127.0.0.1:${port}`)) continue
      const { code, stdout } = await runCommand('doctor', '--port', port)
      expect(stdout).toMatch(/^ok {5}server: .*Minecraft 1\.16\.5.*ms$/m)
      expect(stdout).toMatch(/^ok {5}login: joined/m)
      expect(code).toBe(0)
      world.kill('SIGTERM')
    }
    expect((await world).exitCode).toBe(0)
  })

  longIt('say in one line that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { exitCode, stdout, stderr } = await delver('world', '--port', String(port))
    other.close()
    expect(stderr).toMatch(/^error: cannot listen on 127\.0\.0\.1:\d+ \(.*in use.*--port$/)
    expect(stdout).toBe('')
    expect(exitCode).toBe(3)
  })

  it('say within five seconds that a server is silent', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const doctor = runCommand('doctor', '--port', String(port))
    await once(silent, 'connection')
    vi.advanceTimersByTime(5000)
    const { code, stdout } = await doctor
    silent.close()
    expect(stdout).toMatch(/^WRONG {2}server: no Minecraft server answers at .*no answer in 4 s/m)
    expect(code).toBe(3)
  })

  it('reports a missing server', async () => {
    const { code, stdout } = await runCommand('doctor', '--port', '1')
    expect(stdout).toMatch(/^WRONG {2}server: no Minecraft server answers at 127\.0\.0\.1:1 /m)
    expect(code).toBe(3)
  })
})
