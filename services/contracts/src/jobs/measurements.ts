import { z } from 'zod'
import { MEASURED_SIZE_MAX } from './limits.ts'
import { pathOf } from '../path-of.ts'

const size = z
  .number()
  .nonnegative('must not be negative')
  .max(MEASURED_SIZE_MAX, `must be at most ${MEASURED_SIZE_MAX}`)
  .nullish()
const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape).nullish()
const run = group({ length: size })
const pitch = group({ roof_pitch: z.string().nullish(), area: size, percentage: size })

/**
 * Keys that earlier versions did not know. These stored any value under them, so any value is still accepted; code that reads
 * these keys uses numbers from 0 and treats everything else as missing.
 */
const added = (inside: z.ZodType = size) => z.union([inside, z.unknown()]).optional()
const addedRun = added(run)
const addedCorner = added(group({ len: size }))

const measurementsSchema = z.looseObject({
  roof: group({
    roof_facets: group({ area: size, total: size }),
    ridges_hips: run,
    ridges: run,
    hips: run,
    valleys: run,
    rakes: run,
    gutters_eaves: run,
    flashing: run,
    step_flashing: run,
    pitch: z.array(pitch).nullish(),
    eaves_rakes: addedRun,
    parapets: addedRun,
    penetrations: added(group({ total: size, area: size, perimeter: size })),
    predominant_pitch: added(z.string()),
    suggested_waste: added(),
  }),
  area: group({
    facades: group({ siding: size, other: size, walls: added() }),
    openings: group({ siding: size }),
    total: group({ siding: size, other: added(), walls: added() }),
  }),
  openings: group({
    quantity: size,
    tops_length: size,
    sills_length: size,
    sides_length: size,
    total_perimeter: size,
    area: added(),
  }),
  trim: group({ level_starter: size, sloped_trim: size, vertical_trim: size }),
  roofline: group({
    eaves_fascia: group({ length: size, avg_depth: size, soffit_area: size }),
    rakes_fascia: run,
    fascia: addedRun,
    level_frieze_board: addedRun,
    sloped_frieze_board: addedRun,
  }),
  corners: group({
    inside: group({ qty: size, len: size }),
    outside: group({ qty: size, len: size }),
    obtuse_inside: addedCorner,
    obtuse_outside: addedCorner,
    masonry_inside: addedCorner,
    masonry_outside: addedCorner,
    siding_to_masonry_inside: addedCorner,
    siding_to_masonry_outside: addedCorner,
  }),
  accessories: group({
    shutter: group({ qty: size, area: size }),
    vents: group({ qty: size, area: size }),
  }),
  walls: added(
    group({
      facets: group({ total: size }),
      siding_tops: run,
      siding_bottoms: run,
      masonry_tops: run,
      masonry_bottoms: run,
    }),
  ),
  footprint: added(group({ stories: size, perimeter: size, area: size })),
})

/** One measured property: areas in square feet, lengths in feet. Unknown keys are kept. */
export type Measurements = z.infer<typeof measurementsSchema>

export type ParsedMeasurements =
  | { readonly kind: 'accepted'; readonly measurements: Measurements }
  | { readonly kind: 'rejected'; readonly path: string; readonly reason: string }

/** Checks a measuring tool's export; a violation has the path of its first value. */
export function parseMeasurements(json: unknown): ParsedMeasurements {
  const parsed = measurementsSchema.safeParse(json)
  if (parsed.success) return { kind: 'accepted', measurements: parsed.data }

  const issue = parsed.error.issues[0]
  return {
    kind: 'rejected',
    path: pathOf(issue?.path ?? []),
    reason: issue?.message ?? 'is not a measurement',
  }
}

/** What the value of a known key is. */
export type Known = KnownKeys | KnownList | 'number' | 'text'

/** A group: its known keys, each with what its value is. */
export type KnownKeys = ReadonlyMap<string, Known>

interface KnownList {
  readonly members: Known
}

/** The known keys of a measuring tool's export. */
export const knownKeys: KnownKeys = keysOf(measurementsSchema)

function keysOf({ shape }: z.ZodObject): KnownKeys {
  return new Map(Object.entries(shape).map(([key, inner]) => [key, knownIn(inner)]))
}

function knownIn(schema: unknown): Known {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return knownIn(schema.unwrap())
  }
  if (schema instanceof z.ZodUnion) return knownIn(schema.options[0])
  if (schema instanceof z.ZodArray) return { members: knownIn(schema.element) }
  if (schema instanceof z.ZodObject) return keysOf(schema)
  return schema instanceof z.ZodNumber ? 'number' : 'text'
}

/** Paths of the known values in a measuring tool's export; a list counts as one value. */
export const measurementPaths: readonly (readonly string[])[] = leafPaths(measurementsSchema, [])

function leafPaths(schema: unknown, path: readonly string[]): (readonly string[])[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return leafPaths(schema.unwrap(), path)
  }
  if (schema instanceof z.ZodUnion) return leafPaths(schema.options[0], path)
  if (!(schema instanceof z.ZodObject)) return [path]
  return Object.entries(schema.shape).flatMap(([key, inner]) => leafPaths(inner, [...path, key]))
}
