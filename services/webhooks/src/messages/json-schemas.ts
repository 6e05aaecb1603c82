import { z } from 'zod'

/** Draft 2020-12, in input mode, so that a key of a later version is not refused. */
export function jsonSchemaOf(schema: z.ZodType): object {
  return withoutExtras(z.toJSONSchema(schema, { io: 'input' }))
}

/** Draft 7, the format that AsyncAPI 3 accepts by default. */
export function draft7Of(schema: z.ZodType): object {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
  return withoutExtras(json)
}

/** Removes Zod's own annotations, which only serve programs that hold the schema itself. */
function withoutExtras(json: object): object {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== '~standard'))
}
