import type { Outcome } from '../src/goal/outcome.ts'
import { oreHeights } from '../src/knowledge/ores.ts'
import { explore } from './explore.ts'
import { perform, type SkillContext } from './skill.ts'
import { stripMine } from './strip-mine.ts'

/** Stone lies everywhere under the soil: this far down is enough to meet it (blocks). */
const BELOW_SOIL = 8
const ROCK = /^(stone|deepslate|granite|diorite|andesite|cobblestone|tuff)$/

/** What is looked for. */
export interface Sought {
  readonly item: string
  /** Blocks that give it. */
  readonly blocks: readonly string[]
  /** Whether one of them has come into sight. */
  readonly found: () => boolean
  /** Whether what is carried suffices to dig them. */
  readonly able: () => boolean
}

/** Looks for blocks where they are to be expected: ores at their height, stone below, the rest over land. */
export async function search(
  context: SkillContext,
  { item, blocks, found, able }: Sought,
): Promise<Outcome> {
  const { registry, body } = context
  const heights = blocks.flatMap((block) => oreHeights(registry, block) ?? [])[0]
  const rock = blocks.some((block) => ROCK.test(block))
  if (!heights && !rock) return perform(context, explore, { sought: item, found })
  const height = heights?.best ?? body.feet.y - BELOW_SOIL
  return perform(context, stripMine, { sought: item, height, found, able })
}
