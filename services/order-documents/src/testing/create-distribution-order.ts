import { sql as raw } from 'kysely'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
import { newUuid } from '@takeoff/kit/values/ids'
import { insertDistributionOrder } from '../db/distribution/insert-distribution-order.ts'
import { insertRows, statement } from '../db/statements.ts'

export interface NewDraft {
  readonly orgId?: number
  readonly vendorId: number
  readonly providerIdentifier: string
  readonly listItemIds?: readonly number[]
  readonly productionListId?: number
  readonly jobId?: number
  readonly purchaseOrderNumber?: string
  /** It is with the provider already, and its status is no longer polled. */
  readonly isSubmitted?: boolean
}

export interface Draft {
  readonly id: string
  readonly orderId: string
  readonly lineIds: readonly string[]
}

const updateSubmitted = statement((db, $: Params<{ readonly id: string }>) =>
  db
    .updateTable('distributionOrder')
    .set({
      state: 'submitted',
      stateSequence: 2,
      attempts: 1,
      rawStatus: 'Pending',
      confirmationNumber: 'S1',
      submittedAt: raw`now()`,
      nextAttemptAt: null,
    })
    .where('id', '=', $.id),
)

/** Adds an order of a list with its distribution order, a draft. */
export async function createDistributionOrder(database: Database, draft: NewDraft): Promise<Draft> {
  const { orgId = 1, vendorId, providerIdentifier, listItemIds = [100, 101] } = draft
  const { productionListId = 28_001, jobId = 55_101, purchaseOrderNumber = 'PO-1' } = draft
  const [id, orderId] = [newUuid(), newUuid()]
  const lines = listItemIds.map((listItemId, index) => ({
    id: newUuid(),
    orgId,
    orderId,
    listItemId,
    position: index + 1,
    name: `Shingles ${index + 1}`,
    quantity: 75.5,
    quantityUnits: 'BUNDLES',
    sku: `SH-${index + 1}`,
    color: 'Charcoal',
    unitCost: 19.7,
  }))
  const now = new Date()
  await database.transaction(async (sql) => {
    await insertRows(sql, 'order', [
      {
        id: orderId,
        orgId,
        productionListId,
        jobId,
        jobName: '12 Oak Street',
        vendorId,
        userId: 7,
        kind: 'MATERIAL',
        purchaseOrderNumber,
        placementId: newUuid(),
        createdAt: now,
        updatedAt: now,
      },
    ])
    await insertRows(sql, 'orderListItem', lines)
    const distributionOrder = { id, orgId, orderId, productionListId, jobId, vendorId }
    await insertDistributionOrder(sql, { ...distributionOrder, providerIdentifier })
    if (draft.isSubmitted !== true) return
    await sql.run(updateSubmitted, { id })
  })
  return { id, orderId, lineIds: lines.map((line) => line.id) }
}
