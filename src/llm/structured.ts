import { z } from 'zod'

/** The schema as JSON schema, as servers take it. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  // The dialect of JSON schema goes without saying, and some servers refuse to be told.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-7' })
  return rest
}

/**
 * The object that a text holds: the text itself, or what stands between its first and its last
 * brace, as models put it into prose or a code fence. Undefined when that is not of the schema.
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
