import { LockMode } from '@mikro-orm/core'
import { changesOf, insertAudit } from '@takeoff/kit/events/audit'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { requireOrganization } from '@takeoff/kit/security/access'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { createOnce } from '@takeoff/kit/postgres/idempotency'
import { violationsError } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import { findCoveredLines, findProducts } from '../db/templates/product-reads.ts'
import type { ProductRow } from '../db/templates/product-reads.ts'
import { Product } from '../db/templates/product.ts'
import { checkProduct, uncoveredViolations } from '../domain/templates/product-request.ts'
import type { ProductDraft, ProductRequest } from '../domain/templates/product-request.ts'

export interface ProductUpsertRequest {
  readonly orgId: number
  readonly id?: Optional<number>
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

  const { orgId, product } = request
  const given = { orgId, id: request.id ?? undefined }
  const id = await createOnce(context, 'productUpsert', { ...given, product }, (remember) =>
    database.transaction(async (sql) => {
      const saved = await saveProduct(sql, context, { ...given, draft: checked.draft })
      await remember(sql, String(saved))
      return saved
    }),
  )
  const [row] = await findProducts(database, [Number(id)], caller.orgIds)
  if (row === undefined) throw new NotFoundError(`Product ${id} is gone.`)
  return row
}

interface GivenProduct {
  readonly orgId: number
  /** Of the product to replace. */
  readonly id: number | undefined
  readonly draft: ProductDraft
}

/** @returns the id of the product, also of a new one */
async function saveProduct(
  sql: Transaction,
  context: Context,
  { orgId, id, draft }: GivenProduct,
): Promise<number> {
  const entities = sql.entitiesOf([orgId])
  const columns = columnsOf(draft)
  const current = id === undefined ? undefined : await lockCovering(sql, { orgId, id, draft })
  const changes = changesOf(current, columns)
  const product =
    current === undefined
      ? entities.create(Product, { orgId, ...columns })
      : Object.assign(current, columns)
  await entities.flush()
  const target = { type: 'product' as const, id: product.id }
  await insertAudit(sql, context, { orgId, operation: 'productUpsert', target, changes })
  return product.id
}

/** Locks a product that goes on covering the lines that take their coverage from its packages. */
async function lockCovering(
  sql: Transaction,
  { orgId, id, draft }: GivenProduct & { readonly id: number },
): Promise<Product> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const product = await sql.entitiesOf([orgId]).findOne(Product, { id }, { lockMode })
  if (product === null) {
    throw new NotFoundError(
      `There is no product ${id} in organization ${orgId}. Give the id of one of its products.`,
      'id',
    )
  }
  const violations = uncoveredViolations(await findCoveredLines(sql, id), draft.packages)
  if (violations.length > 0) throw violationsError(violations)
  return product
}

function columnsOf({ provider, packages, ...product }: ProductDraft) {
  return {
    ...product,
    providerIdentifier: provider?.identifier ?? null,
    providerName: provider?.name ?? null,
    packages: [...packages],
  }
}
