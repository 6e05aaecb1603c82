import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Card } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import table from '../../ui/table.module.css'
import styles from './attention.module.css'

/** An order or a delivery that needs attention. */
export interface StuckRow {
  readonly id: string
  readonly name: ReactNode
  readonly state: { readonly tone: Tone; readonly text: string }
  readonly problem: string
  /** What happens to it next, if that is known. */
  readonly next?: string
  readonly since: string
  /** What the other side said last, and when. */
  readonly last: {
    readonly text: string
    readonly at?: string
    readonly more?: string | null
  } | null
  readonly actions: ReactNode
}

/** A table of orders or deliveries that need attention, with its empty, loading and error states. */
export function StuckTable<Data>({
  title,
  nameLabel,
  emptyTitle,
  emptyAdvice,
  query,
  rows,
  now,
}: {
  readonly title: string
  readonly nameLabel: string
  readonly emptyTitle: string
  readonly emptyAdvice: string
  readonly query: UseInfiniteQueryResult<Data>
  readonly rows: readonly StuckRow[]
  readonly now: number
}): ReactNode {
  const messages = useMessages()
  const words = messages.attention
  return (
    <Card title={title} isPadded={false}>
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Empty title={emptyTitle}>{emptyAdvice}</Empty>
          ) : (
            <table className={`${table['table']} ${styles['table']}`} aria-label={title}>
              <TableHead
                columns={[
                  nameLabel,
                  words.wrong,
                  words.since,
                  words.last,
                  { text: words.actions, isHidden: true },
                ]}
              />
              <tbody>
                {rows.map((row) => (
                  <Row key={row.id} row={row} now={now} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      <MoreButton query={query} className={styles['more']} />
    </Card>
  )
}

function Row({
  row: { name, state, problem, next, since, last, actions },
  now,
}: {
  readonly row: StuckRow
  readonly now: number
}): ReactNode {
  const { attention: words } = useMessages()
  const format = useFormat()
  return (
    <tr>
      <td className={styles['name']}>{name}</td>
      <td className={styles['problem']}>
        <Badge tone={state.tone}>{state.text}</Badge> {problem}
        {next !== undefined && <div className={styles['soft']}>{next}</div>}
      </td>
      <td className={styles['since']}>
        <time dateTime={since} title={format.dateTime(since)}>
          {format.ago(since, now)}
        </time>
      </td>
      <td className={styles['last']}>
        <span className={styles['last-label']}>{words.last}: </span>
        {last?.text ?? words.none}
        {last?.at !== undefined && (
          <span className={styles['soft']}> · {format.ago(last.at, now)}</span>
        )}
        {typeof last?.more === 'string' && <div className={styles['body']}>{last.more}</div>}
      </td>
      <td className={styles['actions']}>
        <div className={styles['buttons']}>{actions}</div>
      </td>
    </tr>
  )
}
