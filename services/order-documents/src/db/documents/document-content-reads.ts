import { expressionBuilder } from 'kysely'
import type { AliasableExpression, Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { invariant } from '@takeoff/kit/values/invariant'
import type { OrderReference } from '../../domain/orders/order.ts'
import { lineColumns } from '../orders/order-line-columns.ts'
import { fromOrders } from '../orders/order-reads.ts'
import { statement } from '../statements.ts'
import type { Tables } from '../statements.ts'
import { toVendor, vendorColumns } from '../vendors/vendor-reads.ts'

/** The content of a document, from the rows of its order. */
export type DocumentContent = Awaited<ReturnType<typeof findDocumentContent>>

type ReferenceJson = Omit<OrderReference, 'createdAt'> & { readonly createdAt: string }

const selectHead = statement((db, $: Params<{ readonly documentId: string }>) =>
  fromOrders(db)
    .innerJoin('orderDocument as d', 'd.orderId', 'o.id')
    .where('d.id', '=', $.documentId)
    .select([
      'd.id as documentId',
      'd.orgId',
      'd.mode',
      'd.language',
      'd.paper',
      'd.csvPreset',
      'o.productionListId',
      'o.listName',
      'o.jobId',
      'o.jobName',
      'o.id as orderId',
      'o.kind as orderKind',
      'o.purchaseOrderNumber',
      'o.externalIdentifier',
      'o.createdAt as orderedAt',
      'o.delivery',
      'o.cancelledAt',
      referenceJson(isSuccessor).as('replacedBy'),
      referenceJson((r) => r('r.id', '=', r.ref('o.replacesOrderId'))).as('replaces'),
      referenceJson((r) => r('r.id', '=', r.ref('o.changesOrderId'))).as('changes'),
    ])
    .select(vendorColumns()),
)

const selectLines = statement((db, $: Params<{ readonly orderId: string }>) =>
  db
    .selectFrom('orderListItem as i')
    .where('i.orderId', '=', $.orderId)
    .orderBy('i.position')
    .select(lineColumns()),
)

/** An order `o`, and another one `r`. */
type TwoOrders = ExpressionBuilder<Record<'o' | 'r', Tables['order']>, 'o' | 'r'>

/** What replaces a changed order replaces its change orders, too. */
function isSuccessor(r: TwoOrders): Expression<SqlBool> {
  return r.or([
    r('r.replacesOrderId', '=', r.ref('o.id')),
    r.and([r('o.state', '=', 'replaced'), r('r.replacesOrderId', '=', r.ref('o.changesOrderId'))]),
  ])
}

function referenceJson(
  condition: (r: TwoOrders) => Expression<SqlBool>,
): AliasableExpression<ReferenceJson | null> {
  return expressionBuilder<Tables & { readonly o: Tables['order'] }, 'o'>()
    .selectFrom('order as r')
    .where(condition)
    .limit(1)
    .select((r) =>
      jsonBuildObject({
        id: r.ref('r.id'),
        purchaseOrderNumber: r.ref('r.purchaseOrderNumber'),
        createdAt: r.ref('r.createdAt'),
      }).as('reference'),
    )
    .$asScalar()
}

/** Reads the content in two statements, however long the order is. */
export async function findDocumentContent(sql: Sql, documentId: string) {
  const found = await sql.row(selectHead, { documentId })
  invariant(found !== undefined, `there is no order document ${documentId}`)
  const { vendorId, vendor, replacedBy, replaces, changes, ...head } = found
  const lines = await sql.rows(selectLines, { orderId: head.orderId })
  return {
    ...head,
    replacedBy: toReference(replacedBy),
    replaces: toReference(replaces),
    changes: toReference(changes),
    vendor: toVendor({ vendorId, vendor }),
    lines,
  }
}

function toReference(json: ReferenceJson | null): OrderReference | null {
  return json && { ...json, createdAt: new Date(json.createdAt) }
}
