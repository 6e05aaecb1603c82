import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/states.tsx'
import { dayText } from '../catalog/prices/price-text.ts'
import { measureWords } from '../catalog/template/measure-text.ts'
import styles from './explanation-dialog.module.css'
import type { Explanation } from './line-figures.ts'
import type { ShownLine } from './shown-lines.ts'

/** How the saved figures of a line came about, step by step. */
export default function ExplanationDialog({
  line,
  onClose,
}: {
  readonly line: ShownLine | undefined
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  return (
    <Dialog title={line?.saved.name ?? messages.list.how} onClose={onClose}>
      {line?.explanation ? (
        <Steps explanation={line.explanation} line={line} />
      ) : (
        <Loading lines={4} />
      )}
    </Dialog>
  )
}

function Steps({
  explanation,
  line: { saved },
}: {
  readonly explanation: Explanation
  readonly line: ShownLine
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.list.explanation
  const units = format.unit(explanation.measurementUnits)
  const packs = format.unit(saved.quantityUnits)
  const { measure, minimumQuantity, priceEffectiveFrom } = explanation
  const isByHand = measure === null || explanation.manualFields.includes('measurement')
  const steps: readonly (readonly [string, string])[] = [
    ...(measure === null
      ? []
      : [
          [
            measureWords(measure, messages.catalog.measures),
            `${format.number(explanation.computedMeasurement, 5)} ${units}`,
          ] as const,
        ]),
    ...(isByHand
      ? [[words.byHand, `${format.number(explanation.measurement, 5)} ${units}`] as const]
      : []),
    [words.coverage, `÷ ${format.number(explanation.coverage, 5)} ${units} / ${packs}`],
    [words.waste, `× ${format.number(1 + explanation.wasteFactor, 5)}`],
    [words.calculated, `= ${format.number(explanation.calculatedQuantity, 5)} ${packs}`],
    ...(explanation.carriedIn > 0
      ? [[words.carriedIn, `− ${format.number(explanation.carriedIn, 5)} ${packs}`] as const]
      : []),
    ...(minimumQuantity !== null &&
    explanation.calculatedQuantity - explanation.carriedIn < minimumQuantity
      ? [[words.minimum, `${format.number(minimumQuantity, 5)} ${packs}`] as const]
      : []),
    [
      explanation.manualFields.includes('quantity')
        ? messages.list.byHand
        : (words.rounding[explanation.rounding] ?? explanation.rounding),
      `= ${format.number(explanation.quantity, 5)} ${packs}`,
    ],
    ...(explanation.leftover > 0
      ? [[words.leftover, `${format.number(explanation.leftover, 5)} ${packs}`] as const]
      : []),
    ...(explanation.unitCost === null
      ? []
      : [
          [
            words.unitCost[explanation.unitCostSource] ?? explanation.unitCostSource,
            priceEffectiveFrom === null
              ? format.money(explanation.unitCost)
              : `${format.money(explanation.unitCost)} · ${dayText(priceEffectiveFrom, format)}`,
          ] as const,
        ]),
  ]
  return (
    <dl className={styles['steps']}>
      {steps.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
