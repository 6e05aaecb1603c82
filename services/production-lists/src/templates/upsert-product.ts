import { LockMode } from '@mikro-orm/core'
import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import { requireOrganization } from '@takeoff/kit/security/access'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import { violationsError } from '@takeoff/kit/values/violations'
import type { Context } from '../context.ts'
import { findCoveredLines, findProducts } from '../db/templates/product-reads.ts'
import type { ProductRow } from '../db/templates/product-reads.ts'
import { Product } from '../db/templates/product.ts'
import { checkProduct, uncoveredViolations } from '../domain/templates/product-request.ts'
import type { ProductDraft, ProductRequest } from '../domain/templates/product-request.ts'

export interface ProductUpsertRequest {
  readonly orgId: number
  readonly id?: number | null | undefined
  readonly product: ProductRequest
}

/**
 * Creates a product, or replaces the product with the given id.
 * @throws NotFoundError for an id that the organization does not have
 * @throws BadUserInputError with all violations of the product
 */
export async function upsertProduct(
  context: Context,
  request: ProductUpsertRequest,
): Promise<ProductRow> {
  const { caller, database } = context
  requireOrganization(caller, request.orgId)
  const checked = checkProduct(request.product)
  if (checked.kind === 'rejected') throw violationsError(checked.violations)

  const id =
    typeof request.id === 'number'
      ? await replaceProduct(context, { ...request, id: request.id }, checked.draft)
      : Number(await createProduct(context, request, checked.draft))
  const [row] = await findProducts(database, [id], caller.orgIds)
  if (row === undefined) throw new NotFoundError(`Product ${id} is gone.`)
  return row
}

async function replaceProduct(
  context: Context,
  { orgId, id }: ProductUpsertRequest & { readonly id: number },
  draft: ProductDraft,
): Promise<number> {
  await context.database.transaction(async (sql) => {
    const entities = sql.entitiesOf([orgId])
    const product = await entities.findOne(
      Product,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (product === null) {
      throw new NotFoundError(
        `There is no product ${id} in organization ${orgId}. Give the id of one of its products.`,
        'id',
      )
    }
    const violations = uncoveredViolations(await findCoveredLines(sql, id), draft.packages)
    if (violations.length > 0) throw violationsError(violations)
    const columns = columnsOf(draft)
    const changes = changesOf(product, columns)
    Object.assign(product, columns)
    const target = { type: 'product' as const, id }
    await insertAudit(sql, context, { orgId, operation: 'productUpsert', target, changes })
  })
  return id
}

function createProduct(
  context: Context,
  { orgId, product }: ProductUpsertRequest,
  draft: ProductDraft,
): Promise<string> {
  return createOnce(context, 'productUpsert', { orgId, product }, (remember) =>
    context.database.transaction(async (sql) => {
      const entities = sql.entitiesOf([orgId])
      const created = entities.create(Product, { orgId, ...columnsOf(draft) })
      await entities.flush()
      await remember(sql, String(created.id))
      await insertAudit(sql, context, {
        orgId,
        operation: 'productUpsert',
        target: { type: 'product', id: created.id },
        changes: changesOf(undefined, columnsOf(draft)),
      })
      return created.id
    }),
  )
}

function columnsOf({ provider, packages, ...product }: ProductDraft) {
  return {
    ...product,
    providerIdentifier: provider?.identifier ?? null,
    providerName: provider?.name ?? null,
    packages: [...packages],
  }
}
