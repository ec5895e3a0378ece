import type { Registry } from '#knowledge/registry'
import type { Goal, ItemCounts } from './goal.ts'
import type { Missing } from './missing.ts'
import type { Recipe, SkillSpec } from './skill-spec.ts'

const NOTHING_NEAR: ReadonlySet<string> = new Set()

/**
 * The goal language of DEPS (appendix C) for one Minecraft version: the skills that a goal can name. The parser, the
 * repair of models' answers, the planner, the text world and the prompts are derived from this list.
 */
export class GoalLanguage<Spec extends SkillSpec = SkillSpec> {
  readonly registry: Registry
  readonly skills: readonly Spec[]
  readonly #byName: ReadonlyMap<string, Spec>
  readonly #derived = new Map<unknown, unknown>()

  /** @param skills where several obtain an item, the earlier ones are preferred. */
  constructor(registry: Registry, skills: readonly Spec[]) {
    this.registry = registry
    this.skills = skills
    this.#byName = new Map(skills.map((skill) => [skill.name, skill]))
  }

  get names(): string[] {
    return this.skills.map(({ name }) => name)
  }

  /** @throws RangeError when there is no such skill. */
  skill(name: string): Spec {
    const known = this.#byName.get(name)
    if (!known) throw new RangeError(`no skill '${name}'`)
    return known
  }

  hasSkill(name: string): boolean {
    return this.#byName.has(name)
  }

  /** A table derived from the language; each function's table is computed once. */
  derived<Table>(make: (language: GoalLanguage) => Table): Table {
    if (!this.#derived.has(make)) this.#derived.set(make, make(this))
    return this.#derived.get(make) as Table
  }

  /** All recipes for an item or a member of a tag. */
  recipes(item: string, unavailable: ReadonlySet<string> = new Set()): Recipe[] {
    return this.skills.flatMap((skill) => skill.recipes(this.registry, item, unavailable))
  }

  /** What an inventory lacks for a goal; empty when the goal can be executed now. */
  missing(goal: Goal, inventory: ItemCounts, near: ReadonlySet<string> = NOTHING_NEAR): Missing[] {
    return this.skill(goal.skill).missing(this.registry, goal, inventory, near)
  }

  /** Kinds of blocks and animals that drop a goal's items; empty for crafted items. */
  sources(goal: Goal): string[] {
    return this.skill(goal.skill).sources(this.registry, goal)
  }

  /**
   * The goals that can be executed now (DEPS, section 3.3: goals whose preconditions hold may be done in any order).
   */
  possible(
    goals: readonly Goal[],
    inventory: ItemCounts,
    near: ReadonlySet<string> = NOTHING_NEAR,
  ): Goal[] {
    return goals.filter((goal) => this.missing(goal, inventory, near).length === 0)
  }
}
