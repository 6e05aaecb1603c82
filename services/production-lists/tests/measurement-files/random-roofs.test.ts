import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresIn, readFileText } from './example.ts'

type Point = readonly [number, number, number]

/** A roof over a rectangle: its hips go in from the ends by `inset`; gables have none, a pyramid half its length. */
interface Building {
  readonly length: number
  readonly width: number
  /** Inches over 12. */
  readonly rise: number
  readonly inset: number
}

const building = fc
  .record({
    length: fc.integer({ min: 8, max: 200 }),
    width: fc.integer({ min: 4, max: 80 }),
    rise: fc.integer({ min: 1, max: 24 }),
    share: fc.constantFrom(0, 0.25, 0.5),
  })
  .map(({ share, ...rest }): Building => ({ ...rest, inset: rest.length * share }))

/** The report of the buildings, and its sums by formulas for triangles and trapezia. */
function reportOf(buildings: readonly Building[], asJson: boolean) {
  const sums = { area: 0, ridges: 0, hips: 0, eaves: 0, rakes: 0, facets: 0 }
  const roofs = buildings.map(({ length, width, rise, inset }) => {
    const height = (width / 2) * (rise / 12)
    const slope = Math.hypot(width / 2, height)
    const edge = Math.hypot(inset, slope)
    const ridge = length - 2 * inset
    const isHip = inset > 0
    const ends = isHip ? width * Math.hypot(inset, height) : 0
    sums.area += (length + ridge) * slope + ends
    sums.facets += isHip ? 4 : 2
    sums.ridges += ridge
    sums.eaves += 2 * length + (isHip ? 2 * width : 0)
    sums[isHip ? 'hips' : 'rakes'] += 4 * edge
    const points: Point[] = [
      [0, 0, 0],
      [length, 0, 0],
      [length, width, 0],
      [0, width, 0],
      [inset, width / 2, height],
      [length - inset, width / 2, height],
    ]
    const [side, end] = [isHip ? 'HIP' : 'RAKE', 'EAVE']
    const lines: [number, number, string][] = [
      [0, 1, 'EAVE'],
      [2, 3, 'EAVE'],
      [1, 5, side],
      [5, 2, side],
      [3, 4, side],
      [4, 0, side],
      ...(isHip
        ? ([
            [1, 2, end],
            [3, 0, end],
          ] as [number, number, string][])
        : []),
      ...(ridge > 0 ? ([[5, 4, 'RIDGE']] as [number, number, string][]) : []),
    ]
    const at = (one: number, other: number) => {
      const index = lines.findIndex(
        ([a, b]) => (a === one && b === other) || (a === other && b === one),
      )
      return index < 0 ? [] : [`L${index}`]
    }
    const outlines = [
      [at(0, 1), at(1, 5), at(5, 4), at(4, 0)],
      [at(2, 3), at(3, 4), at(4, 5), at(5, 2)],
      ...(isHip
        ? [
            [at(1, 2), at(2, 5), at(5, 1)],
            [at(3, 0), at(0, 4), at(4, 3)],
          ]
        : []),
    ].map((outline) => outline.flat().join(','))
    const areas = [
      ((length + ridge) / 2) * slope,
      ((length + ridge) / 2) * slope,
      ends / 2,
      ends / 2,
    ]
    return {
      points,
      lines,
      faces: outlines.map((path, face) => ({ path, size: areas[face] ?? 0 })),
    }
  })
  return { sums, text: asJson ? jsonOf(roofs) : xmlOf(roofs) }
}

type Roofs = readonly {
  readonly points: readonly Point[]
  readonly lines: readonly [number, number, string][]
  readonly faces: readonly { readonly path: string; readonly size: number }[]
}[]

function xmlOf(roofs: Roofs): string {
  const each = roofs.map(({ points, lines, faces }) => {
    const face = faces.map(
      ({ path, size }, id) =>
        `<FACE id="F${id}" type="ROOF"><POLYGON path="${path}" unroundedsize="${size}"/></FACE>`,
    )
    const line = lines.map(
      ([from, to, type], id) => `<LINE id="L${id}" path="C${from},C${to}" type="${type}"/>`,
    )
    const point = points.map((data, id) => `<POINT id="C${id}" data="${data.join(', ')}"/>`)
    return `<STRUCTURES><ROOF><FACES>${face.join('')}</FACES><LINES>${line.join('')}</LINES><POINTS>${point.join('')}</POINTS></ROOF></STRUCTURES>`
  })
  return `<DATA_EXPORT>${each.join('')}</DATA_EXPORT>`
}

function jsonOf(roofs: Roofs): string {
  const one = <T>(members: readonly T[]) => (members.length === 1 ? members[0] : members)
  const ROOF = roofs.map(({ points, lines, faces }) => ({
    FACES: {
      FACE: one(
        faces.map(({ path, size }, id) => ({
          '@id': `F${id}`,
          '@type': 'ROOF',
          POLYGON: { '@path': path, '@unroundedsize': String(size) },
        })),
      ),
    },
    LINES: {
      LINE: one(
        lines.map(([from, to, type], id) => ({
          '@id': `L${id}`,
          '@path': `C${from},C${to}`,
          '@type': type,
        })),
      ),
    },
    POINTS: {
      POINT: one(points.map((data, id) => ({ '@id': `C${id}`, '@data': data.join(',') }))),
    },
  }))
  return JSON.stringify({ EAGLEVIEW_EXPORT: { STRUCTURES: { ROOF: one(ROOF) } } })
}

test('the sums of any roofs are those of their formulas, and no face differs from its outline', () => {
  const buildings = fc.array(building, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(buildings, fc.boolean(), (roofs, asJson) => {
      const { sums, text } = reportOf(roofs, asJson)
      const content = readFileText(text)
      const figures = figuresIn(content)
      const expected = {
        'roof.roof_facets.area': sums.area,
        'roof.roof_facets.total': sums.facets,
        'roof.ridges.length': sums.ridges,
        'roof.hips.length': sums.hips,
        'roof.gutters_eaves.length': sums.eaves,
        'roof.rakes.length': sums.rakes,
      }
      for (const [name, value] of Object.entries(expected)) {
        // What no building has is missing, and no zero.
        const figure = value === 0 ? (figures[name] ?? 0) : figures[name]
        expect(figure).toBeCloseTo(value, 1)
        expect(figure === 0).toBe(value === 0)
      }
      expect(content.warnings.filter((one) => /differs/.test(one))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
