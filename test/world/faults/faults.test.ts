import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { EventBody, Target } from '#events/events'
import { FAULT_NAMES, FAULTS, type FaultName } from '#world/faults/faults'
import { faultyWorlds } from '../../support/faulty-world.ts'
import { casesFor, versionsFor } from '../../support/versions.ts'

const PICKAXE: Target = {
  item: 'stone_pickaxe',
  count: 1,
  worn: false,
  milestone: 'stone_pickaxe',
}
const MAX_TICKS = 8000

/** One fault of each sort that no other test plays. */
const SOON: readonly FaultName[] = ['refuse', 'full', 'anti-xray']
/** Version whose servers confirm clicks in windows. */
const CONFIRMS = '1.16.5'

const live = faultyWorlds()

/** Lets the agent make a stone pickaxe from nothing in a world with faults. */
async function play(version: string, faults: readonly FaultName[]) {
  const { told, outcome, carried } = await live({
    ...{ seed: 8, version, faults },
    ...{ target: PICKAXE, maxTicks: MAX_TICKS, perception: 'seen' },
    onInventory(held, _worn, stop) {
      if (held.stone_pickaxe) stop.abort('success')
    },
  })
  const events = (type: EventBody['type']) =>
    told.map(({ event }) => event).filter((event) => event.type === type)
  return { outcome, events, carried }
}

describe.each(versionsFor('1.21.4', '1.16.5'))('an agent in a world of %s with', (version) => {
  const faults = casesFor({ all: FAULT_NAMES, some: SOON })

  it.each(faults)('%s makes a stone pickaxe', async (fault) => {
    const { carried, outcome, events } = await play(fault === 'no-confirm' ? CONFIRMS : version, [
      fault,
    ])
    expect(outcome.detail).toBe('the trial is over')
    expect(carried).toMatchObject({ stone_pickaxe: 1 })
    // The log has the corrections of a server that moves the player back, and the attempts to join a full one.
    if (fault === 'resync')
      expect(events('corrections')).toMatchObject([{ count: expect.any(Number) }])
    if (fault !== 'full') return
    expect(events('corrections')).toEqual([])
    const full = { type: 'disconnect', reason: 'The server is full!', kicked: true }
    expect(events('disconnect')).toEqual([
      { ...full, retryTicks: 20 },
      { ...full, retryTicks: 100 },
    ])
    expect(events('join')).toHaveLength(1)
  })
})

it('has a row for each fault in the reference', () => {
  const page = readFileSync(new URL('../../../docs/reference/faults.md', import.meta.url), 'utf8')
  const rows = FAULT_NAMES.map((name) => {
    const { summary, coping } = FAULTS[name]
    return `| \`${name}\` | ${summary} | ${coping} |`
  })
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
})
