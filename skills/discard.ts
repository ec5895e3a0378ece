import { freeSlots } from '../src/body/carried.ts'
import { orStop } from '../src/body/stop.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill, SkillContext } from './skill.ts'

export interface DiscardArgs {
  /** Slots to have free afterwards. */
  readonly slots: number
}

/** What is thrown away first, and of some kinds how much is kept. */
const JUNK: readonly { readonly kinds: RegExp; readonly keep: number }[] = [
  { kinds: /seeds|sapling|flower|poppy|dandelion|rotten_flesh|poisonous|tulip|fern|bush|dye|mushroom/, keep: 0 },
  { kinds: /^(granite|diorite|andesite|tuff|calcite|gravel|sand|red_sand|clay_ball|flint|snowball)$/, keep: 0 },
  { kinds: /^(dirt|netherrack|coarse_dirt|grass_block)$/, keep: 16 },
  { kinds: /^(redstone|lapis_lazuli|raw_copper|copper_ore|egg|feather|bone|arrow|string|gunpowder)$/, keep: 0 },
  { kinds: /^(cobblestone|cobbled_deepslate)$/, keep: 64 },
]

/** Throws junk away until slots are free, the most useless first. */
export const discard: Skill<DiscardArgs> = {
  name: 'discard',
  effect: 'the inventory has `slots` free slots',
  budget: () => 300,
  precondition: () => null,
  async run(context, { slots }): Promise<SkillResult> {
    const { body, signal } = context
    for (const { kinds, keep } of JUNK) {
      for (const item of body.bot.inventory.items()) {
        if (freeSlots(body.bot) >= slots) return succeeded
        const name = body.kinds.itemName(item)
        const held = body.carried[name] ?? 0
        if (!kinds.test(name) || held - item.count < keep) continue
        await faceAway(context)
        await orStop(body.bot.tossStack(item).catch(() => {}), signal)
        await body.wait(2, signal)
      }
    }
    return freeSlots(body.bot) >= slots ? succeeded : failed('inventory-full', 'nothing carried is junk')
  },
}

/** Thrown straight ahead, things lie far enough off not to come back at once. */
async function faceAway({ body }: SkillContext): Promise<void> {
  await body.bot.look(body.bot.entity.yaw, 0, true)
}
