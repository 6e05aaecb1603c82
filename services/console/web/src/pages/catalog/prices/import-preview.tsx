import { useState } from 'react'
import type { ReactNode } from 'react'
import type { PriceImportPreviewQuery } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Tone } from '../../../ui/badge.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { taxText } from './price-text.ts'
import { CHANGES, firstShown, rowsOf } from './import-rows.ts'
import styles from './prices.module.css'

type Result = PriceImportPreviewQuery['priceBookImportPreview']
type Row = Result['rows'][number]

const SHOWN_MAX = 200
const TONES: Readonly<Record<string, Tone>> = {
  added: 'good',
  changed: 'accent',
  unchanged: 'neutral',
  refused: 'bad',
}

/** What an import would do, row by row. */
export function ImportPreview({ result }: { readonly result: Result }): ReactNode {
  const words = useMessages().catalog.prices
  const [shown, setShown] = useState(() => firstShown(result))
  const rows = rowsOf(result.rows, shown)
  return (
    <>
      <fieldset className={styles['counts']}>
        <legend className="visually-hidden">{words.show}</legend>
        {(['all', ...CHANGES] as const).map((change) => (
          <label key={change}>
            <input
              className="visually-hidden"
              type="radio"
              name="shown-rows"
              checked={shown === change}
              onChange={() => setShown(change)}
            />
            {change === 'all' ? words.all : words.changes[change]}{' '}
            <strong>{change === 'all' ? result.rows.length : result[change]}</strong>
          </label>
        ))}
      </fieldset>
      <p role="status" className={styles['hint']}>
        {result.added + result.changed === 0
          ? words.nothing
          : result.refused > 0 && words.refusedStay}
      </p>
      {rows.length > 0 && (
        <div
          className={styles['scroll']}
          role="region"
          aria-label={words.show}
          // It scrolls, so that the keyboard must reach it.
          tabIndex={0}
        >
          <table>
            <TableHead
              columns={[
                { text: words.row, isNumber: true },
                words.sku,
                words.change,
                words.before,
                words.after,
              ]}
            />
            <tbody>
              {rows.slice(0, SHOWN_MAX).map((row) => (
                <PreviewRow key={row.row} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > SHOWN_MAX && (
        <p className={styles['hint']}>{words.rowsShown(SHOWN_MAX, rows.length)}</p>
      )}
    </>
  )
}

function PreviewRow({ row }: { readonly row: Row }): ReactNode {
  const words = useMessages().catalog.prices
  return (
    <tr>
      <td className="number">{row.row}</td>
      <td>
        {row.sku}
        {row.after && <small>{row.after.name}</small>}
      </td>
      <td>
        <Badge tone={TONES[row.change] ?? 'neutral'}>
          {words.rowChange[row.change] ?? row.change}
        </Badge>
        {row.reasons.map((reason) => (
          <small key={reason} className={row.change === 'refused' ? styles['reason'] : undefined}>
            {words.reason(reason)}
          </small>
        ))}
      </td>
      <td className={styles['price']} data-label={words.before}>
        <StatedPrice price={row.before} />
      </td>
      <td className={styles['price']} data-label={words.after}>
        <StatedPrice price={row.after} />
      </td>
    </tr>
  )
}

function StatedPrice({
  price,
}: {
  readonly price: {
    readonly unit: string
    readonly unitCost: number | null
    readonly taxPercent: number | null
    readonly effectiveFrom: string
  } | null
}): ReactNode {
  const format = useFormat()
  if (!price) return '–'
  return (
    <>
      {format.unitCost(price.unitCost)} / {format.unit(price.unit, 1)}
      <small>
        {format.day(price.effectiveFrom)}
        {price.taxPercent !== null && ` · ${taxText(price.taxPercent, format)}`}
      </small>
    </>
  )
}
