import { attributeOf, childrenOf, countIn, membersOf } from './element.ts'
import type { Element } from './element.ts'
import { FigureSheet } from './figure-sheet.ts'
import { lineOf, NAME_SHOWN_MAX, namesOf, UnreadableMeasurementsError } from './measurement-file.ts'
import type {
  MeasurementFileContent,
  MeasurementFormat,
  MeasurementVendor,
} from './measurement-file.ts'
import { lengthUnitOf } from './length-unit.ts'
import type { LengthUnit } from './read-number.ts'
import {
  buildingsIn,
  computeBuildings,
  isWholeByGeometry,
  OVERALL,
  ROOF,
  STRUCTURES,
} from './report-buildings.ts'
import { addGeometry } from './report-geometry.ts'
import { addSummaries } from './report-summary.ts'

/** A map, because a root that is named as a member of objects, such as `constructor`, is unknown. */
const VENDORS: ReadonlyMap<string, MeasurementVendor> = new Map([
  ['EAGLEVIEW_EXPORT', 'EAGLEVIEW'],
  ['DATA_EXPORT', 'HOVER'],
])
/** The names of the roots that are read. */
export const reportRoots: readonly string[] = [...VENDORS.keys()]

const KNOWN: ReadonlySet<string> = new Set([
  'REPORT',
  'VERSION',
  'LOCATION',
  'MATERIALS',
  'SUBTYPES',
  STRUCTURES,
  'SUMMARY',
  OVERALL,
])

/**
 * Reads the tree that the exports of EagleView and of HOVER share. Printed figures win; what they lack is computed from
 * faces and lines.
 * @throws UnreadableMeasurementsError for another tree, and for one without a figure
 */
export function readReportTree(root: Element, format: MeasurementFormat): MeasurementFileContent {
  const vendor = VENDORS.get(root.name)
  if (vendor === undefined) throw unknownRoot(root)
  const sheet = new FigureSheet()
  const structures = childrenOf(root, STRUCTURES)
  const roofs = structures.flatMap((structure) => childrenOf(structure, ROOF))
  const unit = lengthUnitOf([
    root,
    ...childrenOf(root, 'REPORT'),
    ...structures,
    ...roofs,
    ...roofs.flatMap((roof) => childrenOf(roof, 'POINTS')),
  ])
  requireAllRead(root, roofs)
  const { hasSummary, hasGeometry } = addBuildings(root, { sheet, unit })
  checkLocation(root, sheet)
  const unknown = root.children.filter(({ name }) => !KNOWN.has(name)).map(({ name }) => name)
  if (unknown.length > 0) sheet.warn(`The file has parts that are not read: ${namesOf(unknown)}.`)
  const figures = sheet.figures()
  if (figures.length === 0) throw withoutFigures(root, { hasSummary, hasGeometry })
  const [report] = childrenOf(root, 'REPORT')
  const [version] = childrenOf(root, 'VERSION')
  return {
    source: {
      vendor,
      format,
      version: lineOf(version && [...version.attributes.values(), version.text].join(' ')),
      reportId: lineOf(report && attributeOf(report, 'reportId')),
    },
    figures,
    warnings: sheet.warnings(),
    measurements: sheet.measurements(),
  }
}

interface Found {
  readonly hasSummary: boolean
  readonly hasGeometry: boolean
}

function addBuildings(
  root: Element,
  context: { readonly sheet: FigureSheet; readonly unit: LengthUnit },
): Found {
  const { sheet } = context
  const found = buildingsIn(root)
  const roofs = found.flatMap((building) => building.roofs)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) {
    const hasSummary = addSummaries([{ summary: only.summary, computed: undefined }], context)
    return { hasSummary, hasGeometry: addGeometry(roofs, context) }
  }
  const buildings = computeBuildings(found, context)
  const hasSummary = addSummaries(buildings, context)
  if (isWholeByGeometry(buildings, sheet))
    return { hasSummary, hasGeometry: addGeometry(roofs, context) }
  for (const { computed: own } of buildings)
    for (const text of own?.warnings() ?? []) sheet.warn(text)
  return { hasSummary, hasGeometry: buildings.some(({ computed: own }) => own !== undefined) }
}

/** A part at another place than where parts are summed would be missing in the sums. */
function requireAllRead(root: Element, roofs: readonly Element[]): void {
  for (const [group, name] of [
    ['FACES', 'FACE'],
    ['LINES', 'LINE'],
    ['POINTS', 'POINT'],
  ] as const) {
    const read = roofs.reduce((sum, roof) => sum + membersOf(roof, group, name).length, 0)
    const outside = countIn(root, name) - read
    if (outside > 0) {
      throw new UnreadableMeasurementsError(
        'UNKNOWN_PART',
        `Recognised: ${root.name}. Not recognised: ${outside} elements ${name} that are outside of STRUCTURES/ROOF/${group}. Nothing was read, because sums would lack them.`,
      )
    }
  }
}

function checkLocation(root: Element, sheet: FigureSheet): void {
  for (const location of childrenOf(root, 'LOCATION')) {
    for (const [name, max] of [
      ['lat', 90],
      ['long', 180],
    ] as const) {
      const text = attributeOf(location, name)
      if (text === undefined || Math.abs(Number(text)) <= max) continue
      sheet.warn(
        `LOCATION has a ${name} of ${lineOf(text, NAME_SHOWN_MAX)}, which is out of range; are lat and long swapped? No figure depends on it.`,
      )
    }
  }
}

function unknownRoot({ name, children }: Element): UnreadableMeasurementsError {
  if (/gaf|quick\s*measure/i.test(name)) {
    return new UnreadableMeasurementsError(
      'GAF_XML',
      "The XML that GAF QuickMeasure sends by mail has no public schema, so it is not read. Give the JSON of the order's result, or type the figures.",
    )
  }
  return new UnreadableMeasurementsError(
    'UNKNOWN_CONTENT',
    `Recognised: XML or JSON. Not recognised: the root ${namesOf([name])} with ${namesOf(children.map((child) => child.name)) || 'nothing'}; it must be ${reportRoots.join(' or ')}. Export the report as XML or JSON from EagleView or HOVER. The XML that GAF sends by mail has no public schema.`,
  )
}

function withoutFigures(
  root: Element,
  { hasSummary, hasGeometry }: Found,
): UnreadableMeasurementsError {
  const found = namesOf([root.name, ...root.children.map(({ name }) => name)])
  const lacks = [
    hasSummary ? 'a readable figure in OVERALL_SUMMARY' : 'OVERALL_SUMMARY/ATTRIBUTE',
    hasGeometry ? 'readable FACES and LINES' : 'STRUCTURES/ROOF with FACES, LINES and POINTS',
  ]
  return new UnreadableMeasurementsError(
    'NO_FIGURES',
    `Recognised: ${found}. Not found: ${lacks.join(', and ')}. Nothing was read; export the whole report.`,
  )
}
