import { oreHeights } from '../src/knowledge/ores.ts'
import { explore } from './explore.ts'
import type { SkillResult } from './failure.ts'
import { prospect } from './prospect.ts'
import { perform, type SkillContext } from './skill.ts'

/** Stone lies everywhere under the soil: this far down is enough to meet it (blocks). */
const BELOW_SOIL = 8
const ROCK = /^(stone|deepslate|granite|diorite|andesite|cobblestone|tuff)$/

/** Looks for blocks where they are to be expected: ores at their height, stone below, the rest over land. */
export async function search(
  context: SkillContext,
  item: string,
  blocks: readonly string[],
  found: () => boolean,
): Promise<SkillResult> {
  const { kinds, body } = context
  const heights = blocks.flatMap((block) => oreHeights(kinds, block) ?? [])[0]
  if (heights) return perform(context, prospect, { sought: item, height: heights.best, found })
  if (blocks.some((block) => ROCK.test(block))) {
    return perform(context, prospect, { sought: item, height: body.feet.y - BELOW_SOIL, found })
  }
  return perform(context, explore, { sought: item, found })
}
