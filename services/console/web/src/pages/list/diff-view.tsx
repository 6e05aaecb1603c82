import type { ReactNode } from 'react'
import type { DiffFieldsFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { useDocument } from '../../api/use-document.ts'
import { VendorChoicesDocument } from '../../generated/operations.ts'
import { useOrganization } from '../../session/organization.ts'
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
  return (
    <div className={styles['diff']}>
      {diff.fields.length > 0 && <Changes changes={diff.fields} />}
      <ul>
        {diff.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a diff never changes
          <li key={index}>
            <div className={styles['item']}>
              <Kind kind={item.kind} />
              <strong>{item.name}</strong>
            </div>
            {item.kind === 'changed' && <Changes changes={item.changes} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The same side by side: for each changed line its values in the one version and in the other. */
export function DiffTable({
  diff,
  versions,
}: {
  readonly diff: DiffFieldsFragment
  /** The names of both versions. */
  readonly versions: readonly [string, string]
}): ReactNode {
  const { list: words } = useMessages()
  const fields = shownChanges(diff.fields, words.fields)
  return (
    <table className={styles['sides']}>
      <thead>
        <tr>
          <th scope="col">{words.comparison.field}</th>
          {versions.map((version) => (
            <th key={version} scope="col">
              {version}
            </th>
          ))}
        </tr>
      </thead>
      {fields.length > 0 && <Sides name={words.comparison.list} changes={fields} />}
      {diff.items.map((item, index) => (
        <Sides
          // oxlint-disable-next-line react/no-array-index-key -- a diff never changes
          key={index}
          kind={item.kind}
          name={item.name}
          changes={shownChanges(item.changes, words.fields)}
        />
      ))}
    </table>
  )
}

function Sides({
  kind,
  name,
  changes,
}: {
  readonly kind?: string
  readonly name: string
  readonly changes: DiffFieldsFragment['fields']
}): ReactNode {
  const { list: words } = useMessages()
  const show = useShownValue()
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {kind !== undefined && <Kind kind={kind} />} <strong>{name}</strong>
          {changes.length === 0 && <> · {words.comparison.computedOnly}</>}
        </th>
      </tr>
      {changes.map(({ field, from, to }) => (
        <tr key={field}>
          <th scope="row">{words.fields[field]}</th>
          <td>{show(field, from)}</td>
          <td>{show(field, to)}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** The fields that people know; of a line that was added or removed its name stands above them. */
const shownChanges = (
  changes: DiffFieldsFragment['fields'],
  known: Readonly<Record<string, string>>,
): DiffFieldsFragment['fields'] =>
  changes.filter(
    ({ field, from, to }) =>
      field in known &&
      !DERIVED.has(field) &&
      !(field === 'name' && (from === null || to === null)) &&
      !(isEmpty(from) && isEmpty(to)),
  )

const isEmpty = (value: unknown): boolean => value === null || value === ''

function Kind({ kind }: { readonly kind: string }): ReactNode {
  const { list: words } = useMessages()
  const kinds: Readonly<Record<string, string>> = {
    added: words.added,
    removed: words.itemRemoved,
    changed: words.changed,
  }
  return <Badge tone={TONES[kind] ?? 'neutral'}>{kinds[kind] ?? kind}</Badge>
}

function Changes({ changes }: { readonly changes: DiffFieldsFragment['fields'] }): ReactNode {
  const messages = useMessages()
  const show = useShownValue()
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

/** Writes the value of a field as people read it. */
function useShownValue(): (field: string, value: unknown) => string {
  const format = useFormat()
  const { orgId, can } = useOrganization()
  const vendors = useDocument(VendorChoicesDocument, { orgId }, { enabled: can('vendors:read') })
  const vendorOf = (id: unknown): string | undefined =>
    vendors.data?.vendors.nodes.find((vendor) => vendor.id === id)?.vendorName
  return (field, value) => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'string') {
      if (field === 'soldAt') return format.dateTime(value)
      return field === 'quantityUnits' ? format.unit(value) : value
    }
    if (typeof value !== 'number') return JSON.stringify(value)
    if (field === 'vendorId') return vendorOf(value) ?? String(value)
    if (field === 'measurementVersion') return String(value)
    if (field === 'taxPercent') return format.percent(value)
    if (field === 'wasteFactor' || field === 'markup') return format.percent(value * 100)
    return MONEY.test(field) ? format.money(value) : format.number(value, 5)
  }
}
