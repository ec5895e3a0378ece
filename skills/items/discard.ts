import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { throwOut } from '#body/clicks'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext, SkillWorld } from '../core/skill.ts'

export interface DiscardArgs {
  /** Number of slots to free. */
  readonly slots: number
  /** Items to keep in any case. */
  readonly keep?: ReadonlySet<string>
}

/** What to throw away, in order, and the number of items to keep of some. */
const JUNK: readonly { readonly kinds: RegExp; readonly keep: number }[] = [
  {
    kinds:
      /_seeds$|_sapling$|flower$|_dye$|_tulip$|_mushroom$|fern$|_bush$|^(poppy|dandelion|rotten_flesh|poisonous_potato|spider_eye|grass|short_grass|vine|lily_pad)$/,
    keep: 0,
  },
  {
    kinds:
      /^(granite|diorite|andesite|tuff|calcite|gravel|sand|red_sand|clay_ball|flint|snowball|pointed_dripstone)$/,
    keep: 0,
  },
  { kinds: /^(dirt|netherrack|coarse_dirt|grass_block)$/, keep: 16 },
  {
    kinds:
      /^(redstone|lapis_lazuli|raw_copper|copper_ore|egg|feather|bone|arrow|string|gunpowder)$/,
    keep: 0,
  },
  { kinds: /^(cobblestone|cobbled_deepslate)$/, keep: 64 },
]

/** Distance that thrown items fly (blocks). */
const THROW = 5
const DIRECTIONS = 8

/** Throws junk away until enough slots are free, the least useful first. */
export const discard: Skill<DiscardArgs> = {
  name: 'discard',
  effect: 'the inventory has `slots` free slots',
  budget: () => 400,
  precondition: () => null,
  async run(context, args): Promise<Outcome> {
    const { body, registry, signal } = context
    const { inventory } = body
    for (const junk of JUNK) {
      for (const item of inventory.items) {
        if (inventory.freeSlots >= args.slots) return succeeded
        const name = registry.itemName(item)
        const left = (body.carried[name] ?? 0) - item.count
        if (!junk.kinds.test(name) || left < junk.keep || isNeeded(context, args, name)) continue
        await faceOpening(body)
        await throwOut(body, item)
        await body.wait(1, signal)
      }
    }
    return inventory.freeSlots >= args.slots
      ? succeeded
      : failed('inventory-full', 'the inventory holds no junk')
  },
}

/** Whether an item is junk and does not serve the target. */
export function isJunk({ agentState }: SkillWorld, name: string): boolean {
  return !agentState.needed.has(name) && JUNK.some(({ kinds }) => kinds.test(name))
}

function isNeeded({ agentState }: SkillContext, { keep }: DiscardArgs, name: string): boolean {
  // Gravel gives flint.
  const serves = name === 'gravel' ? 'flint' : name
  return keep?.has(name) === true || agentState.needed.has(name) || agentState.needed.has(serves)
}

/** Looks in the direction with most room: items thrown at a wall bounce back. */
async function faceOpening(body: Body): Promise<void> {
  const free = (yaw: number) => {
    for (let away = 1; away <= THROW; away++) {
      const position = body.eye.plus(new Vec3(-Math.sin(yaw) * away, 0, -Math.cos(yaw) * away))
      if (!body.traitsAt(position.floored()).open) return away
    }
    return THROW + 1
  }
  const yaws = Array.from({ length: DIRECTIONS }, (_, i) => (i / DIRECTIONS) * 2 * Math.PI)
  const [best = 0] = yaws.sort((a, b) => free(b) - free(a))
  await body.controls.look(best, 0)
}
