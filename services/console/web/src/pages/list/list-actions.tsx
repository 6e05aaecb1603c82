import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListMarkSoldDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Menu } from '../../ui/menu.tsx'
import { useAnnounce } from '../../ui/toasts.tsx'
import { saveListCsv } from './list-csv.ts'
import { useListChange } from './use-list-change.ts'

/** What opens beside the list. */
export type ListTool = 'add' | 'rename' | 'recompute' | 'reprice' | 'history'

interface ListActionsProps {
  readonly list: FullListFragment
  /** Recompute and the like work on the saved list, so they wait until changes are saved. */
  readonly hasDraft: boolean
  readonly onTool: (tool: ListTool) => void
}

export function ListActions({ list, hasDraft, onTool }: ListActionsProps): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  const toggleSold = useToggleSold(list)
  const canEdit = can('lists:write')
  const words = messages.list
  const changes = canEdit && !hasDraft
  const items = [
    ...(canEdit ? [{ label: words.rename, onSelect: () => onTool('rename') }] : []),
    { label: words.history, onSelect: () => onTool('history') },
    { label: words.csv, onSelect: () => saveListCsv(list, messages) },
    { label: messages.actions.print, onSelect: () => globalThis.print() },
    ...(changes
      ? [
          { label: words.recompute, onSelect: () => onTool('recompute') },
          { label: list.soldAt ? words.markUnsold : words.markSold, onSelect: toggleSold },
        ]
      : []),
  ]
  return (
    <>
      {canEdit && <Button onClick={() => onTool('add')}>{words.addItem}</Button>}
      {changes && list.priceWarnings.length > 0 && (
        <Button onClick={() => onTool('reprice')}>{words.reprice}</Button>
      )}
      {can('orders:read') && (
        <Link
          {...buttonLook(hasDraft ? 'secondary' : 'primary')}
          to="/o/$orgId/lists/$listId/order"
          params={{ orgId: String(orgId), listId: String(list.id) }}
        >
          {words.order}
        </Link>
      )}
      <Menu button="⋯" label={words.lineMenu(list.name ?? words.unnamed(list.id))} items={items} />
    </>
  )
}

function useToggleSold(list: FullListFragment): () => void {
  const messages = useMessages()
  const announce = useAnnounce()
  const { send } = useListChange(
    ListMarkSoldDocument,
    (data) => data.projectManagementProductionListMarkSold,
  )
  const sold = list.soldAt === null
  const textOf = (): string => (sold ? messages.list.markedSold : messages.list.markedUnsold)
  return () =>
    void send({ id: list.id, sold, version: list.version }, textOf).catch((error: unknown) =>
      announce({ kind: 'warning', text: errorText(error, messages) }),
    )
}
