/**
 * Reads the figures of reports by searching their text, without a parser of XML, a tree or decimals, to compare them with
 * those of the program. It applies the meaning of each figure, and none of the rules by which the program refuses files.
 */

export type Readings = ReadonlyMap<string, number>

interface Part {
  readonly attributes: ReadonlyMap<string, string>
}

interface Roof {
  readonly points: readonly Part[]
  readonly lines: readonly Part[]
  /** Attributes of the face and its polygon together. */
  readonly faces: readonly Part[]
}

interface Report {
  readonly roofs: readonly Roof[]
  readonly summary: readonly Part[]
}

const LINES: Readonly<Record<string, string>> = {
  RIDGE: 'roof.ridges.length',
  HIP: 'roof.hips.length',
  VALLEY: 'roof.valleys.length',
  EAVE: 'roof.gutters_eaves.length',
  RAKE: 'roof.rakes.length',
  FLASHING: 'roof.flashing.length',
  STEPFLASH: 'roof.step_flashing.length',
  OUTSIDE_CORNER_SIDING: 'corners.outside.len',
}

const PRINTED: Readonly<Record<string, string>> = {
  TotalRoofArea: 'roof.roof_facets.area',
  TotalRoofFacets: 'roof.roof_facets.total',
  TotalRidgesLength: 'roof.ridges.length',
  TotalHipsLength: 'roof.hips.length',
  TotalValleysLength: 'roof.valleys.length',
  TotalRakesLength: 'roof.rakes.length',
  TotalEavesLength: 'roof.gutters_eaves.length',
  TotalFlashingLength: 'roof.flashing.length',
  TotalStepFlashingLength: 'roof.step_flashing.length',
  TotalPenetrationsCount: 'roof.penetrations.total',
  TotalPenetrationsArea: 'roof.penetrations.area',
  TotalPenetrationsPerimeter: 'roof.penetrations.perimeter',
  SuggestedWastePercentage: 'roof.suggested_waste',
  NumberOfStories: 'footprint.stories',
  TotalWallArea: 'area.total.walls',
  TotalWallAreaLessPenetrations: 'area.facades.walls',
  TotalWallFacets: 'walls.facets.total',
  TotalWindowsAndDoors: 'openings.quantity',
  TotalWindowsAndDoorsArea: 'openings.area',
  TotalWindowsAndDoorsPerimeter: 'openings.total_perimeter',
  TotalOutsideSidingCornersLength: 'corners.outside.len',
}

const ATTRIBUTES = '(?:[^>"]|"[^"]*")*'
const FACE = new RegExp(`^(${ATTRIBUTES})>(?:[^<]*<POLYGON(${ATTRIBUTES})>)?`)

/** The readings of a report as XML. */
export function readingsOfXml(text: string): { printed: Readings; computed: Readings } {
  const roofs = text
    .split('<ROOF ')
    .slice(1)
    .map((part) => ({
      points: tagsIn(part, 'POINT'),
      lines: tagsIn(part, 'LINE'),
      faces: part
        .split('<FACE ')
        .slice(1)
        .map((face) => {
          const [, own = '', polygon = ''] = FACE.exec(face) ?? []
          return { attributes: new Map([...attributesIn(own), ...attributesIn(polygon)]) }
        }),
    }))
  const [, summary = ''] = text.split('<OVERALL_SUMMARY>')
  return readingsOf({ roofs, summary: tagsIn(summary, 'ATTRIBUTE') })
}

/** The readings of a report as JSON. */
export function readingsOfJson(text: string): { printed: Readings; computed: Readings } {
  const json = JSON.parse(text) as unknown
  const roofs = objectsAt(json, 'ROOF').map((roof) => ({
    points: objectsAt(roof, 'POINT').map(partOf),
    lines: objectsAt(roof, 'LINE').map(partOf),
    faces: objectsAt(roof, 'FACE').map((face) => ({
      attributes: new Map(
        [face, ...objectsAt(face, 'POLYGON')].flatMap((one) => [...partOf(one).attributes]),
      ),
    })),
  }))
  const summary = objectsAt(json, 'ATTRIBUTE').map(partOf)
  return readingsOf({ roofs, summary })
}

