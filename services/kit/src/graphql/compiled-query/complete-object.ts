import { allOf, failAfter, isPending } from './completion.ts'
import type { Eventual, Json, Path, Run } from './completion.ts'

/** A field of a selection, with its value's JSON. */
export interface CompiledField {
  /** The text before the value: `"name":`. */
  readonly head: string
  readonly json: (source: unknown, parent: Path | undefined, run: Run) => Eventual<Json>
}

/** The root of a response has no path. */
export type CompleteObject = (source: unknown, path: Path | undefined, run: Run) => Eventual<Json>

/** Completes the fields of an object, which resolve side by side. */
export function completeObject(fields: readonly CompiledField[]): CompleteObject {
  const heads = fields.map(({ head }, index) => (index === 0 ? `{${head}` : `,${head}`))
  const objectJson = (jsons: readonly Json[]): string => {
    if (heads.length === 0) return '{}'
    let text = ''
    for (let index = 0; index < heads.length; index += 1) text += `${heads[index]}${jsons[index]}`
    return `${text}}`
  }
  return (source, path, run) => {
    const jsons: Eventual<Json>[] = []
    let isAnyPending = false
    try {
      for (const field of fields) {
        const json = field.json(source, path, run)
        isAnyPending ||= isPending(json)
        jsons.push(json)
      }
    } catch (error) {
      if (isAnyPending) return failAfter(jsons, error)
      throw error
    }
    return isAnyPending ? allOf(jsons).then(objectJson) : objectJson(jsons as Json[])
  }
}
