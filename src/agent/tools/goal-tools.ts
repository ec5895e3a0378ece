import { z } from 'zod'
import type { GoalLanguage } from '#goal/goal-language'
import { goalText } from '#goal/print'
import type { SkillSpec } from '#goal/skill-spec'
import type { Tool, ToolCall } from '#llm/model'

/** A small model under a grammar writes until a limit stops it, so that each part has one. */
const MAX_COUNT = 2304
const MAX_MATERIALS = 9
const name = z.string().regex(/^[a-z0-9_:]{1,64}$/)
const count = z.int().min(1).max(MAX_COUNT)

const materials = z.array(z.object({ item: name, count })).max(MAX_MATERIALS)

/** Arguments as models write them where no grammar keeps them to the schema: numbers as text, no count, materials as an object. */
const givenName = z.preprocess(
  (given) => (typeof given === 'string' ? given.trim().toLowerCase().replace(/[ -]/g, '_') : given),
  name,
)
const givenCount = z.preprocess(
  (given) => (typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : (given ?? 1)),
  count,
)
const givenMaterials = z.preprocess(
  (given) =>
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.entries(given).map(([item, count]) => ({ item, count }))
      : given,
  z.array(z.object({ item: givenName, count: givenCount })).max(MAX_MATERIALS),
)
const NO_TOOL: ReadonlySet<unknown> = new Set(['', 'null', 'none', 'None'])
const givenSchema = z.object({
  item: givenName.optional(),
  count: givenCount,
  materials: givenMaterials.nullish(),
  tool: z.preprocess((given) => (NO_TOOL.has(given) ? null : given), givenName.nullish()),
})

/** The goal skills as typed tools. */
export function goalTools({ skills }: GoalLanguage): readonly Tool[] {
  return skills.map((skill) => ({
    name: skill.name,
    description: skill.prompt.meaning,
    schema: schemaOf(skill),
  }))
}

function schemaOf({ object, takesMaterials, station }: SkillSpec): z.ZodType {
  return z.object({
    ...(object === null && { item: name }),
    count,
    ...(takesMaterials && { materials }),
    ...(station === null && { tool: name.nullable() }),
  })
}

/** The goal of a call in the goal language; undefined when the call is no goal or its arguments do not fit. */
export function goalOfCall(
  language: GoalLanguage,
  { name: skillName, arguments: json }: ToolCall,
): string | undefined {
  if (!language.hasSkill(skillName)) return undefined
  const { object, station } = language.skill(skillName)
  const given = givenSchema.safeParse(parsed(json)).data
  const item = object ?? given?.item
  if (!given || item === undefined) return undefined
  return goalText({
    skill: skillName,
    target: { [item]: given.count },
    using: Object.fromEntries((given.materials ?? []).map((one) => [one.item, one.count])),
    tool: station ?? given.tool ?? null,
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
