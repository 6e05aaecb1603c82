/** What is known of the placed orders of a job. */
export interface JobOrders {
  /** Whether an order through a supplier's system was delivered, and none of them is on its way. */
  readonly isDelivered: boolean
}

/** What a job has, apart from its orders. */
export interface JobProgress {
  /** Null when it was never measured. */
  readonly measurementVersion: number | null
  readonly productionListCount: number
}

/** @param orders undefined when no order of the job is placed */
export function jobState(
  { measurementVersion, productionListCount }: JobProgress,
  orders: JobOrders | undefined,
): 'new' | 'measured' | 'listed' | 'ordered' | 'delivered' {
  if (orders !== undefined) return orders.isDelivered ? 'delivered' : 'ordered'
  if (productionListCount > 0) return 'listed'
  return measurementVersion === null ? 'new' : 'measured'
}
