import { requireNoViolation } from '@takeoff/kit/values/violations'
import type { Optional } from '@takeoff/kit/values/optional'
import type { Context } from '../context.ts'
import type { Explanation } from '../db/lists/explanation-reads.ts'
import type { ProductRow } from '../db/templates/product-reads.ts'
import { explainItem, measureOf } from '../domain/lists/explain-item.ts'
import { newListViolation } from '../domain/lists/list-request.ts'
import type { NewListRequest } from '../domain/lists/list-request.ts'
import type { ItemState, ListState } from '../domain/lists/list-state.ts'
import { missingMaterials } from '../domain/lists/missing-materials.ts'
import type { MissingMaterial } from '../domain/lists/missing-materials.ts'
import { computeList } from './compute-list.ts'
import type { ComputedList } from './compute-list.ts'

export interface ListPreviewRequest extends Omit<NewListRequest, 'name'> {
  /** The job's newest version when left out. */
  readonly measurementVersion?: Optional<number>
}

/** The parent of the ProductionListPreview resolvers. */
export interface ListPreview extends Omit<ListState, 'items'> {
  readonly listItems: readonly PreviewItem[]
  readonly missingMaterials: readonly MissingMaterial[]
}

/** An item of a list that is not saved: the parent of the ProductionListPreviewItem resolvers. */
export interface PreviewItem extends ItemState {
  readonly orgId: number
  /** From 1. */
  readonly sortOrder: number
  readonly product: ProductRow | null
  readonly explanation: Explanation
}

/**
 * The list that `createProductionList` would create now; writes nothing.
 * @throws NotFoundError for a job or templates outside the caller's organizations
 * @throws BadUserInputError naming the invalid argument
 */
export async function previewList(
  context: Context,
  { measurementVersion, ...request }: ListPreviewRequest,
): Promise<ListPreview> {
  requireNoViolation(newListViolation(request))
  const computed = await computeList(context, request, measurementVersion)
  const { items, ...list } = computed.list
  return {
    ...list,
    listItems: previewItems(computed),
    missingMaterials: missingMaterials(items, computed.job.measurements),
  }
}

function previewItems({ list, templates, prices }: ComputedList): PreviewItem[] {
  const products = new Map(templates.flatMap((t) => t.products).map((row) => [row.id, row]))
  const effectiveFrom = new Map(prices.map((price) => [price.id, price.effectiveFrom]))
  const templateOf = new Map(templates.flatMap((t) => t.lines.map((line) => [line.id, t.id])))
  const { orgId, measurementVersion } = list
  return list.items.map((item, index) => {
    const priceEffectiveFrom = effectiveFrom.get(item.priceId ?? 0) ?? null
    return {
      ...item,
      orgId,
      sortOrder: index + 1,
      product: products.get(item.productId ?? 0) ?? null,
      explanation: {
        ...item,
        orgId,
        measurementVersion,
        priceEffectiveFrom,
        measure: measureOf(item),
        templateId: templateOf.get(item.templateLineId ?? 0) ?? null,
        sentence: explainItem(item, { effectiveFrom: priceEffectiveFrom }),
      },
    }
  })
}
