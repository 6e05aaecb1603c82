import { childrenOf, countIn } from './element.ts'
import type { Element } from './element.ts'
import { FigureSheet } from './figure-sheet.ts'
import { UnreadableMeasurementsError } from './measurement-file.ts'
import type { LengthUnit } from './read-number.ts'
import { addGeometry } from './report-geometry.ts'

export const [STRUCTURES, ROOF, OVERALL] = ['STRUCTURES', 'ROOF', 'OVERALL_SUMMARY']

/** What a summary is about: a structure, a roof, or everything in the file. */
export interface Building {
  readonly summary: Element | undefined
  readonly roofs: readonly Element[]
}

/**
 * The buildings of a file; one where nothing or the file as a whole has a summary.
 * @throws UnreadableMeasurementsError when it is not certain which summary counts
 */
export function buildingsIn(root: Element): Building[] {
  const [own, ...others] = childrenOf(root, OVERALL)
  if (others.length > 0) throw ambiguous('the file')
  const structures = childrenOf(root, STRUCTURES)
  const roofs = structures.flatMap((structure) => childrenOf(structure, ROOF))
  if (own !== undefined) return [{ summary: own, roofs }]
  const found = structures.flatMap(buildingsOf)
  const summaries = found.filter(({ summary }) => summary !== undefined)
  if (summaries.length !== countIn(root, OVERALL))
    throw ambiguous('a building, or where no building is')
  return summaries.length === 0 ? [{ summary: undefined, roofs }] : found
}

function buildingsOf(structure: Element): Building[] {
  const [own, ...others] = childrenOf(structure, OVERALL)
  if (others.length > 0) throw ambiguous('a structure')
  const roofs = childrenOf(structure, ROOF)
  if (own !== undefined) return [{ summary: own, roofs }]
  const each = roofs.map((roof) => {
    const [summary, ...more] = childrenOf(roof, OVERALL)
    if (more.length > 0) throw ambiguous('a roof')
    return { summary, roofs: [roof] }
  })
  return each.some(({ summary }) => summary !== undefined) ? each : [{ summary: undefined, roofs }]
}

function ambiguous(where: string): UnreadableMeasurementsError {
  return new UnreadableMeasurementsError(
    'AMBIGUOUS',
    `${OVERALL} occurs more than once in ${where}: it is not certain which one counts. Nothing was read.`,
  )
}

/** A building, and what its faces and lines say. */
export interface ComputedBuilding {
  /** From 1, in the order of the file. */
  readonly number: number
  /** Undefined when it has none, or an empty one. */
  readonly summary: Element | undefined
  /** Undefined when it has neither faces nor lines. */
  readonly computed: FigureSheet | undefined
}

/** Computes the figures of each building, and warns of those about which less is known than about the others. */
export function computeBuildings(
  buildings: readonly Building[],
  { sheet, unit }: { readonly sheet: FigureSheet; readonly unit: LengthUnit },
): ComputedBuilding[] {
  return buildings.flatMap(({ summary: given, roofs }, index): ComputedBuilding[] => {
    const own = new FigureSheet()
    const computed = addGeometry(roofs, { sheet: own, unit }) ? own : undefined
    const isEmpty = given === undefined || childrenOf(given, 'ATTRIBUTE').length === 0
    const [number, summary] = [index + 1, isEmpty ? undefined : given]
    if (summary === undefined && computed === undefined) {
      sheet.warn(
        `Building ${number} has neither OVERALL_SUMMARY nor faces and lines: it is in no figure.`,
      )
      return []
    }
    if (summary === undefined) {
      sheet.warn(
        `Building ${number} has no OVERALL_SUMMARY: what its faces and lines say was added to the printed figures of the others.`,
      )
    }
    return [{ number, summary, computed }]
  })
}

/**
 * Whether sums over the faces and lines of the file are sums over all its buildings. Otherwise it warns, unless no
 * building has any.
 */
export function isWholeByGeometry(
  buildings: readonly ComputedBuilding[],
  sheet: FigureSheet,
): boolean {
  const lacking = buildings.filter(({ computed }) => computed === undefined)
  if (lacking.length === 0) return true
  if (lacking.length < buildings.length) {
    const numbers = lacking.map(({ number }) => number).join(', ')
    sheet.warn(
      `These buildings have no faces and lines: ${numbers}. Figures that are not printed were not computed.`,
    )
  }
  return false
}
