import { distance } from 'fastest-levenshtein'
import { knownKeys } from './measurements.ts'
import type { Known } from './measurements.ts'

/** A longer key resembles none; the time of a comparison grows with both lengths. */
const KEY_LENGTH_MAX = 40
/** Shorter keys are part of, or begin, too many others. */
const PART_LENGTH_MIN = 4
const BEGINNING_LENGTH_MIN = 3
const COST_OF_LEVEL = 2
const COST_OF_OTHER_KIND = 1

interface Candidate {
  readonly path: readonly string[]
  readonly isGroup: boolean
  /** A key of the members of a list. */
  readonly isInList: boolean
}

const candidates: readonly Candidate[] = candidatesIn(knownKeys, [], false)

/**
 * The known key, as a dotted path, that resembles an unknown one most: by its spelling, with the other separators and
 * capitals that measuring tools use, or by its place. Undefined when none does.
 */
export function nearestKey(path: readonly string[], value: unknown): string | undefined {
  const key = path.at(-1) ?? ''
  if (path.join('').length > KEY_LENGTH_MAX * 2 || key.length > KEY_LENGTH_MAX) return undefined
  const parent = path.slice(0, -1).join('.')
  const ranked = candidates
    .filter((candidate) => isPossible(candidate, parent))
    .map((candidate) => ({ ...costOf(path, value, candidate), path: candidate.path.join('.') }))
    .toSorted((a, b) => a.cost - b.cost || a.whole - b.whole)
  const [best] = ranked
  const costMax = Math.max(2, Math.floor(plain([key]).length / 2))
  return best !== undefined && best.cost <= costMax ? best.path : undefined
}

/** Not a group that contains the unknown key, and not a key of the members of a list elsewhere. */
function isPossible({ path, isInList }: Candidate, parent: string): boolean {
  if (isInList) return path.slice(0, -1).join('.') === parent
  return path.join('.') !== parent
}

function costOf(path: readonly string[], value: unknown, candidate: Candidate) {
  const isGroup = typeof value === 'object' && value !== null
  const kind = isGroup === candidate.isGroup ? 0 : COST_OF_OTHER_KIND
  const whole = distance(plain(path), plain(candidate.path))
  const key = keyDistance(plain(path.slice(-1)), plain(candidate.path.slice(-1)))
  const levels = unsharedLevels(path.slice(0, -1), candidate.path.slice(0, -1))
  return { cost: Math.min(whole, key + levels * COST_OF_LEVEL) + kind, whole }
}

function keyDistance(a: string, b: string): number {
  if (a === b) return 0
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  const isPart =
    (short.length >= PART_LENGTH_MIN && long.includes(short)) ||
    (short.length >= BEGINNING_LENGTH_MIN && long.startsWith(short))
  return isPart ? 1 : distance(a, b)
}

/** How many levels of the two places are not the same. */
function unsharedLevels(a: readonly string[], b: readonly string[]): number {
  const shared = a.findIndex((key, index) => key !== b[index])
  return a.length + b.length - 2 * (shared === -1 ? Math.min(a.length, b.length) : shared)
}

function plain(path: readonly string[]): string {
  return path
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

function candidatesIn(known: Known, path: readonly string[], isInList: boolean): Candidate[] {
  if (typeof known === 'string') return []
  if ('members' in known) return candidatesIn(known.members, path, true)
  return [...known].flatMap(([key, inside]) => {
    const place = [...path, key]
    const own = { path: place, isGroup: typeof inside !== 'string', isInList }
    return [own, ...candidatesIn(inside, place, isInList)]
  })
}
