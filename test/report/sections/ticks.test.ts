import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EventBody, EventOf } from '#events/events'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import { runCommand } from '../../support/command-line.ts'
import { longIt } from '../../support/versions.ts'
import { writeTrial } from '../../support/written-trial.ts'

type Happening = readonly [tick: number, body: EventBody]

const partSchema = z.object({
  name: z.string(),
  trials: z.number(),
  spent: z.array(
    z.object({
      skill: z.string().nullable(),
      activity: z.string().nullable(),
      ticks: z.number(),
    }),
  ),
})
const figuresSchema = z.object({
  sets: z.array(
    z.object({
      ticks: z.object({ whole: partSchema, parts: z.array(partSchema) }).nullable(),
    }),
  ),
})

/** `skill activity` and its ticks, of a part. */
function spentIn({ spent }: z.infer<typeof partSchema>): Record<string, number> {
  return Object.fromEntries(
    spent.map(({ skill, activity, ticks }) => [`${skill} ${activity}`, ticks]),
  )
}

async function reportOn(folder: string) {
  const { code, stdout } = await runCommand('report', folder, '--json')
  expect(code).toBe(0)
  const [set] = figuresSchema.parse(JSON.parse(stdout)).sets
  const parts = set?.ticks && [set.ticks.whole, ...set.ticks.parts]
  return new Map(
    parts?.map((part) => [part.name, { trials: part.trials, spent: spentIn(part) }] as const),
  )
}

function start(tick: number, skill: string): Happening {
  return [tick, { type: 'skill-start', skill, goal: null, budget: 1000 }]
}

type Activities = NonNullable<EventOf<'vitals'>['activities']>

function end(tick: number, skill: string, activities?: Activities): Happening {
  const body = {
    type: 'skill-end',
    skill,
    goal: null,
    ticks: 1,
    failure: null,
    changes: {},
  } as const
  return [tick, { ...body, ...(activities && { activities }) }]
}

function milestone(tick: number, name: string): Happening {
  return [tick, { type: 'milestone', name }]
}

function vitals(tick: number, activities?: Activities): Happening {
  const position = { x: 0, y: 64, z: 0 }
  const sample = { type: 'vitals', health: 20, food: 20, position, inventory: {} } as const
  return [tick, { ...sample, ...(activities && { activities }) }]
}

const LIMIT: EventBody = { type: 'trial-end', end: 'limit', detail: 'the ticks are used up' }

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'delver-ticks-'))
}

