import { addMonths, monthOf } from '@takeoff/webhooks/maintenance/months'

/** A part of the generated database. Organizations and units of work are numbered from its first ones on. */
export interface Part {
  readonly firstOrganization: number
  readonly organizations: number
  readonly firstUnit: number
  /** Units of work of all organizations: a job with its list of 40 items, four orders, and their events. */
  readonly units: number
}

/** The database that every time is compared with: a hundredth of the large one. */
export const SMALL: Part = { firstOrganization: 1, organizations: 100, firstUnit: 1, units: 2_500 }

/** With the small one: 10,000 organizations, 10 million items, a million orders. */
export const REST: Part = {
  firstOrganization: 101,
  organizations: 9_900,
  firstUnit: 2_501,
  units: 247_500,
}

export const DELIVERIES = 50_000_000
/** Subscriptions of each organization. */
export const WEBHOOKS = 5
export const ITEMS = 40
export const ORDERS = 4

const MONTHS_BEFORE = 4

/** The rows are of this month and all later ones. With a retention of 90 days, this month is past it. */
export const FIRST_MONTH = addMonths(monthOf(new Date()), -MONTHS_BEFORE)
