import { FUELS, fuelNeeded } from '#goal/choices'
import type { GoalLanguage } from '#goal/goal-language'
import type { Observation } from '#goal/observation'
import { tagMembers } from '#knowledge/item-tags'
import { oreHeights } from '#knowledge/ores'
import { toolType } from '#knowledge/tools'
import { CostModel } from './cost-model.ts'
import type { Task } from './planner.ts'

/** Known sources that are listed. */
const MAX_SOURCES = 8
/** Items at which fuels are compared. */
const COMPARED_ITEMS = 8
/** Skills of the examples, which every planner is shown. */
const SHOWN_SKILLS = ['mine', 'craft', 'smelt']

/** What a planner has to know for one task beyond the inventory: it follows from the recipes on the way to the target. */
export class TaskFacts {
  /** Names of the skills that the task can use, in the order of the language. */
  readonly skills: readonly string[]
  /** Names of the items and tools on the way to the target. */
  readonly items: ReadonlySet<string>
  /** Kinds of blocks and animals that items on the way come from. */
  readonly sources: readonly string[]
  readonly #language: GoalLanguage
  readonly #usesFuel: boolean
  readonly #usesPickaxe: boolean

  constructor(language: GoalLanguage, { target, wear }: Task) {
    const costs = new CostModel(language, new Set())
    const names = new Set(Object.keys(target))
    const skills = new Set(SHOWN_SKILLS)
    const sources = new Set<string>()
    let usesFuel = false
    for (const name of names) {
      for (const way of costs.easyRecipes(name, 1)) {
        skills.add(way.skill)
        usesFuel ||= way.burnTicks > 0
        for (const part of costs.partsOf(way)) names.add(part)
        const goal = { skill: way.skill, target: { [name]: 1 }, using: {}, tool: null }
        if (Object.keys(way.uses).length === 0)
          for (const source of language.sources(goal)) sources.add(source)
      }
    }
    if (wear !== null) skills.add('equip')
    this.skills = language.names.filter((name) => skills.has(name))
    this.items = names
    this.#language = language
    this.sources = [...sources]
    this.#usesFuel = usesFuel
    this.#usesPickaxe = [...names].some((name) => toolType(name) === 'pickaxe')
  }

  /**
   * The facts as a few lines of text.
   * @param ticksLeft until the trial ends; null for no limit.
   */
  text(observation: Observation, ticksLeft: number | null): string {
    return [
      ticksLeft === null ? '' : `There are ${Math.max(0, ticksLeft)} game ticks left.`,
      this.#placeText(observation),
      this.#sourcesText(observation),
      this.#heightsText(observation),
      this.#wearText(observation),
      this.#fuelText(),
    ]
      .filter(Boolean)
      .join('\n')
  }

  #placeText({ body, situation }: Observation): string {
    if (!body) return ''
    const biome = situation?.biome ? ` in the biome ${situation.biome}` : ''
    return `I am at y ${Math.floor(body.position.y)}${biome}.`
  }

  #sourcesText({ body, sources }: Observation): string {
    if (!body) return ''
    const known = sources(this.sources, MAX_SOURCES).map(({ kind, position, count }) => {
      const blocks = Math.round(position.distanceTo(body.position))
      return `${count} ${kind} ${blocks} blocks away`
    })
    return known.length > 0 ? `I know of ${known.join(', ')}.` : ''
  }

  #heightsText({ body }: Observation): string {
    if (!body) return ''
    const { registry } = this.#language
    const ores = this.sources
      .filter((kind) => !kind.startsWith('deepslate_'))
      .flatMap((kind) => {
        const heights = oreHeights(registry, kind)
        return heights
          ? `${kind} from y ${heights.min} to ${heights.max}, best at ${heights.best}`
          : []
      })
    return ores.length > 0 ? `Ores: ${ores.join('; ')}.` : ''
  }

  #wearText({ situation }: Observation): string {
    if (!situation || !this.#usesPickaxe || situation.pickaxeUses === 0) return ''
    return `My best pickaxe digs ${situation.pickaxeUses} more blocks before it breaks.`
  }

  #fuelText(): string {
    if (!this.#usesFuel) return ''
    const { registry } = this.#language
    const fuels = FUELS.filter((fuel) => tagMembers(registry, fuel).length > 0)
    const needed = fuels.map((fuel) => `${fuelNeeded(registry, fuel, COMPARED_ITEMS)} ${fuel}`)
    return `Fuel to smelt ${COMPARED_ITEMS} items: ${needed.join(', or ')}.`
  }
}
