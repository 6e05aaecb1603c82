import type { InputViolation } from '@takeoff/contracts/text-violation'
import { pathOf } from '@takeoff/contracts/path-of'
import type { Optional } from '@takeoff/kit/values/optional'
import { checkFields } from '../check-fields.ts'
import type { Package } from './packaging.ts'
import { productShape } from './product.ts'
import { coverageViolation } from './template-line.ts'
import type { Covering } from './template-line.ts'

/** A product as a caller describes it. */
export interface ProductRequest {
  readonly name: string
  readonly displayName?: Optional<string>
  readonly manufacturerUrl?: Optional<string>
  readonly productType?: Optional<string>
  readonly sku?: Optional<string>
  readonly provider?: Optional<{ readonly identifier: string; readonly name: string }>
  readonly packages?: Optional<readonly Package[]>
}

/** A product that may be saved. */
export interface ProductDraft {
  readonly name: string
  readonly displayName: string | null
  readonly manufacturerUrl: string | null
  readonly productType: string
  readonly sku: string | null
  readonly provider: { readonly identifier: string; readonly name: string } | null
  readonly packages: readonly Package[]
}

export type CheckedProduct =
  | { readonly kind: 'accepted'; readonly draft: ProductDraft }
  | { readonly kind: 'rejected'; readonly violations: readonly InputViolation[] }

/** Checks every field of a product. */
export function checkProduct(request: ProductRequest): CheckedProduct {
  const { values, violations } = checkFields(productShape, {
    name: request.name,
    displayName: request.displayName ?? null,
    manufacturerUrl: request.manufacturerUrl ?? null,
    productType: request.productType ?? 'MATERIAL',
    sku: request.sku ?? null,
    provider: request.provider ?? null,
    packages: request.packages ?? [],
  })
  if (violations.length === 0) return { kind: 'accepted', draft: values as ProductDraft }
  return {
    kind: 'rejected',
    violations: violations.map(({ path, message }) => {
      const argument = `product.${pathOf(path)}`
      return { argument, message: `${argument}: ${message}.` }
    }),
  }
}

/** A template line whose coverage comes from a product. */
export interface CoveredLine extends Covering {
  readonly templateId: number
  readonly sortOrder: number
  readonly name: string
}

/** Violations for the lines that would no longer have a coverage. */
export function uncoveredViolations(
  lines: readonly CoveredLine[],
  packages: readonly Package[],
): InputViolation[] {
  return lines
    .filter((line) => coverageViolation(line, packages) !== undefined)
    .map(({ templateId, sortOrder, name, measurementUnits, quantityUnits }) => ({
      argument: 'product.packages',
      message: `product.packages must say how many ${measurementUnits ?? 'pieces'} one of ${quantityUnits} covers: line ${sortOrder} "${name}" of template ${templateId} takes its coverage from there.`,
    }))
}
