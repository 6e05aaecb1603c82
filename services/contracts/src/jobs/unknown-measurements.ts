import { nearestKey } from './nearest-key.ts'
import { knownKeys } from './measurements.ts'
import type { KnownKeys } from './measurements.ts'

/** Most keys that are compared with the known ones; the others are counted. */
const KEYS_MAX = 100
const SENTENCES_MAX = 10
const PATH_SHOWN_MAX = 120
/** How many edges a length has, which measuring tools state beside it. Nothing is computed from it. */
const EDGE_COUNT_KEY = 'total'

interface UnknownKey {
  readonly path: string
  /** The known key that resembles it most. */
  readonly nearest: string | undefined
  /** Where it occurred first. */
  readonly place: string
  readonly occurrences: number
}

/** Collects the unknown keys of measurements, from which nothing is computed, to warn of them in a few sentences. */
export class UnknownMeasurements {
  readonly #keys = new Map<string, UnknownKey>()
  #hasMore = false

  /** @param place begins the sentences of keys that occur in these measurements first */
  add(measurements: unknown, place: string): void {
    const paths = new Map<string, { readonly path: readonly string[]; readonly value: unknown }>()
    for (const unknown of unknownIn(measurements, knownKeys, [])) {
      // Members of a list have the same path.
      paths.set(unknown.path.join('.'), unknown)
      if (paths.size > KEYS_MAX) break
    }
    for (const [joined, { path, value }] of paths) {
      const known = this.#keys.get(joined)
      if (known !== undefined) {
        this.#keys.set(joined, { ...known, occurrences: known.occurrences + 1 })
      } else if (this.#keys.size < KEYS_MAX) {
        const nearest = nearestKey(path, value)
        this.#keys.set(joined, { path: joined, nearest, place, occurrences: 1 })
      } else {
        this.#hasMore = true
      }
    }
  }

  /** At most ten sentences and one that counts the others; keys that resemble known ones, probable mistakes, first. */
  sentences(): string[] {
    const byLikeness = [...this.#keys.values()].sort(
      (a, b) => Number(a.nearest === undefined) - Number(b.nearest === undefined),
    )
    const shown = byLikeness.slice(0, SENTENCES_MAX).map(sentence)
    const more = byLikeness.length - shown.length
    if (more === 0) return shown
    const count = this.#hasMore ? `more than ${more}` : String(more)
    return [...shown, `And ${count} more ${more === 1 ? 'key is' : 'keys are'} unknown.`]
  }
}

function sentence({ path, nearest, place, occurrences }: UnknownKey): string {
  const characters = Array.from(path)
  const isShort = characters.length <= PATH_SHOWN_MAX
  const shown = isShort ? path : `${characters.slice(0, PATH_SHOWN_MAX).join('')}…`
  const often = occurrences === 1 ? '' : ` (in ${occurrences} jobs)`
  const advice =
    nearest === undefined ? 'No known key resembles it.' : `Did you mean measurements.${nearest}?`
  return `${place}measurements.${shown} is no known key${often}: nothing is computed from it. ${advice}`
}

function* unknownIn(
  json: unknown,
  known: KnownKeys,
  path: readonly string[],
): Generator<{ readonly path: readonly string[]; readonly value: unknown }> {
  if (Array.isArray(json)) {
    for (const member of json) yield* unknownIn(member, known, path)
    return
  }
  if (typeof json !== 'object' || json === null) return
  for (const [key, value] of Object.entries(json)) {
    const inside = known.get(key)
    const place = [...path, key]
    if (inside === undefined) {
      if (!(key === EDGE_COUNT_KEY && known.has('length'))) yield { path: place, value }
    } else if (inside !== null) {
      yield* unknownIn(value, inside, place)
    }
  }
}
