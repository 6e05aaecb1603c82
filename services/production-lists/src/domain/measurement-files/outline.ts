/** A point in space, in the unit of the file. */
export type Point = readonly [x: number, y: number, z: number]

const COORDINATE = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?$/
/** Larger coordinates are no place on a lot, and their products would lose digits. */
const COORDINATE_MAX = 1e7

/** `12.5,0,-3.25` → a point; undefined for anything else. */
export function pointOf(data: string | undefined): Point | undefined {
  const texts = (data ?? '').split(',').map((text) => text.trim())
  const [x, y, z] = texts.map(Number)
  if (texts.length !== 3 || !texts.every((text) => COORDINATE.test(text))) return undefined
  if (x === undefined || y === undefined || z === undefined) return undefined
  return [x, y, z].every((value) => Math.abs(value) <= COORDINATE_MAX) ? [x, y, z] : undefined
}

/** The length of a line through these points. */
export function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, [x, y, z], index) => {
    const [fromX, fromY, fromZ] = points[index] ?? [x, y, z]
    return sum + Math.hypot(x - fromX, y - fromY, z - fromZ)
  }, 0)
}

/** The area within edges that form one closed line, each in any direction; undefined when they do not. */
export function areaWithin(edges: readonly (readonly Point[])[]): number | undefined {
  const corners = chain(edges)
  if (corners === undefined) return undefined
  const [origin = [0, 0, 0]] = corners
  let [sumX, sumY, sumZ] = [0, 0, 0]
  for (const [index, corner] of corners.entries()) {
    const a = minus(corner, origin)
    const b = minus(corners[(index + 1) % corners.length] ?? origin, origin)
    sumX += a[1] * b[2] - a[2] * b[1]
    sumY += a[2] * b[0] - a[0] * b[2]
    sumZ += a[0] * b[1] - a[1] * b[0]
  }
  return Math.hypot(sumX, sumY, sumZ) / 2
}

function minus([x, y, z]: Point, [fromX, fromY, fromZ]: Point): Point {
  return [x - fromX, y - fromY, z - fromZ]
}

/** The corners in the order of the edges; each edge must begin where the one before it ends. */
function chain(edges: readonly (readonly Point[])[]): Point[] | undefined {
  const [first, second] = edges
  if (first === undefined || second === undefined) return undefined
  const isForward = second.some((point) => isAt(point, first.at(-1)))
  const corners = isForward ? [...first] : first.toReversed()
  for (const edge of edges.slice(1)) {
    const last = corners.at(-1)
    if (isAt(edge[0], last)) corners.push(...edge.slice(1))
    else if (isAt(edge.at(-1), last)) corners.push(...edge.toReversed().slice(1))
    else return undefined
  }
  const end = corners.pop()
  return isAt(corners[0], end) ? corners : undefined
}

function isAt(one: Point | undefined, other: Point | undefined): boolean {
  return one !== undefined && other !== undefined && one.every((value, at) => value === other[at])
}
