import { measurementPaths } from '@takeoff/contracts/jobs/measurements'

/** What a figure measures, in the units of measurements: square feet, feet, pieces or per cent. */
export type FigureKind = 'area' | 'length' | 'count' | 'percent'

/** Keys by the last part of their path; every other number is a length. */
const KINDS_BY_KEY: Readonly<Record<string, FigureKind>> = {
  area: 'area',
  siding: 'area',
  other: 'area',
  walls: 'area',
  soffit_area: 'area',
  total: 'count',
  qty: 'count',
  quantity: 'count',
  stories: 'count',
  suggested_waste: 'percent',
}

/** Known values of measurements that are no single number. */
const TEXT_PATH = 'roof.predominant_pitch'
const PITCH_PATH = 'roof.pitch'

/** The dotted paths of all single numbers in measurements, each with its kind. */
export const figureKinds: ReadonlyMap<string, FigureKind> = new Map(
  measurementPaths
    .map((path) => path.join('.'))
    .filter((path) => path !== TEXT_PATH && path !== PITCH_PATH)
    .map((path) => [path, KINDS_BY_KEY[path.split('.').at(-1) ?? ''] ?? 'length'] as const),
)
