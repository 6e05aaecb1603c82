import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { ListVersionDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import styles from './newer-version.module.css'

const POLL_MS = 15_000

/** Looks for a newer version: shows it where nothing is changed here, else says so and leaves the changes alone. */
export function NewerVersion({
  list,
  draftVersion,
}: {
  readonly list: FullListFragment
  /** The version that unsaved changes are of; undefined without any. */
  readonly draftVersion: number | undefined
}): ReactNode {
  const messages = useMessages()
  const queries = useQueryClient()
  const { data } = useDocument(ListVersionDocument, { id: list.id }, { pollMs: POLL_MS })
  const newest = data?.projectManagementProductionListById?.version ?? list.version
  const hasDraft = draftVersion !== undefined
  const isNewer = newest > (draftVersion ?? list.version)
  useEffect(() => {
    if (!isNewer || hasDraft) return
    void queries.invalidateQueries({ queryKey: ['List'] })
    void queries.invalidateQueries({ queryKey: ['ListExplanations'] })
  }, [isNewer, hasDraft, queries])
  if (!isNewer || !hasDraft) return undefined
  return (
    <p className={styles['notice']} role="status">
      {messages.list.changedElsewhere} {messages.list.conflictLater}
    </p>
  )
}
