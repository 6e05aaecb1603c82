import { z } from 'zod'

/** Draft 2020-12. As what comes in, so that a key of a later version is not refused. */
export function jsonSchemaOf(schema: z.ZodType): object {
  return withoutExtras(z.toJSONSchema(schema, { io: 'input' }))
}

/** The same as AsyncAPI 3 takes it without naming a format. */
export function draft7Of(schema: z.ZodType): object {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
  return withoutExtras(json)
}

/** Zod's own marks are for programs that hold the schema itself. */
function withoutExtras(json: object): object {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== '~standard'))
}
