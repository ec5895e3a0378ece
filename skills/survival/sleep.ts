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
/** When the game lets players sleep (ticks since sunrise), and how long a night is. */
const DUSK = 12_542
const DAWN = 23_459
const NIGHT_TICKS = DAWN - DUSK
/** Nobody sleeps with a monster this near (blocks). */
const WATCH = 8
/** From how near one lies down (blocks). */
const BESIDE = 2
/** How long the server may take to let somebody lie down (ticks). */
const LIE_DOWN_TICKS = 20
/** What it takes where nobody else keeps awake (ticks). */
const SLEEP_TICKS = 160

/** Sleeps until the morning in a bed that is known or carried. By day, and beside monsters, it fails at once. */
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
  ways: () => [],
  sources: () => [],
  missing: (registry, _goal, inventory, near) =>
    missingStation(BED, hasStation(registry, BED, inventory, near)),
  // Without a body there is no night.
  simulate: () => ({ changes: new Map(), worn: [] }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: SLEEP_TICKS }),
  effect: 'it is morning',
  budget: () => NIGHT_TICKS + 2000,
  async run(context): Promise<Outcome> {
    const { body } = context
    const { timeOfDay } = body.game
    if (timeOfDay < DUSK || timeOfDay > DAWN)
      return failed('unreachable', 'nobody can sleep by day: at dusk, tick 12,542 of the day')
    const place = knownBed(context)
    const night = place ? await sleepIn(context, place) : await sleepInOwnBed(context)
    switch (night) {
      case 'slept':
        return succeeded
      case 'no-room':
        return failed('unreachable', 'no free, even ground for a bed')
      case 'awake':
        return watched(context)
          ? failed('hurt', 'nobody can sleep with monsters near')
          : failed('unreachable', 'the bed does not let one sleep')
    }
  },
})

/** The nearest bed that the agent knows and does not avoid. */
function knownBed({ body, registry, memory }: SkillWorld): Vec3 | undefined {
  const accept = ({ position: { x, y, z } }: { position: Vec3 }) => !body.avoided.has(x, y, z)
  const query = { maxDistance: BED_RANGE, limit: 1, accept }
  return memory.blocks(tagMembers(registry, BED), body.position, query)[0]?.position
}

/** How a night in a bed went. */
type Night = 'slept' | 'awake' | 'no-room'

/**
 * Sleeps in a bed that is carried, put down for it and taken along again.
 * @throws the signal's reason when it fires.
 */
export async function sleepInOwnBed(context: SkillContext): Promise<Night> {
  const { body, registry, signal } = context
  const beds = tagMembers(registry, BED).filter((name) => body.carried[name])
  const free = (position: Vec3) =>
    body.traitsAt(position).open && body.traitsAt(position.offset(0, -1, 0)).floor
  // A bed lies the way one looks: its head is one farther.
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

/** Goes to a bed and sleeps in it; one that does not serve is avoided. */
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
    await body.until(() => !vitals.asleep, NIGHT_TICKS, signal)
  } finally {
    await interaction.leaveBed()
  }
  return 'slept'
}

function watched(context: SkillContext): boolean {
  return threats(context, WATCH).length > 0
}
