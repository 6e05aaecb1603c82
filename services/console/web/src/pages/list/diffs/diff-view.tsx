import { memo } from 'react'
import type { ReactNode } from 'react'
import type { DiffFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { DiffKind } from './diff-kind.tsx'
import { DERIVED } from './diff-values.ts'
import styles from './diff-view.module.css'
import type { Choice } from './use-choice.ts'
import { useShownValue } from './use-shown-value.ts'
import type { ShowValue } from './use-shown-value.ts'

type Item = DiffFieldsFragment['items'][number]

/** What changed between two states of a list; with a choice each item is accepted or left, and the sums of all are shown while all are chosen. */
export function DiffView({
  diff,
  choice,
}: {
  readonly diff: DiffFieldsFragment
  readonly choice?: Choice
}): ReactNode {
  const show = useShownValue()
  const isPart = choice !== undefined && choice.chosen.length < choice.ids.length
  return (
    <div className={styles['diff']}>
      {diff.fields.length > 0 && !isPart && <Changes changes={diff.fields} show={show} />}
      <ul>
        {diff.items.map((item) => (
          <DiffItem
            key={item.changeId}
            item={item}
            show={show}
            isChosen={choice?.isChosen(item.changeId)}
            onToggle={choice?.toggle}
          />
        ))}
      </ul>
    </div>
  )
}

const DiffItem = memo(function DiffItem({
  item,
  show,
  isChosen,
  onToggle,
}: {
  readonly item: Item
  readonly show: ShowValue
  readonly isChosen: boolean | undefined
  readonly onToggle: Choice['toggle'] | undefined
}): ReactNode {
  const head = (
    <>
      <DiffKind kind={item.kind} />
      <strong>{item.name}</strong>
    </>
  )
  return (
    <li data-left={isChosen === false || undefined}>
      {onToggle ? (
        <label className={styles['item']}>
          <input type="checkbox" checked={isChosen} onChange={() => onToggle(item.changeId)} />
          {head}
        </label>
      ) : (
        <div className={styles['item']}>{head}</div>
      )}
      {(item.kind === 'changed' || onToggle) && (
        <Changes changes={shownChanges(item)} show={show} />
      )}
    </li>
  )
})

/** Of an added or removed item only its quantity and price are worth reading. */
const shownChanges = ({ kind, changes }: Item): Item['changes'] =>
  kind === 'changed'
    ? changes
    : changes.filter(({ field }) => field === 'quantity' || field === 'totalPrice')

function Changes({
  changes,
  show,
}: {
  readonly changes: DiffFieldsFragment['fields']
  readonly show: ShowValue
}): ReactNode {
  const messages = useMessages()
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
