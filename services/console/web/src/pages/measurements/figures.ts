/** What a figure is measured in, as its words are found; undefined for a count. */
export type FigureUnit = 'SQUARE_FEET' | 'linear_feet' | undefined

export type FigureGroup =
  | 'roof'
  | 'area'
  | 'openings'
  | 'trim'
  | 'roofline'
  | 'corners'
  | 'accessories'

/** A figure that can be typed: where it stands in the measurements. */
export interface TypedFigure {
  readonly path: string
  readonly unit: FigureUnit
}

const area = (path: string): TypedFigure => ({ path, unit: 'SQUARE_FEET' })
const length = (path: string): TypedFigure => ({ path, unit: 'linear_feet' })
const count = (path: string): TypedFigure => ({ path, unit: undefined })

/** The figures of the form, by group, in the order in which reports have them. */
export const TYPED_FIGURES: Readonly<Record<FigureGroup, readonly TypedFigure[]>> = {
  roof: [
    area('roof.roof_facets.area'),
    count('roof.roof_facets.total'),
    length('roof.ridges.length'),
    length('roof.hips.length'),
    length('roof.ridges_hips.length'),
    length('roof.valleys.length'),
    length('roof.rakes.length'),
    length('roof.gutters_eaves.length'),
    length('roof.flashing.length'),
    length('roof.step_flashing.length'),
  ],
  area: [
    area('area.facades.siding'),
    area('area.facades.other'),
    area('area.openings.siding'),
    area('area.total.siding'),
  ],
  openings: [
    count('openings.quantity'),
    length('openings.tops_length'),
    length('openings.sills_length'),
    length('openings.sides_length'),
    length('openings.total_perimeter'),
  ],
  trim: [length('trim.level_starter'), length('trim.sloped_trim'), length('trim.vertical_trim')],
  roofline: [
    length('roofline.eaves_fascia.length'),
    area('roofline.eaves_fascia.soffit_area'),
    length('roofline.rakes_fascia.length'),
  ],
  corners: [
    count('corners.inside.qty'),
    length('corners.inside.len'),
    count('corners.outside.qty'),
    length('corners.outside.len'),
  ],
  accessories: [
    count('accessories.shutter.qty'),
    area('accessories.shutter.area'),
    count('accessories.vents.qty'),
    area('accessories.vents.area'),
  ],
}

export const FIGURE_GROUPS = Object.keys(TYPED_FIGURES) as readonly FigureGroup[]

/** A number somewhere in the measurements. */
export interface Figure {
  readonly path: string
  readonly value: number
  /** How many of them there are, where the tool counted what it measured. */
  readonly count?: number | undefined
}

/** One pitch of the roof and the area that has it. */
export interface PitchRow {
  readonly pitch: string
  readonly area: number | undefined
  readonly percentage: number | undefined
}

/** All numbers outside of lists, in the order of the measurements. */
export function figuresOf(measurements: unknown, path = ''): readonly Figure[] {
  if (typeof measurements === 'number') return [{ path, value: measurements }]
  if (!isGroup(measurements)) return []
  return Object.entries(measurements).flatMap(([key, value]) =>
    figuresOf(value, path === '' ? key : `${path}.${key}`),
  )
}

/** Whether measurements have the same numbers, in whichever order the server returned them. */
export function hasSameFigures(one: unknown, other: unknown): boolean {
  const [figures, others] = [one, other].map((each) =>
    figuresOf(each)
      .map(({ path, value }) => `${path} ${value}`)
      .toSorted(),
  )
  return String(figures) === String(others)
}

/** The pitch table; empty when the tool made none. */
export function pitchesOf(measurements: unknown): readonly PitchRow[] {
  const roof = isGroup(measurements) ? measurements['roof'] : undefined
  const rows = isGroup(roof) ? roof['pitch'] : undefined
  if (!Array.isArray(rows)) return []
  return rows.filter(isGroup).map((row) => ({
    pitch: typeof row['roof_pitch'] === 'string' ? row['roof_pitch'] : '',
    area: numberOf(row['area']),
    percentage: numberOf(row['percentage']),
  }))
}

/**
 * The measurements with the given figures set; a figure that is undefined is taken away. Everything else stays.
 * @param changes by path
 */
export function withFigures(
  measurements: unknown,
  changes: ReadonlyMap<string, number | undefined>,
): Record<string, unknown> {
  const result = structuredClone(isGroup(measurements) ? measurements : {})
  for (const [path, value] of changes) setFigure(result, path.split('.'), value)
  return result
}

function setFigure(
  group: Record<string, unknown>,
  [key = '', ...rest]: readonly string[],
  value: number | undefined,
): void {
  if (rest.length === 0) {
    if (value === undefined) delete group[key]
    else group[key] = value
    return
  }
  const inner = isGroup(group[key]) ? group[key] : {}
  setFigure(inner, rest, value)
  if (Object.keys(inner).length > 0) group[key] = inner
  else delete group[key]
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

const KNOWN_ORDER = new Map(
  FIGURE_GROUPS.flatMap((group) => TYPED_FIGURES[group]).map(({ path }, index) => [path, index]),
)

/** The figures to show: known ones in the order of the form, then the others; counts stand beside what they count. */
export function shownFigures(measurements: unknown): readonly Figure[] {
  const all = figuresOf(measurements)
  const values = new Map(all.map(({ path, value }) => [path, value]))
  const countOf = (path: string): string => path.replace(/\.(?:length|len)$/, '.total')
  return all
    .filter(({ path }) => !isCountOfLength(path, values))
    .map(({ path, value }) => ({
      path,
      value,
      count: countOf(path) === path ? undefined : values.get(countOf(path)),
    }))
    .toSorted((one, other) => placeOf(one.path) - placeOf(other.path))
}

const placeOf = (path: string): number => KNOWN_ORDER.get(path) ?? KNOWN_ORDER.size

const isCountOfLength = (path: string, values: ReadonlyMap<string, number>): boolean =>
  path.endsWith('.total') && values.has(path.replace(/total$/, 'length'))

/** The group of a path whose first key is not known is `other`. */
export const groupOf = (path: string): FigureGroup | 'other' =>
  FIGURE_GROUPS.find((group) => path.startsWith(`${group}.`)) ?? 'other'

/** The unit of a path of the form; of an unknown one it is guessed from the last key, as tools name them. */
export function unitOfFigure(path: string): FigureUnit {
  const known = FIGURE_GROUPS.flatMap((group) => TYPED_FIGURES[group]).find(
    (figure) => figure.path === path,
  )
  if (known) return known.unit
  const key = path.split('.').at(-1) ?? ''
  if (/area|siding|other|walls/.test(key)) return 'SQUARE_FEET'
  return /len|length|perimeter|depth/.test(key) ? 'linear_feet' : undefined
}