function readingsOf({ roofs, summary }: Report): { printed: Readings; computed: Readings } {
  const computed = new Map<string, number>()
  const add = (name: string, value: number) =>
    void computed.set(name, (computed.get(name) ?? 0) + value)
  for (const { points, lines, faces } of roofs) {
    const places = new Map(
      points.map(({ attributes }) => [
        attributes.get('id'),
        attributes.get('data')?.split(',').map(Number) ?? [],
      ]),
    )
    for (const { attributes } of lines) {
      const path = (attributes.get('path') ?? '').split(/[\s,]+/).map((id) => places.get(id) ?? [])
      const length = path.slice(1).reduce((sum, to, index) => {
        const [x = 0, y = 0, z = 0] = to.map(
          (value, axis) => value - (path[index]?.[axis] ?? Number.NaN),
        )
        return sum + Math.sqrt(x * x + y * y + z * z)
      }, 0)
      const name = LINES[attributes.get('type')?.trim() ?? '']
      if (name !== undefined) add(name, length)
      if (name === 'corners.outside.len') add('corners.outside.qty', 1)
    }
    for (const { attributes } of faces) addFace(attributes, add)
  }
  const printed = new Map<string, number>()
  for (const { attributes } of summary) {
    const [name = '', value = ''] = [attributes.get('name'), attributes.get('value')]
    const pitch = /^RoofAreaPerPitch:(.*)$/.exec(name)?.[1]
    printed.set(
      pitch === undefined ? (PRINTED[name] ?? name) : `roof.pitch.${pitch}`,
      printedNumber(value),
    )
  }
  return { printed, computed }
}

function addFace(attributes: Part['attributes'], add: (name: string, value: number) => void): void {
  const number = (name: string) => Number(attributes.get(name) ?? Number.NaN)
  const size = attributes.has('unroundedsize') ? number('unroundedsize') : number('size')
  switch (attributes.get('type')?.trim()) {
    case 'ROOF':
      add('roof.roof_facets.area', size)
      add('roof.roof_facets.total', 1)
      add(`roof.pitch.${attributes.get('pitch')}/12`, size)
      break
    case 'ROOFPENETRATION':
      add('roof.penetrations.area', size)
      add('roof.penetrations.total', 1)
      add('roof.penetrations.perimeter', number('perimeter'))
      break
    case 'WALL':
      add('area.total.walls', size)
      add('area.facades.walls', number('sizelesspenetrations'))
      add('walls.facets.total', 1)
      break
    case 'WALLPENETRATION':
      add('openings.area', size)
      add('openings.quantity', 1)
      add('openings.total_perimeter', number('perimeter'))
      break
  }
}

/** `2,580`, `40 ft`, `12%`, `13' 0"`, `12 m` */
export function printedNumber(text: string): number {
  const [, metres] = /^([\d.,]+) m$/.exec(text.trim()) ?? []
  if (metres !== undefined) return Number(metres.replaceAll(',', '')) / 0.3048
  const [feet = '', inches] = text.replaceAll(/,(?=\d{3})|%| ft|"/g, '').split("'")
  return Number(feet) + (inches === undefined ? 0 : Number(inches) / 12)
}

function tagsIn(text: string, name: string): Part[] {
  return [...text.matchAll(new RegExp(`<${name}\\s(${ATTRIBUTES})>`, 'g'))].map(
    ([, inside = '']) => ({
      attributes: attributesIn(inside),
    }),
  )
}

function attributesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      plain(value),
    ]),
  )
}

function plain(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    quot: '"',
    apos: "'",
    lt: '<',
    gt: '>',
    amp: '&',
  }
  return text.replaceAll(/&(quot|apos|lt|gt|amp);/g, (_, name: string) => entities[name] ?? '')
}

/** Objects under this key at any depth, which may be a list of them. */
function objectsAt(json: unknown, key: string): object[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) => {
    const members = Array.isArray(value) ? value : [value]
    const own = name === key ? members.filter((one): one is object => typeof one === 'object') : []
    return [...own, ...(name === key ? [] : members.flatMap((one) => objectsAt(one, key)))]
  })
}

function partOf(json: object): Part {
  return {
    attributes: new Map(
      Object.entries(json)
        .filter(([key]) => key.startsWith('@'))
        .map(([key, value]) => [key.slice(1), String(value)]),
    ),
  }
}