describe('the ticks of a trial', () => {
  let folder: string
  beforeAll(() => {
    folder = newFolder()
    writeTrial(folder, { task: 'obtain_diamond', seed: 1 }, [
      start(10, 'mine'),
      start(60, 'collect'),
      milestone(80, 'log'),
      end(90, 'collect'),
      // Only the last 95 of these 100 ticks have recorded activities.
      vitals(100, [
        ['dig', 50],
        ['walk', 25],
        ['wait', 20],
      ]),
      milestone(130, 'planks'),
      end(150, 'mine', [
        ['dig', 30],
        ['walk', 20],
      ]),
      // These are more ticks than have passed: the earlier ones have activities already.
      vitals(200, [['dig', 100]]),
      [240, LIMIT],
    ])
    writeTrial(folder, { task: 'obtain_diamond', seed: 2 }, [
      start(0, 'mine'),
      milestone(40, 'log'),
      milestone(40, 'planks'),
      vitals(100, [['walk', 100]]),
      [100, LIMIT],
    ])
  })

  it('every tick counts for its innermost skill and activity, from milestone to milestone', async () => {
    const parts = await reportOn(folder)
    expect([...parts.keys()]).toEqual(['whole trial', 'log', 'planks', 'after the last milestone'])
    expect(parts.get('log')).toEqual({
      trials: 2,
      spent: {
        'null null': 5 / 2,
        'null dig': 5 / 2,
        'mine dig': 45 / 2,
        'mine walk': (5 + 40) / 2,
        'collect walk': 20 / 2,
      },
    })
    // The second trial reached planks in the same tick as log.
    expect(parts.get('planks')).toEqual({
      trials: 2,
      spent: { 'collect wait': 10 / 2, 'mine wait': 10 / 2, 'mine dig': 30 / 2 },
    })
    expect(parts.get('after the last milestone')).toEqual({
      trials: 2,
      spent: {
        'mine walk': (20 + 60) / 2,
        'null dig': 50 / 2,
        'null null': 40 / 2,
      },
    })
    const whole = Object.values(parts.get('whole trial')?.spent ?? {})
    expect(whole.reduce((sum, ticks) => sum + ticks)).toBe((240 + 100) / 2)
  })

  it('the report has tables by activity and by skill', async () => {
    await reportOn(folder)
    const tables = section(folder).split('\n### ')
    const [activities = '', skills = ''] = tables.slice(1)
    expect(rowsOf(activities)).toEqual([
      ['activity', 'whole trial', 'log', 'planks', 'after the last milestone'],
      ['trials', '2', '2', '2', '2'],
      ['digging', '65', '25', '15', '25'],
      ['walking', '73', '33', '–', '40'],
      ['waiting', '10', '–', '10', '–'],
      ['not recorded', '23', '3', '–', '20'],
      ['**all**', '**170**', '**60**', '**25**', '**85**'],
    ])
    expect(rowsOf(skills)).toEqual(
      expect.arrayContaining([
        ['mine', '105', '45', '20', '40'],
        ['mine: walking', '63', '23', '–', '40'],
        ['between skills', '50', '5', '–', '45'],
        ['collect: walking', '10', '10', '–', '–'],
      ]),
    )
  })

  it('ticks count only by skill if the log records no activities', async () => {
    const old = newFolder()
    writeTrial(old, { task: 'obtain_diamond' }, [
      start(10, 'mine'),
      vitals(100),
      end(150, 'mine'),
      [200, LIMIT],
    ])
    const parts = await reportOn(old)
    expect(parts.get('whole trial')?.spent).toEqual({ 'mine null': 140, 'null null': 60 })
    expect(section(old)).toContain('the logs do not record activities')
    expect(section(old)).not.toContain('### Ticks by activity')
  })

  it('trials of the text world have no ticks section', async () => {
    const text = newFolder()
    writeTrial(text, { task: 'obtain_diamond', world: 'text' }, [start(1, 'mine'), [9, LIMIT]])
    expect(await reportOn(text)).toEqual(new Map())
    expect(section(text)).toBe('')
  })

  longIt('a real trial records the activities of nearly all its ticks', async () => {
    const trial = newFolder()
    await runCommand('trial', 'obtain:wooden_pickaxe', '--seed', '30801', '--out', `${trial}/one`)
    const { ticks } = readResult(`${trial}/one`) ?? { ticks: 0 }
    expect(ticks).toBeGreaterThan(200)
    const activities = readEvents(`${trial}/one`).flatMap((event) =>
      'activities' in event ? (event.activities ?? []) : [],
    )
    const recorded = activities.reduce((sum, [, length]) => sum + length, 0)
    expect(recorded).toBeGreaterThan(ticks - 10)
    const { spent = {} } = (await reportOn(trial)).get('whole trial') ?? {}
    expect(Object.values(spent).reduce((sum, some) => sum + some)).toBe(ticks)
    // Breaking a log by hand takes 60 ticks.
    expect(spent['mine dig']).toBeGreaterThan(3 * 60 - 10)
    expect(spent['craft window']).toBeGreaterThan(10)
  })
})

/** The ticks section of a report's Markdown file; empty if there is none. */
function section(folder: string): string {
  const [, after = ''] = readFileSync(join(folder, 'report.md'), 'utf8').split(
    '\n## Where the ticks went\n',
  )
  return after.split('\n## ')[0] ?? ''
}

function rowsOf(table: string): string[][] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}
