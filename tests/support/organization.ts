import { randomInt } from 'node:crypto'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { SCOPES } from '@takeoff/kit/values/scopes'
import { createDistributionOrder } from '@takeoff/order-documents/testing/create-distribution-order'
import { createVendor } from '@takeoff/order-documents/testing/create-vendor'
import { saveVendorCopies } from '@takeoff/production-lists/db/vendors/save-vendor-copies'
import { createJob } from '@takeoff/production-lists/testing/create-job'
import { createTemplate } from '@takeoff/production-lists/testing/create-template'
import type { NewTemplate } from '@takeoff/production-lists/testing/create-template'

export const ALL_SCOPES: readonly string[] = SCOPES

/** The parts of a running stack that are used. */
export interface Stack {
  readonly databases: { readonly 'production-lists': string; readonly 'order-documents': string }
  mintToken(request: {
    readonly userId: number
    readonly orgIds: readonly number[] | Readonly<Record<number, readonly string[]>>
    readonly scopes: readonly string[]
    readonly expiresInSeconds?: number
    readonly audience?: string
  }): Promise<string>
}

/** An organization that no other test uses, with a user, and helpers for data without an API. */
export interface Organization extends AsyncDisposable {
  readonly orgId: number
  readonly userId: number
  /** A token with every scope. */
  readonly token: string
  tokenWith(scopes: readonly string[], expiresInSeconds?: number): Promise<string>
  /** A token with these roles or scopes in the organization, and what they are in other organizations. */
  tokenAs(
    roles: readonly string[],
    others?: Readonly<Record<number, readonly string[]>>,
  ): Promise<string>
  createVendor(vendorName?: string): Promise<number>
  /** Creates a submitted distribution order whose state does not change. */
  createDistributionOrder(order: SubmittedOrder): Promise<string>
  createJob(measurements?: unknown, name?: string | null): Promise<number>
  createTemplate(lines: NewTemplate['lines'], wasteFactor?: number): Promise<number>
}

interface SubmittedOrder {
  readonly vendorId: number
  readonly providerIdentifier: string
  readonly productionListId: number
  readonly listItemIds: readonly number[]
  readonly jobId: number
  readonly purchaseOrderNumber: string
}

/** A plain gable roof of 21.94 squares. */
export const GABLE_ROOF = {
  roof: {
    roof_facets: { area: 2194, total: 2 },
    ridges_hips: { length: 60, total: 1 },
    valleys: { length: 0, total: 0 },
    rakes: { length: 90, total: 4 },
    gutters_eaves: { length: 120, total: 2 },
    pitch: [{ roof_pitch: '6/12', area: 2194, percentage: 100 }],
  },
}

export async function createOrganization(stack: Stack): Promise<Organization> {
  const [orgId, userId] = [randomInt(1_000, 2_000_000_000), randomInt(1_000, 2_000_000_000)]
  await using opened = new AsyncDisposableStack()
  const lists = opened.use(await openPlainDatabase(stack.databases['production-lists']))
  const orders = opened.use(await openPlainDatabase(stack.databases['order-documents']))
  const tokenWith = (scopes: readonly string[], expiresInSeconds?: number): Promise<string> =>
    stack.mintToken({
      userId,
      orgIds: [orgId],
      scopes,
      ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }),
    })
  const token = await tokenWith(ALL_SCOPES)
  const resources = opened.move()
  return {
    orgId,
    userId,
    token,
    tokenWith,
    tokenAs: (roles, others) =>
      stack.mintToken({ userId, orgIds: { ...others, [orgId]: roles }, scopes: [] }),
    async createVendor(vendorName = 'Acme Roofing Supply') {
      const id = await createVendor(orders, { orgId, vendorName })
      // As the message about it would do.
      const updatedAt = new Date().toISOString()
      await saveVendorCopies(lists, [{ id, orgId, vendorName, archivedAt: null, updatedAt }])
      return id
    },
    createDistributionOrder: async (order) => {
      const { id } = await createDistributionOrder(orders, { ...order, orgId, isSubmitted: true })
      return id
    },
    createJob: async (measurements = GABLE_ROOF, name = 'Test Street 1') =>
      (await createJob(lists, { orgId, name, measurements })).jobId,
    createTemplate: async (lines, wasteFactor = 0.1) =>
      (await createTemplate(lists, { orgId, lines, wasteFactor })).id,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
