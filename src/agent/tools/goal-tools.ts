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

/** Arguments of every goal skill; each tool has those that its skill uses. */
const argumentsSchema = z.object({
  item: name.optional(),
  count,
  materials: z
    .array(z.object({ item: name, count }))
    .max(MAX_MATERIALS)
    .optional(),
  tool: name.nullable().optional(),
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
    ...(takesMaterials && { materials: argumentsSchema.shape.materials.unwrap() }),
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
  const given = argumentsSchema.safeParse(parsed(json)).data
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
