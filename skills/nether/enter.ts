import type { Vec3 } from 'vec3'
import { GoalBlock } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { missingStation } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { SkillWorld } from '../core/skill.ts'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'
import { PORTAL } from './portal-site.ts'

/** A portal farther away is not gone to (blocks). */
const RANGE = 64
/** How long one stands in a portal until it takes one away, with room for a slow server (ticks): the game's 80. */
const PORTAL_TICKS = 200
/** How long the land on the other side may take to arrive (ticks). */
const ARRIVAL_TICKS = 200
/** Until it is there (ticks). */
const ENTER_TICKS = 120

/** Goes through a Nether portal that is known, until the world around is another. */
export const enter: SkillDefinition = defineSkill({
  name: 'enter',
  takesMaterials: false,
  group: 'body',
  shows: 'nothing',
  object: PORTAL,
  station: null,
  stations: [
    {
      name: PORTAL,
      isNear: ({ body, memory }) => memory.blocks([PORTAL], body.position, { limit: 1 }).length > 0,
    },
  ],
  verbs: ['enter'],
  prompt: { form: 'enter({nether_portal: 1}, null)', meaning: 'go through a lit portal near by' },
  brings: (_registry, item) => item === PORTAL,
  ways: () => [],
  sources: () => [],
  missing: (_registry, _goal, _inventory, near) => missingStation(PORTAL, near.has(PORTAL)),
  simulate: () => ({ changes: new Map(), worn: [] }),
  estimate: () => ({ travelTicks: 0, searchTicks: 0, workTicks: ENTER_TICKS }),
  effect: 'the world around is another',
  budget: () => 2400,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    const place = knownPortal(context)
    if (!place) return failed('not-found', 'no lit portal is known near by')
    const { dimension } = body.game
    const isElsewhere = () => body.game.dimension !== dimension
    const goal = new GoalBlock(place.x, place.y, place.z)
    const arrival = await travel(body, goal, signal, { until: isElsewhere })
    if (arrival !== 'arrived') return failed('unreachable', 'no way into the portal')
    if (!(await body.until(isElsewhere, PORTAL_TICKS, signal)))
      return failed('timeout', 'the portal leads nowhere')
    const hasLand = () => body.traitsAt(body.feet.offset(0, -1, 0)).name !== 'unloaded'
    await body.until(hasLand, ARRIVAL_TICKS, signal)
    return succeeded
  },
})

/** The nearest place of a lit portal in which feet can stand. */
function knownPortal({ body, memory }: SkillWorld): Vec3 | undefined {
  const isFoot = ({ position }: { position: Vec3 }) =>
    memory.kindAt(position.offset(0, -1, 0)) !== PORTAL
  const query = { maxDistance: RANGE, limit: 1, accept: isFoot }
  return memory.blocks([PORTAL], body.position, query)[0]?.position
}
