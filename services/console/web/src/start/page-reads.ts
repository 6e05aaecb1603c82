import type { TypedDocumentString } from '@takeoff/client'
import {
  BrandDocument,
  JobDocument,
  JobsDocument,
  ListDocument,
  ListExplanationsDocument,
  ListsDocument,
  OrderPreparationDocument,
  OrderProvidersDocument,
  OrdersDocument,
  TemplatesDocument,
  VendorChoicesDocument,
  WebhooksDocument,
} from '../generated/operations.ts'
import type { SessionOrganization } from '../session/read-session.ts'
import { mayOpen } from '../session/page-scopes.ts'
import type { PageName } from '../session/page-scopes.ts'
import { rowIdOf } from '../session/row-id.ts'
import { placeOf } from './page-pattern.ts'

/** An operation that a page reads when it opens. */
export interface PageRead {
  readonly document: TypedDocumentString<unknown, object>
  readonly variables: object
  /** Whether the page reads it with `usePages`. */
  readonly isPaged: boolean
}

interface Opened {
  readonly orgId: number
  readonly id: number
  readonly can: (scope: string) => boolean
}

/** By place: what pages read first. It must be what they ask for, else it is read twice; `tests/browser/loading.test.ts` sees that. */
const READS: Readonly<
  Partial<Record<PageName, (opened: Opened) => readonly (PageRead | false)[]>>
> = {
  jobs: ({ orgId }) => [pages(JobsDocument, { orgId, search: '' })],
  'jobs/$': ({ orgId, id }) => [one(JobDocument, { id, orgId })],
  lists: ({ orgId }) => [pages(ListsDocument, { orgId, search: '' })],
  'lists/$': (opened) => [
    one(ListDocument, { id: opened.id }),
    one(ListExplanationsDocument, { id: opened.id }),
    vendors(opened),
  ],
  'lists/$/order': (opened) => [
    one(OrderPreparationDocument, { listId: opened.id }),
    vendors(opened),
    opened.can('orders:submit') && one(OrderProvidersDocument, {}),
  ],
  orders: (opened) => [
    pages(OrdersDocument, { orgId: opened.orgId, withLists: opened.can('lists:read') }),
    vendors(opened),
  ],
  'catalog/templates': ({ orgId }) => [
    pages(TemplatesDocument, { orgId, search: '', includeArchived: false }),
  ],
  'integrations/webhooks': ({ orgId }) => [pages(WebhooksDocument, { orgId })],
}

/** What the page at an address reads, with what its frame reads; nothing in an organization that the person does not belong to. */
export function readsOf(
  path: string,
  organizations: readonly SessionOrganization[],
): readonly PageRead[] {
  const place = placeOf(path)
  const scopes = organizations.find(({ id }) => id === place?.orgId)?.scopes
  if (place === undefined || scopes === undefined) return []
  const { orgId, id } = place
  const page = place.pattern as PageName
  const can = (scope: string): boolean => scopes.includes(scope)
  const rowId = rowIdOf(id)
  const isShown =
    Object.hasOwn(READS, page) && mayOpen(page, can) && (id === '' || rowId !== undefined)
  const reads = isShown ? READS[page]?.({ orgId, id: rowId ?? 0, can }) : []
  const frame = can('brand:read') && one(BrandDocument, { orgId })
  return [...(reads ?? []), frame].filter((read) => read !== false)
}

const vendors = ({ orgId, can }: Opened): PageRead | false =>
  can('vendors:read') && pages(VendorChoicesDocument, { orgId })

const read = <Variables extends object>(
  document: TypedDocumentString<unknown, Variables>,
  variables: Variables,
  isPaged: boolean,
): PageRead => ({ document: document as PageRead['document'], variables, isPaged })

const one = <Variables extends object>(
  document: TypedDocumentString<unknown, Variables>,
  variables: Variables,
): PageRead => read(document, variables, false)

const pages = <Variables extends object>(
  document: TypedDocumentString<unknown, Variables>,
  variables: Variables,
): PageRead => read(document, variables, true)
