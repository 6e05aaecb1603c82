import type { Messages } from '../../i18n/en.ts'
import type { Format } from '../../i18n/format.ts'
import { rounded } from '../../ui/numbers.ts'
import { measureWords } from '../catalog/template/measure-text.ts'
import type { Explanation } from './draft/line-figures.ts'

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
  const packs = (value: number): string => format.amount(value, quantityUnits)
  const measured = (value: number): string => format.amount(value, explanation.measurementUnits)
  const number = (value: number): string => format.number(value, 5)
  const { measure, minimumQuantity, quantity, carriedIn, leftover, unitCost } = explanation
  const isByHand = (field: string): boolean => explanation.manualFields.includes(field)
  const needed = rounded(explanation.calculatedQuantity - carriedIn, 5)
  const steps: [string, string][] = []
  if (measure !== null)
    steps.push([
      measureWords(measure, messages.catalog.measures),
      measured(explanation.computedMeasurement),
    ])
  if (measure === null || isByHand('measurement'))
    steps.push([words.byHand, measured(explanation.measurement)])
  steps.push(
    // With all digits, so that a reader can repeat the division.
    [
      words.coverage,
      `÷ ${format.amount(explanation.coverage, explanation.measurementUnits, 20)} / ${format.unit(quantityUnits, 1)}`,
    ],
    [words.waste, `× ${number(1 + explanation.wasteFactor)}`],
    [words.calculated, `= ${packs(explanation.calculatedQuantity)}`],
  )
  if (carriedIn > 0) steps.push([words.carriedIn, `− ${packs(carriedIn)}`])
  const isComputed = !isByHand('quantity') && quantity > 0
  if (isComputed && minimumQuantity !== null && needed < minimumQuantity)
    steps.push([words.minimum, packs(minimumQuantity)])
  const rounding = words.rounding[explanation.rounding] ?? explanation.rounding
  steps.push([isByHand('quantity') ? messages.list.byHand : rounding, `= ${packs(quantity)}`])
  if (leftover > 0) steps.push([words.leftover, packs(leftover)])
  if (unitCost !== null) {
    const { unitCostSource: source, priceEffectiveFrom: day } = explanation
    const since = day === null ? '' : ` · ${format.day(day)}`
    steps.push([words.unitCost[source] ?? source, `${format.unitCost(unitCost)}${since}`])
  }
  return steps
}
