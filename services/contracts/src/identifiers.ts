import { z } from 'zod'

/** Lists, items, jobs, organizations, users, vendors and webhooks: positive 32-bit integers. */
export const integerId = z.int().min(1).max(2_147_483_647)

/** Orders, order list items, documents, distribution orders and events. */
export const uuid = z.uuid()

/** Ids of any kind, and states: longer than any real one, short enough for an index and for receivers. */
export const shortText = z.string().min(1).max(100)
