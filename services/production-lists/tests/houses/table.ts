import { readFile } from 'node:fs/promises'
import { readDevelopmentTemplates } from '../../src/development-data.ts'
import { parseMeasurements } from '@takeoff/contracts/jobs/measurements'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { draftItems } from '../../src/domain/lists/draft-items.ts'

/** The line's conditions exclude it. */
export const absent = 'absent'

export type Quantities = readonly [calculated: number, ordered: number] | typeof absent

/** A template line and its quantities on each house, in the order of `houses`. */
export type Row = readonly [lineId: number, ...Quantities[]]

export const houses = ['ranch', 'dormers', 'cabin'] as const
export type House = (typeof houses)[number]

/** A table for a template that has the same lines under other ids. */
export function renumbered(table: readonly Row[], added: number): Row[] {
  return table.map(([lineId, ...quantities]) => [lineId + added, ...quantities])
}

/** A table with some rows replaced by those of the same line. */
export function withRows(table: readonly Row[], rows: readonly Row[]): Row[] {
  const own = new Map(rows.map((row) => [row[0], row]))
  return table.map((row) => own.get(row[0]) ?? row)
}

/** The rows that the table expects for a house, without absent lines. */
export function expectedOn(house: House, table: readonly Row[]): Row[] {
  return table.flatMap(([lineId, ...quantities]) => {
    const found = quantities[houses.indexOf(house)]
    if (found === undefined) throw new Error(`Line ${lineId} has no quantity for the ${house}.`)
    return found === absent ? [] : [[lineId, found] as const]
  })
}

/** The quantities of a shipped template on a house, from the function that creates lists. */
export async function draftedOn(
  house: House,
  { templateId, defaultWasteFactor }: { templateId: number; defaultWasteFactor: number },
): Promise<Row[]> {
  const templates = await readDevelopmentTemplates()
  const items = draftItems({
    templates: templates.filter(({ id }) => id === templateId),
    measurements: await readHouse(house),
    defaultWasteFactor,
  })
  return items.map(({ templateLineId, calculatedQuantity, quantity }) => [
    templateLineId ?? 0,
    [calculatedQuantity, quantity],
  ])
}

/** The measurements of a house, from its file. */
export async function readHouse(house: House): Promise<Measurements> {
  const file = await readFile(new URL(`${house}.json`, import.meta.url), 'utf8')
  const { measurements } = JSON.parse(file) as { readonly measurements: unknown }
  const parsed = parseMeasurements(measurements)
  if (parsed.kind === 'accepted') return parsed.measurements
  throw new Error(`${house}.json: ${parsed.path} ${parsed.reason}`)
}
