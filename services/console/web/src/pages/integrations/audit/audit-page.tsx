import type { ReactNode } from 'react'
import { usePages } from '../../../api/use-document.ts'
import { AuditLogDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { MoreButton } from '../../../ui/more-button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { Options } from '../../../ui/options.tsx'
import { Card, PageHead } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { choiceOf } from '../../../ui/filter-values.ts'
import { useFilters } from '../../../ui/use-filters.ts'
import { IntegrationsNav } from '../integrations-nav.tsx'
import { timeOf } from '../webhook/times.ts'
import styles from './audit.module.css'
import { AuditRecords } from './audit-records.tsx'

type AuditFilter = Readonly<Record<'since' | 'type' | 'id', string>>

/** Who did what in the organization. */
export default function AuditPage(): ReactNode {
  const messages = useMessages()
  const words = messages.integrations.audit
  const { orgId } = useOrganization()
  const [addressed, filter] = useFilters('since', 'type', 'id')
  const filters = { ...addressed, type: choiceOf(addressed.type, words.targets) }
  const query = usePages(
    AuditLogDocument,
    { orgId, ...variablesOf(filters) },
    (data) => data.auditLog,
  )
  const isFiltered = timeOf(filters.since) !== undefined || filters.type !== ''
  return (
    <>
      <IntegrationsNav />
      <PageHead title={messages.integrations.sections.audit}>
        <span>{words.lead}</span>
      </PageHead>
      <AuditFilters filters={filters} onChange={filter} />
      <Card isPadded={false} label={messages.integrations.sections.audit}>
        <Loaded query={query}>
          {({ pages }) => {
            const records = pages.flatMap((page) => page.auditLog.nodes)
            if (records.length > 0) return <AuditRecords records={records} />
            return isFiltered ? (
              <Empty title={words.noMatch}>{messages.integrations.webhook.noMatchAdvice}</Empty>
            ) : (
              <Empty title={words.empty}>{words.emptyAdvice}</Empty>
            )
          }}
        </Loaded>
      </Card>
      <MoreButton query={query} />
    </>
  )
}

function variablesOf({ since, type, id }: AuditFilter) {
  const from = timeOf(since)
  return {
    ...(from !== undefined && { since: from }),
    ...(type !== '' && { target: { type, ...(id.trim() !== '' && { id: id.trim() }) } }),
  }
}

function AuditFilters({
  filters,
  onChange,
}: {
  readonly filters: AuditFilter
  readonly onChange: (values: Partial<AuditFilter>) => void
}): ReactNode {
  const words = useMessages().integrations.audit
  const bind = bindFields(filters, onChange)
  return (
    <div className={styles['filters']}>
      <TextField label={words.since} type="datetime-local" {...bind('since')} />
      <SelectField label={words.target} {...bind('type')}>
        <option value="">{words.anyTarget}</option>
        <Options names={words.targets} />
      </SelectField>
      {filters.type !== '' && <TextField label={words.targetId} maxLength={64} {...bind('id')} />}
    </div>
  )
}
