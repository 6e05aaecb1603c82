import { useDeferredValue, useId } from 'react'
import type { Dispatch, ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { DECIMALS_MAX, valueOfText } from '../../ui/numbers.ts'
import { Card } from '../../ui/page.tsx'
import { useCovering } from '../../ui/use-covering.ts'
import type { DraftAction } from './draft/draft-history.ts'
import { withListValue } from './draft/list-draft.ts'
import type { totalLines } from './draft/list-totals.ts'
import styles from './totals-panel.module.css'
import { useCell } from './lines/use-cell.ts'
import { DISCOUNT_PLACE } from './lines/wrong-texts.ts'

interface TotalsPanelProps {
  readonly totals: ReturnType<typeof totalLines>
  readonly canEdit: boolean
  readonly savedDiscount: number
  readonly dispatch: Dispatch<DraftAction>
}

/** The totals of the list as it is shown, changes included. Costs and margin are shown to those who may see them. */
export function TotalsPanel(props: TotalsPanelProps): ReactNode {
  const { totals } = props
  const messages = useMessages()
  const format = useFormat()
  const announced = useDeferredValue(totals.totalPrice)
  const covering = useCovering('--totals-height')
  const words = messages.list.totals
  const row = (label: string, value: number | null, className?: string): ReactNode => (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{format.money(value)}</dd>
    </div>
  )
  const costRow = (label: string, value: number | null, className?: string): ReactNode =>
    value !== null && row(label, value, className)
  return (
    <div ref={covering} className={styles['panel']} data-covers="start">
      <Card label={words.label}>
        <dl className={styles['totals']}>
          {costRow(words.material, totals.materialTotalCost)}
          {costRow(words.tax, totals.materialSalesTax, styles['part'])}
          {costRow(words.labor, totals.laborTotalCost)}
          {costRow(words.other, totals.otherTotalCost)}
          {costRow(words.cost, totals.totalCost, styles['sum'])}
          <Discount {...props} />
          {row(words.price, totals.totalPrice, styles['sum'])}
          {costRow(words.profit, totals.profitAmount)}
          {totals.profitMargin !== null && (
            <div>
              <dt>{words.margin}</dt>
              <dd>{format.percent(totals.profitMargin)}</dd>
            </div>
          )}
        </dl>
        <p className="visually-hidden" role="status">
          {words.announce(format.money(announced))}
        </p>
      </Card>
    </div>
  )
}

function Discount({ totals, canEdit, savedDiscount, dispatch }: TotalsPanelProps): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const id = useId()
  const words = messages.list.totals
  const stepOf = (step: string): string => `totalDiscount:${step}`
  const { typed, isWrong, isShownInvalid, change, bind } = useCell({
    place: DISCOUNT_PLACE,
    parse: (text) =>
      text.trim() === '' ? 0 : valueOfText(text, { sign: '$', decimals: DECIMALS_MAX.discount }),
    onChange: (to, step) =>
      dispatch({
        kind: 'change',
        step: stepOf(step),
        change: (draft) =>
          withListValue(draft, { field: 'totalDiscount', from: savedDiscount, to }),
      }),
    onRevert: (step) => dispatch({ kind: 'revert', step: stepOf(step) }),
  })
  return (
    <div>
      <dt>
        <label htmlFor={id}>{words.discount}</label>
      </dt>
      <dd>
        {canEdit ? (
          <>
            <input
              id={id}
              className={styles['discount']}
              inputMode="decimal"
              maxLength={16}
              autoComplete="off"
              aria-invalid={isWrong || undefined}
              aria-describedby={isShownInvalid ? `${id}-violation` : undefined}
              data-invalid={isShownInvalid || undefined}
              value={typed ?? String(totals.totalDiscount)}
              onChange={({ target }) => change(target.value)}
              {...bind}
            />
            {isShownInvalid && (
              <span id={`${id}-violation`} className={styles['violation']}>
                {messages.list.invalidNumber}
              </span>
            )}
          </>
        ) : (
          format.money(totals.totalDiscount)
        )}
      </dd>
    </div>
  )
}
