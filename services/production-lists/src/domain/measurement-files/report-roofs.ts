import type { Exact } from '../exact.ts'
import { attributeOf, childrenOf, membersOf } from './element.ts'
import type { Element } from './element.ts'
import { namesOf, UnreadableMeasurementsError } from './measurement-file.ts'
import { areaWithin, pointOf } from './outline.ts'
import type { Point } from './outline.ts'
import { readNumber, readPitch } from './read-number.ts'
import type { LengthUnit } from './read-number.ts'

/** A line of a roof or a wall. */
export interface Line {
  readonly type: string
  /** Undefined when a point of the line is missing. */
  readonly points: readonly Point[] | undefined
}

/** A face of a roof or a wall, or a hole in one. */
export interface Face {
  readonly name: string
  readonly type: string
  readonly size: Exact | undefined
  readonly netSize: Exact | undefined
  readonly perimeter: Exact | undefined
  readonly pitch: string | undefined
  /** By its outline. */
  readonly area: number | undefined
}

/**
 * The faces and lines of a roof.
 * @throws UnreadableMeasurementsError where a sum would be wrong: something unknown among them, an id twice or none
 */
export function readRoof(roof: Element, unit: LengthUnit): { lines: Line[]; faces: Face[] } {
  for (const [group, member] of [
    ['FACES', 'FACE'],
    ['LINES', 'LINE'],
    ['POINTS', 'POINT'],
  ] as const)
    requireOnly(roof, group, member)
  const points = new Map(
    byId(membersOf(roof, 'POINTS', 'POINT')).map(([id, element]) => [
      id,
      pointOf(attributeOf(element, 'data')),
    ]),
  )
  const found = byId(membersOf(roof, 'LINES', 'LINE')).map(
    ([id, element]) => [id, { type: typeOf(element), points: pointsOn(element, points) }] as const,
  )
  const lines = new Map<string, Line>(found)
  const faces = byId(membersOf(roof, 'FACES', 'FACE')).map(([id, element]) =>
    readFace(element, { id, lines, points, unit }),
  )
  return { lines: [...lines.values()], faces }
}

/** A member of another name would be missing in sums. */
function requireOnly(roof: Element, group: string, member: string): void {
  const groups = childrenOf(roof, group)
  if (groups.some(hasText)) {
    throw new UnreadableMeasurementsError(
      'UNKNOWN_PART',
      `Recognised: ${group}. Not recognised in it: text between the elements, as in a damaged file. Nothing was read.`,
    )
  }
  const others = groups.flatMap(({ children }) => children).filter(({ name }) => name !== member)
  if (others.length === 0) return
  throw new UnreadableMeasurementsError(
    'UNKNOWN_PART',
    `Recognised: ${group}. Not recognised in it: ${namesOf(others.map(({ name }) => name))}; it may have ${member} only. Nothing was read, because sums would lack what is not recognised.`,
  )
}

function hasText({ text, children }: Element): boolean {
  return text.trim() !== '' || children.some(hasText)
}

/** An id that occurs twice in a roof would be counted twice, or hide another. */
function byId(elements: readonly Element[]): (readonly [string, Element])[] {
  const seen = new Set<string>()
  return elements.map((element) => {
    const id = attributeOf(element, 'id') ?? attributeOf(element, 'name')
    if (id === undefined) {
      throw new UnreadableMeasurementsError(
        'UNKNOWN_PART',
        `A ${element.name} has no id. Nothing was read.`,
      )
    }
    if (seen.has(id)) {
      throw new UnreadableMeasurementsError(
        'AMBIGUOUS',
        `Two elements ${element.name} of one roof have the id ${namesOf([id])}. Nothing was read.`,
      )
    }
    seen.add(id)
    return [id, element]
  })
}

/** What has no type is in no sum, so that all of them would be too small. */
function typeOf(element: Element): string {
  const type = attributeOf(element, 'type')
  if (type !== undefined) return type.toUpperCase()
  throw new UnreadableMeasurementsError(
    'UNKNOWN_PART',
    `A ${element.name} has no type. Nothing was read.`,
  )
}

function idsIn(element: Element): string[] {
  return (attributeOf(element, 'path') ?? '').split(/[\s,]+/).filter((id) => id !== '')
}

function pointsOn(
  line: Element,
  points: ReadonlyMap<string, Point | undefined>,
): Point[] | undefined {
  const found = idsIn(line).map((id) => points.get(id))
  const known = found.filter((point) => point !== undefined)
  return known.length === found.length && known.length >= 2 ? known : undefined
}

interface Surroundings {
  readonly id: string
  readonly lines: ReadonlyMap<string, Line>
  readonly points: ReadonlyMap<string, Point | undefined>
  readonly unit: LengthUnit
}

function readFace(element: Element, { id, lines, points, unit }: Surroundings): Face {
  const polygons = childrenOf(element, 'POLYGON')
  const [polygon] = polygons
  const isPlain = polygon !== undefined && polygons.length === 1
  const number = (name: string, kind: 'area' | 'length') =>
    isPlain ? readNumber(attributeOf(polygon, name), kind, unit) : undefined
  const outline = isPlain ? outlineOf(polygon, lines, points) : undefined
  const area = outline === undefined ? undefined : areaWithin(outline)
  const feet = unit === 'metres' && area !== undefined ? readNumber(area, 'area', unit) : undefined
  return {
    name: id,
    type: typeOf(element),
    size: number('unroundedsize', 'area') ?? number('size', 'area'),
    netSize: number('sizelesspenetrations', 'area'),
    perimeter: number('perimeter', 'length'),
    pitch: isPlain ? readPitch(attributeOf(polygon, 'pitch')) : undefined,
    area: feet?.toNumber() ?? area,
  }
}

/** The path of a polygon names its lines, or its points. */
function outlineOf(
  polygon: Element,
  lines: Surroundings['lines'],
  points: Surroundings['points'],
): (readonly Point[])[] | undefined {
  const ids = idsIn(polygon)
  const edges = ids.map((id) => lines.get(id)?.points)
  const known = edges.filter((edge) => edge !== undefined)
  if (known.length === ids.length && ids.length >= 3) return known
  const corners = ids.map((id) => points.get(id)).filter((point) => point !== undefined)
  if (corners.length !== ids.length || ids.length < 3) return undefined
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner])
}
