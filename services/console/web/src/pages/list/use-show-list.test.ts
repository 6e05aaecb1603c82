import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keyOf } from '../../api/use-document.ts'
import { ListDocument, ListExplanationsDocument } from '../../generated/operations.ts'
import { listOf } from './draft/testing.ts'
import { showList } from './use-show-list.ts'

test('a list that was saved is shown, and its explanations, which are of the version before, are read anew', () => {
  const queries = new QueryClient()
  const explanationsOf = (id: number) => keyOf(ListExplanationsDocument, { id })
  for (const id of [7, 8]) queries.setQueryData(explanationsOf(id), {})
  const list = { ...listOf(2, []), id: 7 }
  showList(queries, list)
  expect(queries.getQueryData(keyOf(ListDocument, { id: 7 }))).toEqual({
    projectManagementProductionListById: list,
  })
  const areOld = [7, 8].map((id) => queries.getQueryState(explanationsOf(id))?.isInvalidated)
  expect(areOld).toEqual([true, false])
})
