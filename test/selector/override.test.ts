import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type EventOf, type TrialEvent, WALL_FIELDS } from '#events/events'
import { goalText } from '#goal/print'
import { readEvents } from '#trial/event-log'
import { type CommandOutcome, runCommand } from '../support/command-line.ts'
import { longIt } from '../support/versions.ts'

const TRIAL = ['trial', 'obtain:stone_pickaxe', '--selector', 'random']

async function play(...args: string[]): Promise<CommandOutcome & { events: TrialEvent[] }> {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-force-')), 'out')
  const outcome = await runCommand(...TRIAL, ...args, '--no-recording', '--out', folder)
  return { ...outcome, events: readEvents(folder) }
}

const isChoice = (event: TrialEvent): event is EventOf<'goal-chosen'> =>
  event.type === 'goal-chosen'

/** Events before a decision, without wall-clock fields and settings. */
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

/** Number of the first decision, from 1, whose first two candidates have different goals. */
function openDecision(events: readonly TrialEvent[]): number {
  const differ = (choice: EventOf<'goal-chosen'>) => texts(choice)?.[0] !== texts(choice)?.[1]
  return 1 + events.filter(isChoice).findIndex((one) => one.candidates.length > 1 && differ(one))
}

describe('an overridden choice', () => {
  longIt(
    'leaves the history before its decision as it was, and takes the other candidate there',
    async () => {
      const seed = ['--seed', '30203', '--difficulty', 'peaceful', '--max-ticks', '800']
      const { events: free } = await play(...seed)
      const decision = openDecision(free)
      const own = free.filter(isChoice)[decision - 1]
      const { events: other } = await play(...seed, '--override-choice', `${decision}=2`)
      const forced = other.filter(isChoice)[decision - 1]
      expect(texts(own)?.length).toBeGreaterThan(1)
      expect(historyBefore(other, forced)).toEqual(historyBefore(free, own))
      expect(texts(forced)?.[0]).toBe(texts(own)?.[1])
      expect(texts(forced)?.toSorted()).toEqual(texts(own)?.toSorted())
      expect(other[0]).toMatchObject({ settings: { overrideChoice: [{ decision, candidate: 2 }] } })
    },
    240_000,
  )

  it('may be given by its goal, whatever its whitespace', async () => {
    const { events: free } = await play('--world', 'text')
    const decision = openDecision(free)
    const [, second = ''] = texts(free.filter(isChoice)[decision - 1]) ?? []
    const force = `${decision}=${second.replaceAll(' ', '  ')}`
    const { events: other } = await play('--world', 'text', '--override-choice', force)
    expect(texts(other.filter(isChoice)[decision - 1])?.[0]).toBe(second)
  })

  it('that does not exist ends the trial with a message and an exit code', async () => {
    const text = ['--world', 'text']
    const noDecision = await play(...text, '--override-choice', '900=1')
    expect(noDecision.code).toBe(5)
    expect(noDecision.stdout).toContain('there is no decision 900 to override')
    const noCandidate = await play(...text, '--override-choice', '2=70')
    expect(noCandidate.code).toBe(5)
    expect(noCandidate.stdout).toMatch(/decision 2 has no candidate 70: there (is|are) \d+/)
    const noGoal = await play(...text, '--override-choice', '1=mine({bedrock:1}, null)')
    expect(noGoal.code).toBe(5)
    expect(noGoal.events.at(-1)).toMatchObject({
      end: 'forced-choice-missing',
      detail: 'decision 1 has no candidate mine({bedrock:1}, null)',
    })
  })

  it('is read from the command line, or rejected in one line', async () => {
    const text = ['--world', 'text', '--override-choice', '1=1,2=1', '--override-choice', '3=1']
    expect((await play(...text)).events[0]).toMatchObject({
      settings: { overrideChoice: [1, 2, 3].map((decision) => ({ decision, candidate: 1 })) },
    })
    for (const wrong of ['0=1', '2', '2=', '2=0', '1=1,1=2']) {
      const { code, stderr } = await runCommand(...TRIAL, '--override-choice', wrong)
      expect(code).toBe(2)
      expect(stderr.split('\n')).toHaveLength(1)
    }
    const { code, stderr } = await runCommand(
      ...['trial', 'torch', '--planner', 'llm', '--strategy', 'gpt', '--override-choice', '1=1'],
    )
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--override-choice is for --strategy deps'),
    ])
  })
})
