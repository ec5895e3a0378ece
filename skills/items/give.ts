import { throwOne, throwOut } from '#body/clicks'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { countOf, tagMembers } from '#knowledge/item-tags'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { approachPlayer, knownPlayer } from '../pursuit/approach-player.ts'

export interface GiveArgs {
  /** Name of the player. */
  readonly player: string
  /** Item or tag to give. */
  readonly item: string
  readonly count: number
}

/** The agent throws items from this distance (blocks): a thrown item flies about two blocks. */
const RANGE = 2.5
/** Height of a player's chest (blocks), at which the agent aims. */
const CHEST_HEIGHT = 1.2
/** Time for the server to confirm a throw (ticks). */
const ANSWER_TICKS = 10
/** Limit on throws, which confirm one by one. */
const MAX_THROWS = 256
/** Time in which the player can pick the items up before the agent could again (ticks). */
const PICKUP_TICKS = 50

/** Walks to a player and throws items to it. */
export const give: Skill<GiveArgs> = {
  name: 'give',
  effect: 'the inventory holds `count` fewer of `item`, which lie before the player',
  budget: ({ count }) => 6000 + 4 * count,
  precondition({ body, registry }, { item, count }) {
    const lacking = count - countOf(registry, body.carried, item)
    return lacking <= 0
      ? null
      : { kind: 'missing-material', detail: `the inventory lacks ${lacking} ${item}` }
  },
  async run(context, { player, item, count }): Promise<Outcome> {
    const { body, registry, signal } = context
    const came = await perform(context, approachPlayer, { player, range: RANGE })
    if (!came.ok) return came
    const held = () => countOf(registry, body.carried, item)
    const kept = held() - count
    body.release()
    for (let throws = 0; throws < MAX_THROWS && held() > kept; throws++) {
      await face(context, player)
      const left = held() - kept
      const stacks = body.inventory.stacksOf(tagMembers(registry, item))
      const whole = stacks.findLast((stack) => stack.count <= left)
      const [stack] = stacks
      if (!stack) return failed('missing-material', `the ${item} left is worn`)
      const before = held()
      await body.hands.readyToClick(signal)
      await (whole ? throwOut(body, whole) : throwOne(body, stack))
      await body.until(() => held() < before, ANSWER_TICKS, signal)
    }
    await body.wait(PICKUP_TICKS, signal)
    return held() <= kept ? succeeded : failed('timeout', `the server did not take all the ${item}`)
  },
}

async function face(context: SkillContext, player: string): Promise<void> {
  const known = knownPlayer(context, player)
  if (known) await context.body.controls.lookAt(known.position.offset(0, CHEST_HEIGHT, 0))
}
