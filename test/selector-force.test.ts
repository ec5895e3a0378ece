import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type EventOf, type TrialEvent, WALL_FIELDS } from '../src/episode/events.ts'
import { goalText } from '../src/goal/print.ts'
import { readEvents } from '../src/trial/event-log.ts'
import { type CommandOutcome, runCommand } from './support/command-line.ts'

const TRIAL = ['trial', 'obtain:stone_pickaxe', '--max-ticks', '1500', '--selector', 'random']

async function play(...args: string[]): Promise<CommandOutcome & { events: TrialEvent[] }> {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-force-')), 'out')
  const outcome = await runCommand(...TRIAL, ...args, '--no-recording', '--out', folder)
  return { ...outcome, events: readEvents(folder) }
}

const isChoice = (event: TrialEvent): event is EventOf<'goal-chosen'> =>
  event.type === 'goal-chosen'

/** What happened before a decision, without what the clock on the wall and the settings say. */
function historyBefore(
  events: readonly TrialEvent[],
  decision: EventOf<'goal-chosen'> | undefined,
) {
  const others = [...WALL_FIELDS, 'settings']
  return events
    .slice(0, decision ? events.indexOf(decision) : 0)
    .map((event) =>
      JSON.stringify(event, (key, value) => (others.includes(key) ? undefined : value)),
    )
}

const texts = (choice: EventOf<'goal-chosen'> | undefined) =>
  choice?.candidates.map(({ goal }) => goalText(goal))

describe('a forced choice', () => {
  it('leaves the history as it was up to its decision, and takes the other candidate there', async () => {
    const seed = ['--seed', '30205']
    const { events: free } = await play(...seed)
    const choices = free.filter(isChoice)
    const index = choices.findIndex(
      (choice) => new Set(texts(choice)).size > 1 && texts(choice)?.[0] !== texts(choice)?.[1],
    )
    const [own, decision] = [choices[index], index + 1]
    expect(own).toBeDefined()
    const [first, second] = texts(own) ?? []

    const { events: byPlace } = await play(...seed, '--force', `${decision}=2`)
    const forced = byPlace.filter(isChoice)[index]
    expect(historyBefore(byPlace, forced)).toEqual(historyBefore(free, own))
    expect(texts(forced)?.[0]).toBe(second)
    expect(texts(forced)?.toSorted()).toEqual(texts(own)?.toSorted())
    expect(byPlace[0]).toMatchObject({ settings: { force: [{ decision, candidate: 2 }] } })

    const { events: byGoal } = await play(...seed, '--force', `${decision}=${second}`)
    expect(texts(byGoal.filter(isChoice)[index])?.[0]).toBe(second)
    const { events: same } = await play(...seed, '--force', `${decision}=${first}`)
    expect(historyBefore(same, same.at(-1) as never)).toEqual(
      historyBefore(free, free.at(-1) as never),
    )
  }, 300_000)

  it('that is not there is an end of its own, with a line and an exit code that say so', async () => {
    const text = ['--world', 'text']
    const noDecision = await play(...text, '--force', '900=1')
    expect(noDecision.code).toBe(5)
    expect(noDecision.stdout).toContain('there is no decision 900 to force')
    const noCandidate = await play(...text, '--force', '2=70')
    expect(noCandidate.code).toBe(5)
    expect(noCandidate.stdout).toMatch(/decision 2 has no candidate 70: there (is|are) \d+/)
    const noGoal = await play(...text, '--force', '1=mine({bedrock:1}, null)')
    expect(noGoal.code).toBe(5)
    expect(noGoal.events.at(-1)).toMatchObject({
      end: 'not-forced',
      detail: 'decision 1 has no candidate mine({bedrock:1}, null)',
    })
  })

  it('is read from the command line, or refused in a line', async () => {
    const text = ['--world', 'text', '--force', '1=1,2=1', '--force', '3=1']
    expect((await play(...text)).events[0]).toMatchObject({
      settings: { force: [1, 2, 3].map((decision) => ({ decision, candidate: 1 })) },
    })
    for (const wrong of ['0=1', '2', '2=', '2=0', '1=1,1=2']) {
      const { code, stderr } = await runCommand(...TRIAL, '--force', wrong)
      expect(code).toBe(2)
      expect(stderr.split('\n')).toHaveLength(1)
    }
    const { code, stderr } = await runCommand(
      ...['trial', 'torch', '--planner', 'llm', '--strategy', 'gpt', '--force', '1=1'],
    )
    expect([code, stderr]).toEqual([2, expect.stringContaining('--force is for --strategy deps')])
  })
})
