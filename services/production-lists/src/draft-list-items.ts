import { BadUserInputError } from '@takeoff/kit/errors'
import type { Template, TemplateLine } from './db/template.ts'
import { Exact } from './domain/exact.ts'
import { quantityMax } from './domain/limits.ts'
import { computeItem } from './domain/list-item.ts'
import type { Rounding } from './domain/takeoff.ts'
import { coverageOf } from './domain/template-line.ts'
import type { Measurements } from './domain/measurements.ts'

export interface DraftOptions {
  readonly templates: readonly Template[]
  readonly measurements: Measurements
  /** The organization's, a decimal fraction: for lines whose template names none either. */
  readonly defaultWasteFactor: string
}

export type ListItemDraft = ReturnType<typeof draftItem>

/** The items that these templates become on a measured property, in order. */
export function draftListItems(options: DraftOptions): ListItemDraft[] {
  const lines = options.templates.flatMap((template) =>
    template.lines.getItems().map((line) => ({ template, line })),
  )
  return lines.map(({ template, line }, index) => ({
    ...draftItem(template, line, options),
    sortOrder: index + 1,
  }))
}

function draftItem(template: Template, line: TemplateLine, options: DraftOptions) {
  const wasteFactor = line.wasteFactor ?? template.wasteFactor ?? options.defaultWasteFactor
  const coverage = coverageOfLine(line)
  const rounding: Rounding = line.rounding === 'exact' ? 'exact' : 'whole'
  const computed = computeItem(
    {
      measure: line.measure,
      coverage,
      wasteFactor: new Exact(wasteFactor),
      rounding,
      unitCost: new Exact(line.unitCost),
      taxPercent: new Exact(line.taxPercent),
      markup: new Exact(line.markup),
    },
    options.measurements,
  )
  if (computed.quantity.greaterThan(quantityMax)) throw tooMuch(template, line)

  return {
    sortOrder: line.sortOrder,
    templateLine: line,
    product: line.product ?? null,
    name: line.name,
    groupName: line.groupName,
    tradeType: template.tradeType,
    type: line.type,
    sku: line.product?.sku ?? null,
    color: line.color ?? null,
    notes: line.notes,
    vendorId: line.vendorId ?? null,
    measure: line.measure,
    measurement: computed.measurement.toFixed(),
    measurementUnits: line.measurementUnits ?? null,
    coverage: coverage.toFixed(),
    wasteFactor,
    rounding,
    calculatedQuantity: computed.calculatedQuantity.toFixed(),
    quantity: computed.quantity.toFixed(),
    quantityUnits: line.quantityUnits,
    isManualMeasurement: false,
    unitCost: line.unitCost,
    isManualUnitCost: false,
    taxPercent: line.taxPercent,
    markup: line.markup,
    pretaxCost: computed.pretaxCost.toFixed(),
    totalCost: computed.totalCost.toFixed(),
    totalPrice: computed.totalPrice.toFixed(),
  }
}

function coverageOfLine({ coverage, measurementUnits, quantityUnits, product }: TemplateLine) {
  const rule = {
    coverage: coverage === null || coverage === undefined ? null : Number(coverage),
    measurementUnits: measurementUnits ?? null,
    quantityUnits,
  }
  const found = coverageOf(rule, product?.packages ?? [])
  if (found === undefined) throw new Error('a saved template line has no coverage')
  return found
}

function tooMuch(template: Template, line: TemplateLine): BadUserInputError {
  return new BadUserInputError(
    `"${line.name}" of template ${template.id} comes to more than ${quantityMax} ${line.quantityUnits}. Check its coverage and the measurements.`,
    'templateIds',
  )
}
