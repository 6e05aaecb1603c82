import { shortened } from '../character-count.ts'
import { MEASURED_SIZE_MAX } from './limits.ts'
import { nearestKey } from './nearest-key.ts'
import { knownKeys } from './measurements.ts'
import type { Known, KnownKeys, Measurements } from './measurements.ts'

/** Most keys that are compared with the known ones; the others are counted. */
const KEYS_MAX = 100
const SENTENCES_MAX = 10
const PATH_SHOWN_MAX = 120
/** How many edges a length has, which measuring tools state beside it. Nothing is computed from it. */
const EDGE_COUNT_KEY = 'total'
/** Measuring tools round each length, mostly to a foot, so a part may be longer than its sum by so much. */
const ROUNDING_MAX = 1

interface Occurring {
  readonly path: string
  /** Where it occurred first. */
  readonly place: string
  readonly occurrences: number
}

interface UnknownKey extends Occurring {
  /** The known key that resembles it most. */
  readonly nearest: string | undefined
}

/** A known key with a value that is not measured. Earlier versions stored any value under keys that were added later. */
interface UnusableValue extends Occurring {
  readonly expected: Expected
}

type Expected = 'number' | 'text' | 'object'

/** Collects what is in measurements and nothing is computed from, and contradictions, to warn of them in a few sentences. */
export class UnknownMeasurements {
  readonly #keys = new Map<string, UnknownKey>()
  readonly #values = new Map<string, UnusableValue>()
  readonly #contradictions = new Map<string, Occurring>()
  #hasMore = false

  /** @param place begins the sentences of keys that occur in these measurements first */
  add(measurements: unknown, place: string): void {
    // Members of a list have the same path.
    const unknown = new Map<string, Unused>()
    const unusable = new Map<string, Expected>()
    for (const unused of unusedIn(measurements, knownKeys, [])) {
      const { path, expected } = unused
      if (expected !== undefined) unusable.set(path.join('.'), expected)
      else if (unknown.size <= KEYS_MAX) unknown.set(path.join('.'), unused)
    }
    for (const [path, expected] of unusable) {
      this.#values.set(path, { ...occurring(this.#values, path, place), expected })
    }
    for (const path of partsAboveSum(measurements)) {
      this.#contradictions.set(path, occurring(this.#contradictions, path, place))
    }
    for (const [joined, { path, value }] of unknown) {
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

  /**
   * At most ten sentences of values and ten of keys, each with one that counts the others; keys that resemble known ones,
   * probable mistakes, first. Then at most two of contradictions.
   */
  sentences(): string[] {
    const contradictions = [...this.#contradictions.values()].map(contradictionSentence)
    return [...this.#valueSentences(), ...this.#keySentences(), ...contradictions]
  }

  #valueSentences(): string[] {
    const values = [...this.#values.values()]
    const shown = values.slice(0, SENTENCES_MAX).map(valueSentence)
    const more = values.length - shown.length
    if (more === 0) return shown
    return [...shown, `And ${more} more ${more === 1 ? 'value' : 'values'} cannot be used.`]
  }

  #keySentences(): string[] {
    const byLikeness = [...this.#keys.values()].sort(
      (a, b) => Number(a.nearest === undefined) - Number(b.nearest === undefined),
    )
    const shown = byLikeness.slice(0, SENTENCES_MAX).map(keySentence)
    const more = byLikeness.length - shown.length
    if (more === 0) return shown
    const count = this.#hasMore ? `more than ${more}` : String(more)
    return [...shown, `And ${count} more ${more === 1 ? 'key is' : 'keys are'} unknown.`]
  }
}

/** What occurs once more. */
function occurring(known: ReadonlyMap<string, Occurring>, path: string, place: string): Occurring {
  const earlier = known.get(path) ?? { place, occurrences: 0 }
  return { path, place: earlier.place, occurrences: earlier.occurrences + 1 }
}

/** Ridges or hips that are longer than both together. The other of the two is computed as the rest, which would be below 0. */
function partsAboveSum(measurements: unknown): string[] {
  const { roof } = (measurements ?? {}) as Measurements
  const together = roof?.ridges_hips?.length ?? Infinity
  return (['ridges', 'hips'] as const)
    .filter((part) => (roof?.[part]?.length ?? 0) > together + ROUNDING_MAX)
    .map((part) => `roof.${part}.length`)
}

function contradictionSentence({ path, place, occurrences }: Occurring): string {
  return `${place}measurements.${path} is more than measurements.roof.ridges_hips.length, ridges and hips together${inJobs(occurrences)}: where the other part is missing, it counts as 0. Give the right length of both.`
}

function valueSentence({ path, expected, place, occurrences }: UnusableValue): string {
  const kind = expected === 'number' ? `number from 0 to ${MEASURED_SIZE_MAX}` : expected
  return `${place}measurements.${path} is no ${kind}${inJobs(occurrences)}: nothing is computed from it. Correct it, or leave it out.`
}

function keySentence({ path, nearest, place, occurrences }: UnknownKey): string {
  const shown = shortened(path, PATH_SHOWN_MAX)
  const advice = adviceOn(path, nearest)
  return `${place}measurements.${shown} is no known key${inJobs(occurrences)}: nothing is computed from it. ${advice}`
}

function adviceOn(path: string, nearest: string | undefined): string {
  // The names of columns of a CSV file have dots, keys of JSON have not.
  const nested = nestedIn(knownKeys, path.split('.'))
  if (nested !== undefined) return `Write a key for each part of it: ${nested}.`
  if (nearest === undefined) return 'No known key resembles it.'
  return `Did you mean measurements.${nearest}?`
}

/** JSON with a key for each part of a known path; undefined for another path. */
function nestedIn(known: Known, [key, ...rest]: readonly string[]): string | undefined {
  if (key === undefined) return '…'
  if (typeof known === 'string') return undefined
  if ('members' in known) {
    const member = nestedIn(known.members, [key, ...rest])
    return member === undefined ? undefined : `[${member}]`
  }
  const inside = known.get(key)
  const value = inside === undefined ? undefined : nestedIn(inside, rest)
  return value === undefined ? undefined : `{"${key}":${value}}`
}

function inJobs(occurrences: number): string {
  return occurrences === 1 ? '' : ` (in ${occurrences} jobs)`
}

interface Unused {
  readonly path: readonly string[]
  readonly value: unknown
  /** What the value of a known key must be; undefined for an unknown key. */
  readonly expected?: Expected
}

function* unusedIn(value: unknown, known: Known, path: readonly string[]): Generator<Unused> {
  if (value === null || value === undefined) return
  if (known === 'number') {
    if (!isSize(value)) yield { path, value, expected: 'number' }
  } else if (known === 'text') {
    if (typeof value !== 'string') yield { path, value, expected: 'text' }
  } else if ('members' in known) {
    const members: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const member of members) yield* unusedIn(member, known.members, path)
  } else if (typeof value !== 'object' || Array.isArray(value)) {
    yield { path, value, expected: 'object' }
  } else {
    yield* unusedInGroup(value, known, path)
  }
}

function* unusedInGroup(
  group: object,
  known: KnownKeys,
  path: readonly string[],
): Generator<Unused> {
  for (const [key, value] of Object.entries(group)) {
    const inside = known.get(key)
    const place = [...path, key]
    if (inside !== undefined) yield* unusedIn(value, inside, place)
    else if (!(key === EDGE_COUNT_KEY && known.has('length'))) yield { path: place, value }
  }
}

function isSize(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MEASURED_SIZE_MAX
}
