import type { ReactNode } from 'react'
import { useDocument } from '../../api/use-document.ts'
import { ListDocument } from '../../generated/operations.ts'
import { useOrganization } from '../../session/organization.ts'
import { Loaded, NotFound } from '../../ui/states.tsx'
import { ListEditor } from './list-editor.tsx'

/** One material list: its lines, edited in place, and what can be done with it. */
export default function ListPage({ id }: { readonly id: number }): ReactNode {
  const { orgId } = useOrganization()
  const query = useDocument(ListDocument, { id })
  return (
    <Loaded query={query}>
      {({ projectManagementProductionListById: list }) =>
        list?.salesOpportunity.orgId === orgId ? (
          <ListEditor list={list} />
        ) : (
          <NotFound what={String(id)} />
        )
      }
    </Loaded>
  )
}
