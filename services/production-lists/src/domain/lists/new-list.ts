import type { ItemState, ListState } from './list-state.ts'
import { totalList } from './list-totals.ts'
import { withoutContract } from './sell-list.ts'

/** The job of a list, and the version of its measurements that the list is computed from. */
export interface JobOfList {
  readonly id: number
  readonly orgId: number
  readonly salesOpportunityId: number
  readonly measurementId: number
  readonly measurementVersion: number
}

export interface NewList {
  readonly job: JobOfList
  readonly name: string
  readonly templateIds: readonly number[]
  /** With calculated figures. */
  readonly items: readonly ItemState[]
}

/** The first version of a list; it has no id yet. */
export function newList({ job, name, templateIds, items }: NewList): ListState {
  return {
    id: 0,
    orgId: job.orgId,
    jobId: job.id,
    salesOpportunityId: job.salesOpportunityId,
    version: 1,
    name,
    measurementId: job.measurementId,
    measurementVersion: job.measurementVersion,
    templateIds,
    removedLineIds: [],
    totalDiscount: 0,
    ...withoutContract,
    ...totalList(items, 0),
    items,
  }
}
