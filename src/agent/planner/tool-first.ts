import type { Goal, ItemCounts, Plan } from '#goal/goal'
import { FIRST_PICKAXE, STONE, STONE_PICKAXE, STONE_SWORD } from '#knowledge/stone-route'

/**
 * Splits a plan so that the first cobblestone becomes a pickaxe at once: it digs the rest twice as fast, and the way down to
 * an ore yields most of it anyway. The remaining stone and its products move behind the first step that uses the tool. This
 * is knowledge of one route (`#knowledge/stone-route`).
 */
export function toolFirst(plan: Plan, inventory: ItemCounts): Plan {
  const digging = plan.find(({ skill, target }) => skill === 'mine' && STONE in target)
  const making = plan.find(({ skill, target }) => skill === 'craft' && STONE_PICKAXE in target)
  const using = plan.find(({ tool }) => tool === STONE_PICKAXE)
  if (!digging || !making || !using || plan.indexOf(digging) > plan.indexOf(making)) return plan
  const pieces = making.target[STONE_PICKAXE] ?? 1
  const weapon = plan.find(({ target }) => STONE_SWORD in target)
  const first = (making.using[STONE] ?? 0) / pieces + (weapon?.using[STONE] ?? 0)
  const early = Math.max(0, Math.ceil(first) - (inventory[STONE] ?? 0))
  const later = (digging.target[STONE] ?? 0) - early
  if (later <= 0) return plan
  const takesStone = (goal: Goal) => goal.skill === 'craft' && STONE in goal.using
  const waits = plan
    .slice(0, plan.indexOf(using))
    .filter((goal) => takesStone(goal) && goal !== making && goal !== weapon)
  return plan.flatMap((goal): Goal[] => {
    if (waits.includes(goal)) return []
    if (goal === digging) return early > 0 ? [{ ...goal, target: { [STONE]: early } }] : []
    if (goal === making) return [share(making, 1 / pieces)]
    if (goal !== using) return [goal]
    const rest: Goal[] = [goal, { ...digging, target: { [STONE]: later }, tool: STONE_PICKAXE }]
    return [...rest, ...(pieces > 1 ? [share(making, (pieces - 1) / pieces)] : []), ...waits]
  })
}

/**
 * Makes the search for an ore use the stone pickaxe that the plan makes before it, where a wooden one would suffice. The
 * nearest selector would otherwise start the search too early.
 */
export function withNewTool(plan: Plan): Plan {
  const making = plan.findIndex(({ skill, target }) => skill === 'craft' && STONE_PICKAXE in target)
  const waits = ({ skill, tool, target }: Goal) =>
    skill === 'mine' && tool === FIRST_PICKAXE && !(STONE in target)
  if (making < 0) return plan
  return plan.map((goal, i) =>
    i > making && waits(goal) ? { ...goal, tool: STONE_PICKAXE } : goal,
  )
}

/** Part of a craft. */
function share(goal: Goal, part: number): Goal {
  const scaled = (counts: ItemCounts) =>
    Object.fromEntries(
      Object.entries(counts).map(([item, count]) => [item, Math.ceil(count * part)]),
    )
  return { ...goal, target: scaled(goal.target), using: scaled(goal.using) }
}
