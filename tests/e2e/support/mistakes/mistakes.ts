import { authentication } from './authentication.ts'
import { documents } from './documents.ts'
import { files } from './files.ts'
import { http } from './http.ts'
import { idempotency } from './idempotency.ts'
import { changedLists, newLists } from './lists.ts'
import { measurements } from './measurements.ts'
import type { Mistake } from './mistake.ts'
import { orders } from './orders.ts'
import { ids, paging } from './paging.ts'
import { priceBooks, templates } from './templates.ts'
import { vendors } from './vendors.ts'
import { webhooks } from './webhooks.ts'

/** Typical mistakes of integrators by subject, in the order of docs/errors.md. */
export const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  'Tokens and scopes': authentication,
  'HTTP requests': http,
  'GraphQL documents and variables': documents,
  Pages: paging,
  Ids: ids,
  'New lists': newLists,
  'Changes of lists': changedLists,
  'Jobs and measurements': measurements,
  'Templates and products': templates,
  'Price books': priceBooks,
  Orders: orders,
  'Vendors and providers': vendors,
  Idempotency: idempotency,
  Webhooks: webhooks,
  'Files and exports': files,
}
