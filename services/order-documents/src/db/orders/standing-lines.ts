import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { StandingLine } from '../../domain/orders/change-order.ts'
import { statement } from '../statements.ts'
import { lineColumns } from './order-line-columns.ts'

const selectStandingLines = statement((db, $: Params<{ readonly orderId: string }>) =>
  db
    .with('part', (parts) =>
      parts
        .selectFrom('order as o')
        .innerJoin('order as p', (on) =>
          on
            .onRef('p.state', '=', 'o.state')
            .onRef('p.cancelledAt', 'is not distinct from', 'o.cancelledAt'),
        )
        .where('o.id', '=', $.orderId)
        .where((eb) => eb.or([eb('p.id', '=', $.orderId), eb('p.changesOrderId', '=', $.orderId)]))
        .select(['p.id', 'p.createdAt']),
    )
    .with('line', (lines) =>
      lines
        .selectFrom('part')
        .innerJoin('orderListItem as i', 'i.orderId', 'part.id')
        .selectAll('i')
        .select('part.createdAt as orderedAt'),
    )
    .with('credit', (credits) =>
      credits
        .selectFrom('line')
        .where('creditsId', 'is not', null)
        .groupBy('creditsId')
        .select(({ fn }) => [
          'creditsId',
          fn.sum<number>('quantity').as('quantity'),
          fn.sum<number>('pretaxCost').as('pretaxCost'),
          fn.sum<number>('totalCost').as('totalCost'),
        ]),
    )
    .selectFrom('line as i')
    .leftJoin('credit as c', 'c.creditsId', 'i.id')
    .where('i.creditsId', 'is', null)
    // An item whose quantity is 0 is a line of its order as well.
    .where((eb) =>
      eb.or([
        eb(eb('i.quantity', '+', eb.fn.coalesce('c.quantity', eb.lit(0))), '>', eb.lit(0)),
        eb('i.quantity', '=', eb.lit(0)),
      ]),
    )
    .orderBy('i.orderedAt')
    .orderBy('i.orderId')
    .orderBy('i.position')
    .select('i.id')
    .select((eb) =>
      lineColumns({
        quantity: eb('i.quantity', '+', eb.fn.coalesce('c.quantity', eb.lit(0))),
        pretaxCost: eb('i.pretaxCost', '+', eb.fn.coalesce('c.pretaxCost', eb.lit(0))),
        totalCost: eb('i.totalCost', '+', eb.fn.coalesce('c.totalCost', eb.lit(0))),
      }),
    ),
)

/**
 * The remaining lines of an order with its change orders: every line with a rest or of quantity 0, less the credits
 * against it. For a cancelled order these are the lines cancelled with it. Oldest order first, lines in their order.
 */
export function findStandingLines(sql: Sql, orderId: string): Promise<StandingLine[]> {
  return sql.rows(selectStandingLines, { orderId })
}
