import type { z } from 'zod'

type Shape = Readonly<Record<string, z.ZodType>>

/** A fault of a field, or of something inside of it. */
export interface FieldFault {
  readonly path: readonly PropertyKey[]
  /** Reads on after the field's name. */
  readonly message: string
}

export interface CheckedFields<S extends Shape> {
  /** The fields without a fault. */
  readonly values: { -readonly [K in keyof S]?: z.infer<S[K]> }
  readonly faults: readonly FieldFault[]
}

/** Checks each field by itself, so that one at fault hides no other. */
export function checkFields<S extends Shape>(
  shape: S,
  given: Readonly<Record<string, unknown>>,
): CheckedFields<S> {
  const values: Record<string, unknown> = {}
  const faults: FieldFault[] = []
  for (const [field, schema] of Object.entries(shape)) {
    const parsed = schema.safeParse(given[field])
    if (parsed.success) values[field] = parsed.data
    for (const { path, message } of parsed.error?.issues ?? []) {
      faults.push({ path: [field, ...path], message })
    }
  }
  return { values: values as CheckedFields<S>['values'], faults }
}

/** As an argument is named: `measure[0].width`. */
export function pathOf(path: readonly (PropertyKey | undefined)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part ?? '')}`))
    .join('')
    .replace(/^\./, '')
}
