import type { z } from 'zod'

type Shape = Readonly<Record<string, z.ZodType>>

/** A violation of a field or of a value inside it. */
export interface FieldViolation {
  readonly path: readonly PropertyKey[]
  /** Continues a sentence that begins with the field's name. */
  readonly message: string
}

export interface CheckedFields<S extends Shape> {
  /** The fields without a violation. */
  readonly values: { -readonly [K in keyof S]?: z.infer<S[K]> }
  readonly violations: readonly FieldViolation[]
}

/** Checks each field separately, so that an invalid field hides no other violation. */
export function checkFields<S extends Shape>(
  shape: S,
  given: Readonly<Record<string, unknown>>,
): CheckedFields<S> {
  const values: Record<string, unknown> = {}
  const violations: FieldViolation[] = []
  for (const [field, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(given[field])
    if (parsed.success) values[field] = parsed.data
    for (const { path, message } of parsed.error?.issues ?? []) {
      violations.push({ path: [field, ...path], message })
    }
  }
  return { values: values as CheckedFields<S>['values'], violations }
}
