import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { ListDocument } from '../../generated/operations.ts'
import { useOrganization } from '../../session/organization.ts'
import { rowIdOf } from '../../session/row-id.ts'
import { Loaded, NotFound } from '../../ui/states.tsx'
import { ListEditor } from './list-editor.tsx'

/** One material list: its lines, edited in place, and what can be done with it. */
export default function ListPage(): ReactNode {
  const { orgId } = useOrganization()
  const { listId } = useParams({ from: '/o/$orgId/lists/$listId' })
  const id = rowIdOf(listId)
  const query = useDocument(ListDocument, { id: id ?? 0 }, { enabled: id !== undefined })
  if (id === undefined) return <NotFound what={listId} />
  return (
    <Loaded query={query}>
      {({ projectManagementProductionListById: list }) =>
        list?.salesOpportunity.orgId === orgId ? (
          <ListEditor list={list} />
        ) : (
          <NotFound what={listId} />
        )
      }
    </Loaded>
  )
}
