import { z } from 'zod'

/** A schema as JSON schema for servers. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  // Some servers refuse a `$schema` field.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7' })
  return rest
}

/**
 * The object in a text: the whole text, or the part from its first to its last brace, because models add prose or a code
 * fence. Undefined when it does not match the schema.
 */
export function objectIn<T>(text: string, schema: z.ZodType<T>): T | undefined {
  const inner = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const candidate of [text, inner]) {
    const parsed = schema.safeParse(parseJson(candidate))
    if (parsed.success) return parsed.data
  }
  return undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
