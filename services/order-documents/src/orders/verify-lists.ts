import { mergeById } from '@takeoff/kit/verification/merge-by-id'
import { readInOrder } from '@takeoff/kit/verification/read-in-order'
import type { Verification } from '@takeoff/kit/verification/run-verify'
import type { States } from '@takeoff/kit/verification/states-file'
import { selectOrderedLists } from '../db/orders/ordered-list-reads.ts'

/** Clocks of two machines may differ by this much. */
const CLOCKS_MS = 60_000

/** Reports lists that have orders, and that production-lists does not have, or has made after their first order. */
export async function verifyLists(verification: Verification, states: States): Promise<void> {
  const ordered = readInOrder(verification, selectOrderedLists, {})
  for await (const [list, orders] of mergeById(states.of('production-list'), ordered)) {
    if (orders === undefined || orders.lastAt > verification.settledBefore) continue
    if (list === undefined) {
      verification.report(
        `unknown list: ${orders.id} has ${orders.orders} orders, and production-lists has no such list`,
      )
    } else if (Date.parse(list.createdAt) > orders.firstAt.getTime() + CLOCKS_MS) {
      verification.report(
        `another list: ${orders.id} has orders since ${orders.firstAt.toISOString()}, and production-lists made a list with this id later`,
      )
    }
  }
}
