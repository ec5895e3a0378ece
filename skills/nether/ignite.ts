import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { supportFor } from '#body/place'
import { useAgainst } from '#body/use-on-block'
import { missingTool } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'

export const FLINT_AND_STEEL = 'flint_and_steel'
const FIRE = 'fire'

/** Typical time of the skill, and time within which the server must show the fire (ticks). */
const LIGHT_TICKS = 10
const ANSWER_TICKS = 12
/** Least and greatest distance of the fire from the agent's feet (blocks). */
const MIN_DISTANCE = 2
const MAX_DISTANCE = 3
/** Places that the agent tries. */
const TRIES = 4
/** Blocks on which a fire burns without spreading. */
const FIREPROOF =
  /^(stone|cobblestone|dirt|grass_block|sand|gravel|netherrack|granite|diorite|andesite|deepslate|cobbled_deepslate|obsidian|sandstone|terracotta)$/

/** Lights a fire with flint and steel on bare ground, away from anything that could burn. */
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
  recipes: () => [],
  sources: () => [],
  missing: (_registry, _goal, inventory) => missingTool(FLINT_AND_STEEL, inventory),
  simulate: () => ({ changes: new Map(), worn: [] }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: LIGHT_TICKS }),
  effect: 'a fire burns nearby',
  budget: () => 300,
  async run({ body, memory, signal }): Promise<Outcome> {
    for (const place of hearths(body).slice(0, TRIES)) {
      if (!(await useAgainst(body, [FLINT_AND_STEEL], place, signal))) continue
      const burns = () => memory.kindAt(place) === FIRE
      if (await body.until(burns, ANSWER_TICKS, signal)) return succeeded
    }
    return failed('unreachable', 'no bare ground nearby for a fire')
  },
})

/** Places for a fire: air on fireproof ground, with air on all sides. */
function hearths(body: Body): Vec3[] {
  const places: Vec3[] = []
  for (let x = -MAX_DISTANCE; x <= MAX_DISTANCE; x++)
    for (let z = -MAX_DISTANCE; z <= MAX_DISTANCE; z++) {
      const place = body.feet.offset(x, 0, z)
      const isAway = Math.max(Math.abs(x), Math.abs(z)) >= MIN_DISTANCE
      if (isAway && isHearth(body, place)) places.push(place)
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
