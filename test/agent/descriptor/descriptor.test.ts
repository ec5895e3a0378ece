import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import type { Situation } from '#agent/descriptor/descriptor'
import { createDescriptor, DESCRIPTORS, type DescriptorName } from '#agent/descriptor/descriptors'
import { settingsSchema } from '#events/settings'
import { type BodyState, inventoryObservation } from '#goal/observation'
import { goalOf, planOf, registry } from '../../support/language.ts'
import { sampleSettings } from '../../support/sample-events.ts'

const STONE = goalOf("mine({cobblestone:3}, 'wooden_pickaxe')")
const done = planOf('mine({log:1}, null); craft({planks:4}, {log:1}, null)')
const body: BodyState = {
  position: new Vec3(3, 64, -7),
  health: 17.6,
  food: 20,
  held: 'stick',
  isNight: true,
  isHostile: true,
  stonesLeft: 0,
}

/** A failure after two steps that succeeded, in a world without bodies. */
const failure: Situation = {
  done,
  failed: {
    goal: STONE,
    failure: { kind: 'missing-tool', detail: 'cobblestone needs a wooden_pickaxe' },
  },
  rest: planOf('craft({furnace:1}, {cobblestone:8}, null)'),
  missed: null,
  observation: inventoryObservation(registry, { oak_planks: 4, stick: 1 }),
}

const missed: Situation = {
  ...failure,
  failed: null,
  rest: [],
  missed: { target: { iron_boots: 1 }, wear: null },
}

const embodied: Situation = {
  ...failure,
  observation: { ...failure.observation, worn: new Set(['leather_boots', 'shield']), body },
}

/** All of a situation but the facts of the version. */
function written({
  observation: { registry: _, ...observation },
  ...situation
}: Situation): string {
  return JSON.stringify({ ...situation, observation })
}

describe.each(DESCRIPTORS)('the descriptor %s', (name) => {
  const descriptor = createDescriptor(name)

  it('has its own name', () => {
    expect(descriptor.name).toBe(name)
  })

  it('describes equal situations equally, and changes nothing', () => {
    for (const situation of [failure, missed, embodied]) {
      const before = written(situation)
      expect(descriptor.describe(situation)).toBe(createDescriptor(name).describe(situation))
      expect(written(situation)).toBe(before)
    }
  })
})

describe('a descriptor that exists in name only', () => {
  it('is an error, and no other descriptor takes its place', () => {
    expect(() => createDescriptor('keen' as DescriptorName)).toThrow()
    expect(settingsSchema.safeParse({ ...sampleSettings, descriptor: 'keen' }).success).toBe(false)
  })
})

describe('typed', () => {
  const typed = createDescriptor('typed')

  it('names successes, the failure with its kind, the inventory and worn items', () => {
    expect(typed.describe(failure)).toBe(
      [
        'I succeed on mine({log:1}, null).',
        'I succeed on craft({planks:4}, {log:1}, null).',
        "I fail on mine({cobblestone:3}, 'wooden_pickaxe'): missing-tool, cobblestone needs a wooden_pickaxe.",
        'My inventory has {oak_planks:4, stick:1}.',
        'I wear nothing.',
      ].join('\n'),
    )
  })

  it('describes the body, if there is one', () => {
    expect(typed.describe(embodied)?.split('\n').slice(-2)).toEqual([
      'I hold stick and wear leather_boots, shield.',
      'I am at height 64 (x 3, z -7), health 18, food 20, at night.',
    ])
    const empty = { ...embodied.observation, worn: new Set<string>() }
    const byDay = { ...empty, body: { ...body, held: null, isNight: false } }
    expect(typed.describe({ ...embodied, observation: byDay })).toMatch(
      /I hold nothing and wear nothing\.\n.* by day\.$/,
    )
  })

  it('names what a completed plan still lacks', () => {
    expect(typed.describe(missed)).toContain(
      'I have done all steps, but I still do not have {iron_boots:1}.',
    )
    const bare = { ...missed, missed: { target: { iron_boots: 1 }, wear: 'iron_boots' } }
    expect(typed.describe(bare)).toContain('I still do not wear {iron_boots:1}.')
    expect(typed.describe(missed)).not.toContain('I fail')
  })
})

describe('paper', () => {
  const paper = createDescriptor('paper')

  it("numbers steps as in the paper's listings, without the reason", () => {
    expect(paper.describe(failure)).toBe(
      `I succeed on step 1, 2, but I fail on step 3 "mine({cobblestone:3}, 'wooden_pickaxe')". My inventory now has 4 oak_planks, 1 stick.`,
    )
    expect(paper.describe(embodied)).not.toMatch(/missing-tool|needs|health/)
  })

  it('begins with the failure if no step succeeded, and calls an empty inventory nothing', () => {
    const observation = inventoryObservation(registry, {})
    expect(paper.describe({ ...failure, done: [], observation })).toBe(
      `I fail on step 1 "mine({cobblestone:3}, 'wooden_pickaxe')". My inventory now has nothing.`,
    )
  })

  it('lists successes without a failure', () => {
    expect(paper.describe(missed)).toBe(
      'I succeed on step 1, 2. My inventory now has 4 oak_planks, 1 stick.',
    )
  })
})

describe('none', () => {
  it('gives no description', () => {
    const none = createDescriptor('none')
    for (const situation of [failure, missed, embodied]) expect(none.describe(situation)).toBeNull()
  })
})
