import { readFileSync } from 'node:fs'
import { operation } from '../operation.ts'
import { documentIdOf, listIdOf } from './made-up.ts'

/** What is asked of every gateway. */
export interface Operation {
  readonly name: string
  readonly about: string
  /** The request. */
  readonly body: string
}

/** Of the list that is read by the medium operation. */
export const DOCUMENTS = 2
export const MEDIUM_QUERY = readOwn('medium')

export async function readOperations(): Promise<Operation[]> {
  const ordered = listIdOf({ items: 200, documents: 1 })
  return [
    {
      name: 'small',
      about: 'a list and its 10 documents',
      body: bodyOf(readOwn('small'), { id: listIdOf({ items: 0, documents: 10 }) }),
    },
    {
      name: 'medium',
      about: 'a list, its 60 items and 2 documents',
      body: readingList(60),
    },
    {
      name: 'heavy',
      about: '200 order items, each with its list item from the other subgraph',
      body: bodyOf(await operation('3-order-documents'), {
        orderDocumentIds: [documentIdOf(ordered, 0)],
      }),
    },
    {
      name: 'mutation',
      about: 'an order document is created',
      body: bodyOf(await operation('4-order-document-create'), {
        orderDocumentAttributes: { inputHtml: 'supplier', productionListId: String(ordered) },
        purchaseOrderNumber: 'PO-1000',
      }),
    },
  ]
}

/** The medium operation for a made-up list of so many items. */
export function readingList(items: number): string {
  return bodyOf(MEDIUM_QUERY, { id: listIdOf({ items, documents: DOCUMENTS }) })
}

function readOwn(name: string): string {
  return readFileSync(new URL(`operations/${name}.graphql`, import.meta.url), 'utf8')
}

function bodyOf(query: string, variables: object): string {
  return JSON.stringify({ query, variables })
}
