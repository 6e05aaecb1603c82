import { Exact } from '../exact.ts'

/** One `unit` of a product holds so many `of` another: a bundle covers 32.8 square feet. */
export interface Package {
  readonly unit: string
  readonly holds: number
  readonly of: string
}

/** Units that every contractor knows; a product may also use units of its own. */
export const knownUnits = [
  'SQUARE_FEET',
  'SQUARES',
  'LINEAR_FEET',
  'PIECES',
  'EACH',
  'BUNDLES',
  'BOXES',
  'ROLLS',
  'TUBES',
  'PALLETS',
] as const

/** Holds for every product. */
const builtIn: readonly Package[] = [{ unit: 'SQUARES', holds: 100, of: 'SQUARE_FEET' }]

/** Normalizes case and spaces of a unit: `linear_feet` and `Linear feet` are LINEAR_FEET. */
export function unitOf(word: string): string {
  return word.trim().replaceAll(/\s+/gu, '_').toUpperCase()
}

/**
 * Converts an amount into another unit by a product's packages, along the shortest chain. Only the one
 * division at the end rounds, to 40 digits.
 * @returns undefined where no chain of packages leads from one unit to the other
 */
export function convert(
  amount: Exact,
  from: string,
  to: string,
  packages: readonly Package[],
): Exact | undefined {
  const goal = unitOf(to)
  const ratios = new Map<string, Ratio>([[unitOf(from), { times: one, by: one }]])
  // Iterating a map includes entries added meanwhile: units one step away, then those two steps away.
  for (const [unit, ratio] of ratios) {
    if (unit === goal) return amount.times(ratio.times).div(ratio.by)
    for (const [neighbour, next] of neighbours(unit, ratio, packages)) {
      if (!ratios.has(neighbour)) ratios.set(neighbour, next)
    }
  }
  return undefined
}

/** Why packages cannot be calculated with, or undefined when they can. */
export function packagesViolation(packages: readonly Package[]): string | undefined {
  const contents = new Map(builtIn.map(({ unit, of }) => [unit, of]))
  for (const pack of packages) {
    const unit = unitOf(pack.unit)
    if (!(pack.holds > 0)) return `${unit} must hold more than 0 ${unitOf(pack.of)}`
    if (contents.has(unit)) return `${unit} is defined a second time`
    contents.set(unit, unitOf(pack.of))
  }
  for (const unit of contents.keys()) {
    if (isCircular(unit, contents)) return `${unit} holds itself`
  }
  return undefined
}

/** One unit is `times ÷ by` of another. */
interface Ratio {
  readonly times: Exact
  readonly by: Exact
}

const one = new Exact(1)

function neighbours(
  unit: string,
  { times, by }: Ratio,
  packages: readonly Package[],
): (readonly [string, Ratio])[] {
  const found: (readonly [string, Ratio])[] = []
  for (const pack of [...packages, ...builtIn]) {
    const [outer, inner] = [unitOf(pack.unit), unitOf(pack.of)]
    if (outer === unit) found.push([inner, { times: times.times(pack.holds), by }])
    if (inner === unit) found.push([outer, { times, by: by.times(pack.holds) }])
  }
  return found
}

/** Each unit is defined once, so there is one chain of contents to follow. */
function isCircular(unit: string, contents: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  let inner = contents.get(unit)
  while (inner !== undefined && !seen.has(inner)) {
    if (inner === unit) return true
    seen.add(inner)
    inner = contents.get(inner)
  }
  return false
}
