import type { Element } from './element.ts'
import { namesOf, UnreadableMeasurementsError } from './measurement-file.ts'
import type { LengthUnit } from './read-number.ts'

const KEYS: ReadonlySet<string> = new Set([
  'unit',
  'units',
  'measurementunit',
  'measurementunits',
  'measurementsystem',
  'unitofmeasure',
  'lengthunit',
])
const FEET: ReadonlySet<string> = new Set(['ft', 'feet', 'foot', 'imperial', 'us', 'standard'])
const METRES: ReadonlySet<string> = new Set([
  'm',
  'meter',
  'meters',
  'metre',
  'metres',
  'metric',
  'si',
])

/** The unit that these elements name; feet when they name none. */
export function lengthUnitOf(elements: readonly Element[]): LengthUnit {
  return unitIn(elements.flatMap(({ attributes }) => [...attributes]))
}

/**
 * The unit that pairs of keys and values name; feet when they name none.
 * @throws UnreadableMeasurementsError for another unit, and for two of them
 */
export function unitIn(entries: readonly (readonly [key: string, value: unknown])[]): LengthUnit {
  const named = entries
    .filter(([key, value]) => isUnitKey(key) && typeof value === 'string')
    .map(([, value]) => String(value).trim().toLowerCase())
  const units = new Set<LengthUnit>()
  for (const name of named) {
    if (FEET.has(name)) units.add('feet')
    else if (METRES.has(name)) units.add('metres')
    else {
      throw new UnreadableMeasurementsError(
        'UNIT',
        `The file has the unit ${namesOf([name])}; feet and metres are read. Nothing was read.`,
      )
    }
  }
  if (units.size > 1) {
    throw new UnreadableMeasurementsError(
      'UNIT',
      'The file names feet and metres as its unit, so its figures are not certain. Nothing was read.',
    )
  }
  const [unit = 'feet'] = units
  return unit
}

/** `measurement_unit`, `measurementUnit` and `UNIT` alike. */
export function isUnitKey(key: string): boolean {
  return KEYS.has(key.replaceAll(/[_-]/g, '').toLowerCase())
}
