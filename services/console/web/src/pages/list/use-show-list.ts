import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/use-document.ts'
import { ListDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'

/** Shows a list as it was saved, without reading it again. */
export function useShowList(id: number): (saved: FullListFragment | null | undefined) => void {
  const queries = useQueryClient()
  return (saved) =>
    void queries.setQueryData(keyOf(ListDocument, { id }), {
      projectManagementProductionListById: saved,
    })
}
