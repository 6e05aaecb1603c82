import type { ReactNode } from 'react'
import { usePages } from '../../api/use-document.ts'
import { ListHistoryDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DiffView } from './diff-view.tsx'
import styles from './history-dialog.module.css'

/** Every version of the list, newest first, with what it changed. */
export default function HistoryDialog({
  list,
  onClose,
}: {
  readonly list: FullListFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const query = usePages(
    ListHistoryDocument,
    { id: list.id },
    (data) => data.projectManagementProductionListRevisions,
  )
  return (
    <Dialog title={messages.list.history} size="large" onClose={onClose}>
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
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {messages.actions.more}
        </Button>
      )}
    </Dialog>
  )
}
