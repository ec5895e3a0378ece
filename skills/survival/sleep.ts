import type { Vec3 } from 'vec3'
import { digBlock } from '#body/dig'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { placeBlock } from '#body/place'
import { SIDES } from '#geometry/neighbours'
import { hasStation, missingStation } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { tagMembers } from '#knowledge/item-tags'
import { perform, type SkillContext, type SkillWorld } from '../core/skill.ts'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'
import { collect } from '../items/collect.ts'
import { threats } from '../pursuit/threats.ts'

/** What goals call beds of all colours. */
const BED = 'bed'
/** Distance up to which the agent walks to a bed (blocks). */
const BED_RANGE = 64
/** Players can sleep between these times of day (ticks since sunrise). */
const DUSK = 12_542
const DAWN = 23_459
const NIGHT_TICKS = DAWN - DUSK
/** Players cannot sleep with a monster within this distance (blocks). */
const WATCH = 8
/** The agent uses a bed from this distance (blocks). */
const BESIDE = 2
/** Time within which the server must put the agent to bed (ticks). */
const LIE_DOWN_TICKS = 20
/** The night passes within this time in bed, or does not because others are awake (ticks). */
const VOTE_TICKS = 400
/** Time that a night takes when all players sleep (ticks). */
const SLEEP_TICKS = 160

/** Sleeps until morning in a known or carried bed. Fails at once by day, and with monsters nearby. */
export const sleep: SkillDefinition = defineSkill({
  name: 'sleep',
  takesMaterials: false,
  group: 'body',
  shows: 'nothing',
  object: BED,
  station: null,
  stations: [{ name: BED, isNear: (world) => knownBed(world) !== undefined }],
  verbs: ['sleep'],
  prompt: {
    form: 'sleep({bed: 1}, null)',
    meaning: 'sleep through the night in a bed that is near or carried',
  },
  brings: (_registry, item) => item === BED,
  recipes: () => [],
  sources: () => [],
  missing: (registry, _goal, inventory, near) =>
    missingStation(BED, hasStation(registry, BED, inventory, near)),
  // There is no night in a world without a body.
  simulate: () => ({ changes: new Map(), worn: [] }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: SLEEP_TICKS }),
  effect: 'it is morning',
  budget: () => NIGHT_TICKS + 2000,
  async run(context): Promise<Outcome> {
    const { body } = context
    const { timeOfDay, thundering } = body.game
    if (!thundering && (timeOfDay < DUSK || timeOfDay > DAWN))
      return failed(
        'unreachable',
        'cannot sleep by day, only from tick 12,542 of the day on or in a thunderstorm',
      )
    const place = knownBed(context)
    const night = place ? await sleepIn(context, place) : await sleepInOwnBed(context)
    switch (night) {
      case 'slept':
        return succeeded
      case 'no-room':
        return failed('unreachable', 'no free, level ground for a bed')
      case 'outvoted':
        return failed('unreachable', 'the night does not pass: other players do not sleep')
      case 'awake':
        return watched(context)
          ? failed('hurt', 'cannot sleep with monsters nearby')
          : failed('unreachable', 'cannot sleep in this bed')
    }
  },
})

/** The nearest bed that the agent knows and does not avoid. */
function knownBed({ body, registry, memory }: SkillWorld): Vec3 | undefined {
  const accept = ({ position: { x, y, z } }: { position: Vec3 }) => !body.avoided.has(x, y, z)
  const query = { maxDistance: BED_RANGE, limit: 1, accept }
  return memory.blocks(tagMembers(registry, BED), body.position, query)[0]?.position
}

/** Result of a night in a bed. */
type Night = 'slept' | 'outvoted' | 'awake' | 'no-room'

/**
 * Places a carried bed, sleeps in it, and picks it up again.
 * @throws the signal's reason when it fires.
 */
export async function sleepInOwnBed(context: SkillContext): Promise<Night> {
  const { body, registry, signal } = context
  const beds = tagMembers(registry, BED).filter((name) => body.carried[name])
  const free = (position: Vec3) =>
    body.traitsAt(position).open && body.traitsAt(position.offset(0, -1, 0)).floor
  // The agent faces the bed's place: the head of the bed is one block farther.
  const { feet } = body
  const side = SIDES.find(
    ([dx, dz]) => free(feet.offset(dx, 0, dz)) && free(feet.offset(2 * dx, 0, 2 * dz)),
  )
  if (beds.length === 0 || !side) return 'no-room'
  const position = feet.offset(side[0], 0, side[1])
  if (!(await placeBlock(body, beds, position, signal))) return 'no-room'
  const night = await lieDown(context, position)
  await digBlock(body, position, signal)
  await perform(context, collect, { kinds: new Set(tagMembers(registry, BED)), range: 4 })
  return night
}

/** Walks to a bed and sleeps in it; avoids the bed in future if that fails. */
async function sleepIn(context: SkillContext, place: Vec3): Promise<Night> {
  const { body, signal } = context
  const goal = new GoalNear(place.x, place.y, place.z, BESIDE)
  const isThere = (await travel(body, goal, signal)) === 'arrived'
  const night = isThere ? await lieDown(context, place) : 'awake'
  if (night === 'awake' && !watched(context)) body.avoided.add(place)
  return night
}

async function lieDown(context: SkillContext, bed: Vec3): Promise<Night> {
  const { body, signal } = context
  const { vitals, interaction } = body
  if (watched(context) || !(await interaction.useBlock(bed, signal))) return 'awake'
  try {
    if (!(await body.until(() => vitals.asleep, LIE_DOWN_TICKS, signal))) return 'awake'
    if (!(await body.until(() => !vitals.asleep, VOTE_TICKS, signal))) return 'outvoted'
  } finally {
    await interaction.leaveBed()
  }
  return 'slept'
}

function watched(context: SkillContext): boolean {
  return threats(context, WATCH).length > 0
}
