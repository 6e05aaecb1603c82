/** How, when and where an order is delivered. Null: the caller did not specify it. */
export interface Delivery {
  /** `YYYY-MM-DD`. */
  readonly date: string | null
  /** ANY, AM, PM, FIRST_STOP, or two times of day as `08:00-10:00`. */
  readonly window: string | null
  readonly method: DeliveryMethod | null
  readonly shipTo: ShipTo | null
  /** Where on the site the material goes. */
  readonly placementNotes: string | null
  /** How to get in: gates, dogs, codes. */
  readonly accessNotes: string | null
  readonly contact: DeliveryContact | null
}

export type DeliveryMethod = 'GROUND' | 'ROOF_TOP' | 'PICKUP'

export interface ShipTo {
  readonly name: string | null
  readonly lines: readonly string[]
  readonly city: string | null
  readonly region: string | null
  readonly postalCode: string | null
  readonly country: string | null
}

export interface DeliveryContact {
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}
