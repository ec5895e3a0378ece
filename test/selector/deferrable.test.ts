import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import type { ItemCounts } from '#goal/goal'
import { inventoryObservation, type KnownSource } from '#goal/observation'
import type { EstimatedCandidate } from '#selector/selector'
import { deferrable } from '#selector/selectors/deferrable'
import { ALONE } from '../support/known-source.ts'
import { goalOf, registry } from '../support/language.ts'

const estimate = { travelTicks: 0, searchTicks: 0, workTicks: 1 }
const known: KnownSource = {
  ...ALONE,
  kind: 'stone',
  position: new Vec3(0, 64, 0),
  entity: null,
  ticks: 10,
  age: 0,
}

function candidate(text: string, rest: Partial<EstimatedCandidate> = {}): EstimatedCandidate {
  const goal = goalOf(text)
  return { step: goal, goal, source: null, search: null, estimate, ...rest }
}

/** The positions of the candidates that can wait. */
function waiting(candidates: readonly EstimatedCandidate[], inventory: ItemCounts = {}): number[] {
  const later = deferrable(candidates, inventoryObservation(registry, inventory))
  return candidates.flatMap((one, index) => (later.has(one) ? [index] : []))
}

const STONE = candidate("mine({cobblestone:3}, 'wooden_pickaxe')")
const IRON = candidate("mine({iron_ore:1}, 'stone_pickaxe')")
const LOG = candidate('mine({log:3}, null)')
const SWORD = candidate("craft({stone_sword:1}, {cobblestone:2, stick:1}, 'crafting_table')")
const STICK = candidate('craft({stick:4}, {planks:2}, null)')

