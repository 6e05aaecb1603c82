import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../../api/use-document.ts'
import { SampleJobsDocument, SampleResultDocument } from '../../../generated/operations.ts'
import type { SampleResultQuery } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Card } from '../../../ui/page.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import table from '../../../ui/table.module.css'
import { compareSamples } from './compare-samples.ts'
import styles from './template-editor.module.css'

type Preview = SampleResultQuery['projectManagementProductionListPreview']

/** What the saved template comes to on a measured job, and what the latest save changed about it. */
export function SampleResult({
  templateId,
  hasChanges,
}: {
  readonly templateId: number
  readonly hasChanges: boolean
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { orgId, can } = useOrganization()
  const jobs = useDocument(SampleJobsDocument, { orgId }, { enabled: can('lists:read') })
  const [jobId, setJobId] = useState('')
  if (!can('lists:read')) return undefined
  return (
    <Card title={words.sample} isPadded={false}>
      <Loaded query={jobs}>
        {(data) => {
          const measured = data.jobs.nodes.filter(({ measurement }) => measurement !== null)
          if (measured.length === 0)
            return <Empty title={words.sampleNoJobs}>{words.sampleNoJobsAdvice}</Empty>
          return (
            <>
              <div className={styles['sample-head']}>
                <SelectField
                  label={words.sampleJob}
                  hint={hasChanges ? words.sampleUnsaved : words.sampleHint}
                  value={jobId}
                  onChange={({ target }) => setJobId(target.value)}
                >
                  <option value="">{words.chooseJob}</option>
                  {measured.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name ?? messages.jobs.unnamed(id)}
                    </option>
                  ))}
                </SelectField>
              </div>
              {jobId !== '' && <Sample key={jobId} jobId={Number(jobId)} templateId={templateId} />}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Sample({
  jobId,
  templateId,
}: {
  readonly jobId: number
  readonly templateId: number
}): ReactNode {
  const query = useDocument(SampleResultDocument, { jobId, templateIds: [templateId] })
  const current = query.data?.projectManagementProductionListPreview
  const [shown, setShown] = useState({ current, before: undefined as Preview | undefined })
  // What was shown until now is what the next result is compared with.
  if (current !== shown.current) setShown({ current, before: shown.current })
  return (
    <Loaded query={query}>
      {({ projectManagementProductionListPreview: preview }) => (
        <SampleTable preview={preview} before={shown.before} />
      )}
    </Loaded>
  )
}

function SampleTable({
  preview,
  before,
}: {
  readonly preview: Preview
  readonly before: Preview | undefined
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const words = messages.catalog.templates
  return (
    <div
      className={styles['scroll']}
      role="region"
      aria-label={words.sample}
      aria-live="polite"
      // It scrolls, so that the keyboard must reach it.
      tabIndex={0}
    >
      <table className={table['table']}>
        <TableHead
          columns={[
            messages.list.columns.item,
            { text: messages.list.columns.measured, isNumber: true },
            { text: messages.list.columns.quantity, isNumber: true },
            { text: messages.list.columns.price, isNumber: true },
          ]}
        />
        <tbody>
          {compareSamples(preview.listItems, before?.listItems).map(({ item, key, earlier }) => (
            <tr key={key}>
              <td className={table['main']}>{item.name}</td>
              <td className={`number ${table['soft']}`}>
                {format.amount(item.measurement, item.measurementUnits)}
              </td>
              <td className="number">
                {format.amount(item.quantity, item.quantityUnits)}
                {earlier !== undefined && (
                  <small className={styles['before']}>
                    {earlier === null
                      ? words.sampleNew
                      : words.sampleBefore(format.amount(earlier.quantity, earlier.quantityUnits))}
                  </small>
                )}
              </td>
              <td className="number">{format.money(item.totalPrice)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {messages.list.totals.price}
            </th>
            <td className="number">
              <strong>{format.money(preview.totalPrice)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
