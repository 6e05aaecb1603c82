import { bareItem } from '../domain/orders/production-list.ts'
import type { ListItem } from '../domain/orders/production-list.ts'

/** A list item of a roof, with the given values. */
export function listItem(overrides: Partial<ListItem>): ListItem {
  return { ...bareItem, sku: 'SH-1', color: 'Charcoal', ...overrides }
}
