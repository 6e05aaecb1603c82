import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument, usePages } from '../../../api/use-document.ts'
import { ListDiffDocument, ListHistoryDocument } from '../../../generated/operations.ts'
import type { FullListFragment } from '../../../generated/operations.ts'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { DiffTable } from './diff-table.tsx'
import { DiffView } from './diff-view.tsx'
import styles from './history-dialog.module.css'

/** Every version of the list, newest first, with what it changed; or two of them side by side. */
export default function HistoryDialog({
  list,
  onClose,
}: {
  readonly list: FullListFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const [earlier, setEarlier] = useState('')
  const [later, setLater] = useState(String(list.version))
  const words = messages.list.comparison
  const versions = Array.from({ length: list.version }, (_, index) => String(list.version - index))
  const choice = (label: string, value: string, onChange: (version: string) => void): ReactNode => (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {value === '' && <option value="">{words.none}</option>}
      {versions.map((version) => (
        <option key={version} value={version}>
          {messages.job.version(Number(version))}
        </option>
      ))}
    </SelectField>
  )
  return (
    <Dialog title={messages.list.history} size="large" onClose={onClose}>
      {list.version > 1 && (
        <div className={styles['choice']}>
          {choice(words.earlier, earlier, setEarlier)}
          {choice(words.later, later, setLater)}
          {earlier !== '' && (
            <Button onClick={() => setEarlier('')}>{messages.list.history}</Button>
          )}
        </div>
      )}
      {earlier === '' ? (
        <History id={list.id} />
      ) : (
        <Comparison id={list.id} fromVersion={Number(earlier)} toVersion={Number(later)} />
      )}
    </Dialog>
  )
}

function Comparison(variables: {
  readonly id: number
  readonly fromVersion: number
  readonly toVersion: number
}): ReactNode {
  const messages = useMessages()
  const { fromVersion, toVersion } = variables
  const isSame = fromVersion === toVersion
  const query = useDocument(ListDiffDocument, variables, { enabled: !isSame })
  const words = messages.list.comparison
  if (isSame) return <p role="status">{words.same}</p>
  return (
    <Loaded query={query}>
      {({ projectManagementProductionListDiff: diff }) =>
        !diff || diff.isEmpty ? (
          <p role="status">{words.nothing}</p>
        ) : (
          <>
            <p role="status">
              {words.lines(diff.itemCount)}
              {diff.itemOrder !== null && ` · ${messages.list.orderChanged}`}
            </p>
            <DiffTable
              diff={diff}
              versions={[messages.job.version(fromVersion), messages.job.version(toVersion)]}
            />
          </>
        )
      }
    </Loaded>
  )
}

function History({ id }: { readonly id: number }): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const query = usePages(
    ListHistoryDocument,
    { id },
    (data) => data.projectManagementProductionListRevisions,
  )
  return (
    <>
      <Loaded query={query}>
        {({ pages }) => (
          <ol className={styles['history']}>
            {pages
              .flatMap((page) => page.projectManagementProductionListRevisions.nodes)
              .map(({ version, createdAt, userId, action, diff }) => (
                <li key={version}>
                  <div className={styles['head']}>
                    <strong>{messages.job.version(version)}</strong>
                    <span>{messages.list.actionsDone[action] ?? action}</span>
                    <span>{format.dateTime(createdAt)}</span>
                    <span>{messages.list.by(userId)}</span>
                  </div>
                  {!diff.isEmpty && <DiffView diff={diff} />}
                </li>
              ))}
          </ol>
        )}
      </Loaded>
      <MoreButton query={query} />
    </>
  )
}
