import type { ReactNode } from 'react'
import type { DiffFieldsFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import styles from './diff-view.module.css'

const TONES: Readonly<Record<string, Tone>> = { added: 'good', removed: 'bad', changed: 'warn' }
const MONEY = /Cost|Price|Amount|Discount/
/** Figures that follow from others. */
const DERIVED = new Set([
  'pretaxCost',
  'calculatedQuantity',
  'profitMargin',
  'profitAmount',
  'materialPretaxCost',
  'materialSalesTax',
  'materialTotalCost',
  'laborTotalCost',
  'otherTotalCost',
  'isManualMeasurement',
  'manualFields',
  'priceId',
  'computedMeasurement',
  'leftover',
  'carriedIn',
])

/** What changed between two states of a list. */
export function DiffView({ diff }: { readonly diff: DiffFieldsFragment }): ReactNode {
  const messages = useMessages()
  const words = messages.list
  const kinds: Readonly<Record<string, string>> = {
    added: words.added,
    removed: words.itemRemoved,
    changed: words.changed,
  }
  return (
    <div className={styles['diff']}>
      {diff.fields.length > 0 && <Changes changes={diff.fields} />}
      <ul>
        {diff.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a diff never changes
          <li key={index}>
            <div className={styles['item']}>
              <Badge tone={TONES[item.kind] ?? 'neutral'}>{kinds[item.kind] ?? item.kind}</Badge>
              <strong>{item.name}</strong>
            </div>
            {item.kind === 'changed' && <Changes changes={item.changes} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Changes({ changes }: { readonly changes: DiffFieldsFragment['fields'] }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const show = (field: string, value: unknown): string => {
    if (value === null || value === undefined) return '–'
    if (typeof value === 'string') return value
    if (typeof value !== 'number') return JSON.stringify(value)
    if (field === 'wasteFactor') return format.percent(value * 100)
    return MONEY.test(field) ? format.money(value) : format.number(value, 5)
  }
  return (
    <ul className={styles['changes']}>
      {changes
        .filter(({ field }) => !DERIVED.has(field))
        .map(({ field, from, to }) => (
          <li key={field}>
            <span>{messages.list.fields[field] ?? field}</span> <del>{show(field, from)}</del> →{' '}
            <ins>{show(field, to)}</ins>
          </li>
        ))}
    </ul>
  )
}
