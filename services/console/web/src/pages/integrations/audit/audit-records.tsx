import type { ReactNode } from 'react'
import type { AuditLogQuery } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { auditChanges, fieldText, valueText } from './audit-changes.ts'
import type { AuditChange } from './audit-changes.ts'
import styles from './audit.module.css'

type AuditRecord = AuditLogQuery['auditLog']['nodes'][number]

/** Records, newest first; each opens to what was changed. */
export function AuditRecords({ records }: { readonly records: readonly AuditRecord[] }): ReactNode {
  return (
    <ol className={styles['records']}>
      {records.map((record) => (
        <li key={record.id}>
          <details>
            <RecordHead record={record} />
            <RecordDetail record={record} />
          </details>
        </li>
      ))}
    </ol>
  )
}

function RecordHead({ record }: { readonly record: AuditRecord }): ReactNode {
  const { integrations } = useMessages()
  const format = useFormat()
  const words = integrations.audit
  const { occurredAt, operation, target, actor } = record
  const who = [
    actor.userId === null ? undefined : words.user(actor.userId),
    actor.clientId === null ? undefined : words.client(actor.clientId),
  ].filter(Boolean)
  return (
    <summary className={styles['head']}>
      <span className={styles['soft']}>{format.dateTime(occurredAt)}</span>
      <strong>{words.operations[operation] ?? operation}</strong>
      <span>
        {words.targets[target.type] ?? target.type} {target.id}
      </span>
      <span className={styles['soft']}>{who.length === 0 ? words.service : who.join(', ')}</span>
    </summary>
  )
}

function RecordDetail({ record }: { readonly record: AuditRecord }): ReactNode {
  const words = useMessages().integrations.audit
  const changes = auditChanges(record.changes)
  return (
    <div className={styles['detail']}>
      {changes.length === 0 && <p className={styles['soft']}>{words.noChanges}</p>}
      <dl className={styles['changes']}>
        {changes.map((change) => (
          <Change key={change.field} change={change} />
        ))}
      </dl>
      <p className={styles['soft']}>
        {[
          words.record(record.sequence),
          record.requestId !== null && words.request(record.requestId),
          record.clientAddress !== null && words.address(record.clientAddress),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

function Change({ change: { field, before, after } }: { readonly change: AuditChange }): ReactNode {
  const words = useMessages().integrations.audit
  return (
    <div>
      <dt>{fieldText(field)}</dt>
      <dd>
        <span className="visually-hidden">{words.before}</span>
        <del>{valueText(before, words)}</del>
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">{words.after}</span>
        <ins>{valueText(after, words)}</ins>
      </dd>
    </div>
  )
}
