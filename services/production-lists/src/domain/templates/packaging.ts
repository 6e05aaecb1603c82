import { Exact } from '../exact.ts'

/** One `unit` holds `holds` times the unit `of`: a bundle holds 32.8 square feet. */
export interface Package {
  readonly unit: string
  readonly holds: number
  readonly of: string
}

/** Conversions that are valid for every product. */
const builtIn: readonly Package[] = [{ unit: 'SQUARES', holds: 100, of: 'SQUARE_FEET' }]

/** Normalizes case and spaces of a unit: `linear_feet` and `Linear feet` are LINEAR_FEET. */
export function normalizedUnit(word: string): string {
  return word.trim().replaceAll(/\s+/gu, '_').toUpperCase()
}

/**
 * Converts an amount into another unit by a product's packages, along the shortest chain. It divides once,
 * at the end, so it rounds only once, to 40 digits.
 * @returns undefined where no chain of packages leads from one unit to the other
 */
export function convert(
  amount: Exact,
  from: string,
  to: string,
  packages: readonly Package[],
): Exact | undefined {
  const goal = normalizedUnit(to)
  const ratios = new Map<string, Ratio>([
    [normalizedUnit(from), { numerator: one, denominator: one }],
  ])
  // A breadth-first search, because iterating a map includes entries added meanwhile: units one step away,
  // then units two steps away.
  for (const [unit, ratio] of ratios) {
    if (unit === goal) return amount.times(ratio.numerator).div(ratio.denominator)
    for (const [neighbour, neighbourRatio] of neighbours(unit, ratio, packages)) {
      if (!ratios.has(neighbour)) ratios.set(neighbour, neighbourRatio)
    }
  }
  return undefined
}

/** The reason why packages cannot be used for conversions, or undefined when they can. */
export function packagesViolation(packages: readonly Package[]): string | undefined {
  const innerUnits = new Map(builtIn.map(({ unit, of }) => [unit, of]))
  for (const pack of packages) {
    const unit = normalizedUnit(pack.unit)
    if (!(pack.holds > 0)) return `${unit} must hold more than 0 ${normalizedUnit(pack.of)}`
    if (innerUnits.has(unit)) return `${unit} is already defined`
    innerUnits.set(unit, normalizedUnit(pack.of))
  }
  for (const unit of innerUnits.keys()) {
    if (isCircular(unit, innerUnits)) return `${unit} holds itself`
  }
  return undefined
}

/** One unit of the amount to convert is `numerator ÷ denominator` of this unit. */
interface Ratio {
  readonly numerator: Exact
  readonly denominator: Exact
}

const one = new Exact(1)

function neighbours(
  unit: string,
  { numerator, denominator }: Ratio,
  packages: readonly Package[],
): (readonly [string, Ratio])[] {
  const found: (readonly [string, Ratio])[] = []
  for (const pack of [...packages, ...builtIn]) {
    const [outer, inner] = [normalizedUnit(pack.unit), normalizedUnit(pack.of)]
    if (outer === unit) found.push([inner, { numerator: numerator.times(pack.holds), denominator }])
    if (inner === unit)
      found.push([outer, { numerator, denominator: denominator.times(pack.holds) }])
  }
  return found
}

/** A unit holds one other unit, so there is one chain to follow. */
function isCircular(unit: string, innerUnits: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  let inner = innerUnits.get(unit)
  while (inner !== undefined && !seen.has(inner)) {
    if (inner === unit) return true
    seen.add(inner)
    inner = innerUnits.get(inner)
  }
  return false
}
