import { z } from 'zod'

/** Lists, items, jobs, organizations, users, vendors and webhooks: positive 32-bit integers. */
export const integerId = z.int().min(1).max(2_147_483_647)

/** Orders, order list items, documents, distribution orders and events. */
export const uuid = z.uuid()

/** Ids of whatever kind, and states: more than any has, less than an index or a receiver takes ill. */
export const shortText = z.string().min(1).max(100)
