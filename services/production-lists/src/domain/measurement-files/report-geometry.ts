import { Exact } from '../exact.ts'
import type { Element } from './element.ts'
import { differ } from './figure-sheet.ts'
import type { FigureSheet } from './figure-sheet.ts'
import { namesOf } from './measurement-file.ts'
import { lengthOf } from './outline.ts'
import { readNumber, rounded } from './read-number.ts'
import type { LengthUnit } from './read-number.ts'
import { readRoof } from './report-roofs.ts'
import type { Face, Line } from './report-roofs.ts'

/** Lengths are sums of lines by type. */
const LINE_FIGURES: Readonly<Record<string, string>> = {
  RIDGE: 'roof.ridges.length',
  HIP: 'roof.hips.length',
  VALLEY: 'roof.valleys.length',
  EAVE: 'roof.gutters_eaves.length',
  RAKE: 'roof.rakes.length',
  FLASHING: 'roof.flashing.length',
  STEPFLASH: 'roof.step_flashing.length',
  PARAPET: 'roof.parapets.length',
}
/** Corners of siding have a type with more words behind these. */
const CORNER_FIGURES: readonly (readonly [start: string, name: string])[] = [
  ['INSIDE_CORNER_SIDING', 'corners.inside'],
  ['OUTSIDE_CORNER_SIDING', 'corners.outside'],
]
const OTHER_LINE = 'OTHER'

interface FaceFigures {
  readonly area: string
  readonly netArea?: string
  readonly count: string
  readonly perimeter?: string
}

const FACE_FIGURES: Readonly<Record<string, FaceFigures>> = {
  ROOF: { area: 'roof.roof_facets.area', count: 'roof.roof_facets.total' },
  ROOFPENETRATION: {
    area: 'roof.penetrations.area',
    count: 'roof.penetrations.total',
    perimeter: 'roof.penetrations.perimeter',
  },
  WALL: { area: 'area.total.walls', netArea: 'area.facades.walls', count: 'walls.facets.total' },
  WALLPENETRATION: {
    area: 'openings.area',
    count: 'openings.quantity',
    perimeter: 'openings.total_perimeter',
  },
}
/** What is computed from faces and lines, except the areas by pitch. */
export const geometryFigures: ReadonlySet<string> = new Set([
  ...Object.values(LINE_FIGURES),
  ...CORNER_FIGURES.flatMap(([, name]) => [`${name}.qty`, `${name}.len`]),
  ...Object.values(FACE_FIGURES).flatMap((figures): string[] => Object.values(figures)),
])
/** Parts of other faces. */
const MATERIAL_FACE = 'MATERIAL'

/** Adds what the faces and lines of all roofs say together. Returns whether there were any. */
export function addGeometry(
  roofs: readonly Element[],
  { sheet, unit }: { readonly sheet: FigureSheet; readonly unit: LengthUnit },
): boolean {
  const read = roofs.map((roof) => readRoof(roof, unit))
  const lines = read.flatMap((roof) => roof.lines)
  const faces = read.flatMap((roof) => roof.faces)
  addLines(lines, sheet, unit)
  addFaces(faces, sheet)
  addPitches(
    faces.filter(({ type }) => type === 'ROOF'),
    sheet,
  )
  return lines.length + faces.length > 0
}

function addLines(lines: readonly Line[], sheet: FigureSheet, unit: LengthUnit): void {
  const byFigure = Map.groupBy(lines, ({ type }) => {
    const corner = CORNER_FIGURES.find(([start]) => type.startsWith(start))
    return LINE_FIGURES[type] ?? corner?.[1]
  })
  const unknown = (byFigure.get(undefined) ?? [])
    .map(({ type }) => type)
    .filter((type) => type !== OTHER_LINE)
  if (unknown.length > 0) {
    sheet.warn(
      `Lines of a type that is not read are in no figure (${unknown.length}): ${namesOf(unknown)}.`,
    )
  }
  for (const [name, own] of byFigure) if (name !== undefined) addLengths(name, own, { sheet, unit })
}

