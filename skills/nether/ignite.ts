import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { supportFor } from '#body/place'
import { useAgainst } from '#body/use-on-block'
import { missingTool } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'

export const FLINT_AND_STEEL = 'flint_and_steel'
const FIRE = 'fire'

/** Ticks that a click takes, and how long the server has to show the fire. */
const LIGHT_TICKS = 10
const ANSWER_TICKS = 12
/** How near to the feet a fire is lit, and how far away (blocks). */
const NEAREST = 2
const FARTHEST = 3
/** Places that are tried. */
const TRIES = 4
/** What carries a fire without burning itself. */
const FIREPROOF =
  /^(stone|cobblestone|dirt|grass_block|sand|gravel|netherrack|granite|diorite|andesite|deepslate|cobbled_deepslate|obsidian|sandstone|terracotta)$/

/** Lights a fire with flint and steel on bare ground, where nothing beside it burns. */
export const ignite: SkillDefinition = defineSkill({
  name: 'ignite',
  takesMaterials: false,
  group: 'body',
  shows: 'nothing',
  object: FIRE,
  station: null,
  verbs: ['ignite'],
  prompt: { form: "ignite({fire: 1}, 'flint_and_steel')", meaning: 'light a fire on the ground' },
  brings: (_registry, item) => item === FIRE,
  ways: () => [],
  sources: () => [],
  missing: (_registry, _goal, inventory) => missingTool(FLINT_AND_STEEL, inventory),
  simulate: () => ({ changes: new Map(), worn: [] }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: LIGHT_TICKS }),
  effect: 'a fire burns near by',
  budget: () => 300,
  async run({ body, memory, signal }): Promise<Outcome> {
    for (const place of hearths(body).slice(0, TRIES)) {
      if (!(await useAgainst(body, [FLINT_AND_STEEL], place, signal))) continue
      const burns = () => memory.kindAt(place) === FIRE
      if (await body.until(burns, ANSWER_TICKS, signal)) return succeeded
    }
    return failed('unreachable', 'no bare ground near by for a fire')
  },
})

/** Free places on ground that does not burn, with nothing beside them. */
function hearths(body: Body): Vec3[] {
  const places: Vec3[] = []
  for (let x = -FARTHEST; x <= FARTHEST; x++)
    for (let z = -FARTHEST; z <= FARTHEST; z++) {
      const place = body.feet.offset(x, 0, z)
      if (Math.max(Math.abs(x), Math.abs(z)) >= NEAREST && isHearth(body, place)) places.push(place)
    }
  return places
}

function isHearth(body: Body, place: Vec3): boolean {
  const isAir = (x: number, y: number, z: number) =>
    /air$/.test(body.traitsAt(place.offset(x, y, z)).name)
  return (
    isAir(0, 0, 0) &&
    isAir(1, 0, 0) &&
    isAir(-1, 0, 0) &&
    isAir(0, 0, 1) &&
    isAir(0, 0, -1) &&
    isAir(0, 1, 0) &&
    FIREPROOF.test(body.traitsAt(place.offset(0, -1, 0)).name) &&
    supportFor(body, place) !== undefined
  )
}
