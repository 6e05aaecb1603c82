import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf } from '../../api/use-document.ts'
import { ListDocument, ListExplanationsDocument } from '../../generated/operations.ts'
import type { FullListFragment } from '../../generated/operations.ts'

/** Shows a list as it was saved, without reading it again. */
export function useShowList(): (list: FullListFragment) => void {
  const queries = useQueryClient()
  return (list) => showList(queries, list)
}

/** Replaces a list by the version that was saved. Its figures are explained anew: explanations belong to one version. */
export function showList(queries: QueryClient, list: FullListFragment): void {
  const { id } = list
  queries.setQueryData(keyOf(ListDocument, { id }), { projectManagementProductionListById: list })
  void queries.invalidateQueries({ queryKey: keyOf(ListExplanationsDocument, { id }) })
}
