import type { Messages } from '../../i18n/en.ts'
import type { Format } from '../../i18n/format.ts'
import { dayText } from '../catalog/prices/price-text.ts'
import { measureWords } from '../catalog/template/measure-text.ts'
import type { Explanation } from './line-figures.ts'

interface Wording {
  readonly messages: Messages
  readonly format: Format
}

/** How the saved figures of a line came about: the label and the value of each step. */
export function explanationSteps(
  explanation: Explanation,
  quantityUnits: string,
  { messages, format }: Wording,
): readonly (readonly [label: string, value: string])[] {
  const words = messages.list.explanation
  const units = format.unit(explanation.measurementUnits)
  const packs = format.unit(quantityUnits)
  const number = (value: number): string => format.number(value, 5)
  const { measure, minimumQuantity, quantity, carriedIn, leftover, unitCost } = explanation
  const isByHand = (field: string): boolean => explanation.manualFields.includes(field)
  const needed = explanation.calculatedQuantity - carriedIn
  const steps: [string, string][] = []
  if (measure !== null)
    steps.push([
      measureWords(measure, messages.catalog.measures),
      `${number(explanation.computedMeasurement)} ${units}`,
    ])
  if (measure === null || isByHand('measurement'))
    steps.push([words.byHand, `${number(explanation.measurement)} ${units}`])
  steps.push(
    // With all digits, so that a reader can repeat the division.
    [words.coverage, `÷ ${format.number(explanation.coverage, 20)} ${units} / ${packs}`],
    [words.waste, `× ${number(1 + explanation.wasteFactor)}`],
    [words.calculated, `= ${number(explanation.calculatedQuantity)} ${packs}`],
  )
  if (carriedIn > 0) steps.push([words.carriedIn, `− ${number(carriedIn)} ${packs}`])
  if (minimumQuantity !== null && quantity > 0 && needed < minimumQuantity)
    steps.push([words.minimum, `${number(minimumQuantity)} ${packs}`])
  const rounding = words.rounding[explanation.rounding] ?? explanation.rounding
  steps.push([
    isByHand('quantity') ? messages.list.byHand : rounding,
    `= ${number(quantity)} ${packs}`,
  ])
  if (leftover > 0) steps.push([words.leftover, `${number(leftover)} ${packs}`])
  if (unitCost !== null) {
    const { unitCostSource: source, priceEffectiveFrom: day } = explanation
    const since = day === null ? '' : ` · ${dayText(day, format)}`
    steps.push([words.unitCost[source] ?? source, `${format.unitCost(unitCost)}${since}`])
  }
  return steps
}