describe('goals that can wait', () => {
  it('are stone while an ore can be mined with its tool, which leads through stone', () => {
    expect(waiting([STONE, IRON, LOG], { stone_pickaxe: 1 })).toEqual([0])
    expect(waiting([STONE, IRON, LOG], { diamond_pickaxe: 1 })).toEqual([0])
    expect(waiting([STONE, IRON, LOG], { wooden_pickaxe: 1 })).toEqual([])
    expect(waiting([STONE, IRON, LOG], {})).toEqual([])
    const both = candidate("mine({iron_ore:1, dirt:1}, 'stone_pickaxe')")
    expect(waiting([STONE, both, LOG], { stone_pickaxe: 1 })).toEqual([0])
    // Logs are no ore, and crafting ore blocks is no mining.
    const blocks = candidate("craft({iron_block:1}, {iron_ingot:9}, 'crafting_table')")
    expect(waiting([STONE, LOG], { stone_pickaxe: 1 })).toEqual([])
    expect(waiting([blocks, STICK, LOG], { stone_pickaxe: 1 })).toEqual([])
  })

  it('are goals that burn other things than the plan, which may need them', () => {
    const planned = candidate("smelt({iron_ingot:3}, {iron_ore:3, planks:2}, 'furnace')")
    const sticks = goalOf("smelt({iron_ingot:3}, {iron_ore:3, stick:6}, 'furnace')")
    const other = { ...planned, goal: sticks }
    expect(waiting([planned, other])).toEqual([1])
    expect(waiting([other, planned])).toEqual([0])
    expect(waiting([other, STICK])).toEqual([])
    expect(waiting([planned, { ...other, step: sticks }])).toEqual([])
  })

  it('are goals of mining only: a chest is no tunnel', () => {
    const coal = candidate('craft({coal:9}, {coal_block:1}, null)')
    expect(waiting([STONE, coal], { wooden_pickaxe: 1 })).toEqual([])
    const stored = candidate("withdraw({cobblestone:3}, 'chest')")
    const flint = candidate("withdraw({flint:1}, 'chest')")
    expect(waiting([stored, flint, IRON], { stone_pickaxe: 1 })).toEqual([])
  })

  it('are crafts at a table while stone can be mined for more of them', () => {
    expect(waiting([SWORD, STICK, STONE], { wooden_pickaxe: 1 })).toEqual([0])
    expect(waiting([SWORD, STICK, STONE], {})).toEqual([])
    expect(waiting([SWORD, STICK, LOG], { wooden_pickaxe: 1 })).toEqual([])
    // The stone itself can wait for the ore.
    expect(waiting([SWORD, STONE, IRON], { stone_pickaxe: 1 })).toEqual([1])
    const furnace = candidate("smelt({glass:1}, {sand:1, coal:1}, 'furnace')")
    expect(waiting([furnace, STONE], { wooden_pickaxe: 1 })).toEqual([])
  })

  it('are searches for gravel while an ore can be mined', () => {
    const flint = candidate('mine({flint:1}, null)', { search: 'tunnel' })
    const seen = candidate('mine({flint:1}, null)', { source: { ...known, kind: 'gravel' } })
    expect(waiting([flint, IRON], { stone_pickaxe: 1 })).toEqual([0])
    expect(waiting([seen, IRON], { stone_pickaxe: 1 })).toEqual([])
    expect(waiting([flint, LOG], { stone_pickaxe: 1 })).toEqual([])
    // Without a pickaxe the tunnel takes long, and without a shovel the ground of a lake.
    expect(waiting([flint, LOG])).toEqual([0])
    expect(waiting([seen, LOG])).toEqual([])
    const wet = { ...known, kind: 'gravel', trouble: { ...known.trouble, water: true } }
    const sunken = candidate('mine({flint:1}, null)', { source: wet })
    expect(waiting([sunken, LOG])).toEqual([0])
    expect(waiting([sunken, LOG], { stone_shovel: 1 })).toEqual([])
    // The way to lava leads past gravel, and its buckets come first.
    const water = candidate('fill({water_bucket:1}, {bucket:1}, null)')
    expect(waiting([flint, water], { stone_pickaxe: 1 })).toEqual([0])
    expect(waiting([seen, water], { stone_pickaxe: 1 })).toEqual([])
    const lava = candidate('fill({lava_bucket:1}, {bucket:1}, null)')
    expect(waiting([flint, lava], { stone_pickaxe: 1 })).toEqual([])
    // Other tools do not help.
    expect(waiting([flint, LOG], { stone_shovel: 1 })).toEqual([0])
    expect(waiting([sunken, LOG], { stone_pickaxe: 1 })).toEqual([0])
    // Where the goal wants something else as well, the search may be for that.
    const both = candidate('mine({flint:1, log:1}, null)', { search: 'land' })
    expect(waiting([both, IRON], { stone_pickaxe: 1 })).toEqual([])
    // Bedrock has no source at all, gravel included.
    const bedrock = candidate('mine({bedrock:1}, null)', { search: 'tunnel' })
    expect(waiting([bedrock, IRON], { stone_pickaxe: 1 })).toEqual([])
  })

  it('are searches while a source of the same step is known', () => {
    const search = { ...LOG, search: 'land' } as const
    const source = { ...LOG, source: known }
    expect(waiting([search, source])).toEqual([0])
    expect(waiting([search, { ...IRON, source: known }])).toEqual([])
    expect(waiting([search, LOG])).toEqual([])
    expect(waiting([LOG, source])).toEqual([])
  })

  it('are not tunnels for stone, which lies under any soil', () => {
    const source = { ...STONE, source: known }
    expect(waiting([{ ...STONE, search: 'tunnel' }, source])).toEqual([])
    expect(waiting([{ ...STONE, search: 'land' }, source])).toEqual([0])
    expect(
      waiting([
        { ...IRON, search: 'tunnel' },
        { ...IRON, source: known },
      ]),
    ).toEqual([0])
  })

  it('are stones in sight where the same step can be done on a descent', () => {
    const descent = { ...STONE, targetY: 40 }
    expect(waiting([{ ...STONE, source: known }, descent])).toEqual([0])
    expect(waiting([LOG, descent])).toEqual([])
    expect(waiting([STONE, { ...STONE, source: known }])).toEqual([])
  })
})
