import type { ReactNode } from 'react'
import type { DiffFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { DiffKind } from './diff-kind.tsx'
import { DERIVED } from './diff-values.ts'
import styles from './diff-view.module.css'
import { useShownValue } from './use-shown-value.ts'
import type { ShowValue } from './use-shown-value.ts'

/** What changed between two versions of a list, side by side: for each changed line its values in the one version and in the other. */
export function DiffTable({
  diff,
  versions,
}: {
  readonly diff: DiffFieldsFragment
  /** The names of both versions. */
  readonly versions: readonly [string, string]
}): ReactNode {
  const { list: words } = useMessages()
  const show = useShownValue()
  const fields = shownChanges(diff.fields, words.fields)
  return (
    <table className={styles['sides']}>
      <TableHead columns={[words.comparison.field, ...versions]} />
      {fields.length > 0 && <Sides name={words.comparison.list} changes={fields} show={show} />}
      {diff.items.map((item, index) => (
        <Sides
          // oxlint-disable-next-line react/no-array-index-key -- a diff never changes
          key={index}
          kind={item.kind}
          name={item.name}
          changes={shownChanges(item.changes, words.fields)}
          show={show}
        />
      ))}
    </table>
  )
}

function Sides({
  kind,
  name,
  changes,
  show,
}: {
  readonly kind?: string
  readonly name: string
  readonly changes: DiffFieldsFragment['fields']
  readonly show: ShowValue
}): ReactNode {
  const { list: words } = useMessages()
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3}>
          {kind !== undefined && <DiffKind kind={kind} />} <strong>{name}</strong>
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