function addLengths(
  name: string,
  lines: readonly Line[],
  { sheet, unit }: { readonly sheet: FigureSheet; readonly unit: LengthUnit },
): void {
  const isCorner = name.startsWith('corners.')
  const figure = isCorner ? `${name}.len` : name
  if (isCorner) sheet.add(`${name}.qty`, new Exact(lines.length), 'geometry')
  const lengths = lines.map(({ points }) => (points === undefined ? undefined : lengthOf(points)))
  const known = lengths.filter((length) => length !== undefined)
  const missing = lengths.length - known.length
  if (missing > 0) {
    sheet.leaveOut(figure)
    return sheet.warn(
      `${figure} was not computed. Lines without points that can be read: ${missing}.`,
    )
  }
  const length = readNumber(
    known.reduce((sum, one) => sum + one, 0),
    'length',
    unit,
  )
  if (length !== undefined) sheet.add(figure, rounded(length), 'geometry')
}

function addFaces(faces: readonly Face[], sheet: FigureSheet): void {
  const unknown = faces
    .map(({ type }) => type)
    .filter((type) => !(type in FACE_FIGURES) && type !== MATERIAL_FACE)
  if (unknown.length > 0) {
    sheet.warn(
      `Faces of a type that is not read are in no figure (${unknown.length}): ${namesOf(unknown)}.`,
    )
  }
  for (const [type, figures] of Object.entries(FACE_FIGURES)) {
    const own = faces.filter((face) => face.type === type)
    if (own.length === 0) continue
    sheet.add(figures.count, new Exact(own.length), 'geometry')
    addSum(figures.area, own.map(sizeOf), sheet)
    if (figures.netArea !== undefined)
      addSum(
        figures.netArea,
        own.map(({ netSize }) => netSize),
        sheet,
      )
    if (figures.perimeter !== undefined)
      addSum(
        figures.perimeter,
        own.map(({ perimeter }) => perimeter),
        sheet,
      )
  }
  compareOutlines(faces, sheet)
}

function sizeOf({ size, area }: Face): Exact | undefined {
  return size ?? (area === undefined ? undefined : rounded(area))
}

/** A figure is the sum of all its parts or missing. */
function addSum(name: string, parts: readonly (Exact | undefined)[], sheet: FigureSheet): void {
  const known = parts.filter((part) => part !== undefined)
  if (known.length === parts.length)
    return sheet.add(name, rounded(Exact.sum(0, ...known)), 'geometry')
  const missing = parts.length - known.length
  sheet.leaveOut(name)
  if (known.length > 0 || name === FACE_FIGURES['ROOF']?.area) {
    sheet.warn(
      `${name} was not computed. Faces without a size that can be read: ${missing} of ${parts.length}.`,
    )
  }
}

function compareOutlines(faces: readonly Face[], sheet: FigureSheet): void {
  const wrong = faces.filter(
    ({ type, size, area }) =>
      type === 'ROOF' && size !== undefined && area !== undefined && differ(size, rounded(area)),
  )
  if (wrong.length === 0) return
  sheet.warn(
    `The stated size of roof faces differs by more than 1 % from their outline (${wrong.length}): ${namesOf(wrong.map(({ name }) => name))}.`,
  )
}

function addPitches(faces: readonly Face[], sheet: FigureSheet): void {
  const areas = new Map<string, Exact>()
  for (const face of faces) {
    const size = sizeOf(face)
    if (face.pitch === undefined || size === undefined) {
      if (faces.some(({ pitch }) => pitch !== undefined))
        sheet.warn('A roof face states no pitch or size, so areas by pitch were not computed.')
      return
    }
    areas.set(face.pitch, size.plus(areas.get(face.pitch) ?? 0))
  }
  const sums = new Map([...areas].map(([pitch, area]) => [pitch, rounded(area)] as const))
  const [largest] = [...sums].toSorted(([, a], [, b]) => b.comparedTo(a))
  sheet.addPitches(sums, 'geometry')
  if (largest !== undefined) sheet.addPredominantPitch(largest[0], 'geometry')
}
