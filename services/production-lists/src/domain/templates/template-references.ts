import type { Package } from './packaging.ts'
import { coverageViolation } from './template-line.ts'
import { lineViolationOf } from './template-request.ts'
import type {
  CheckedLine,
  CheckedTemplate,
  LineRequest,
  TemplateViolation,
} from './template-request.ts'

/** The records that a template may refer to. */
export interface KnownReferences {
  /** Packages of the organization's products, by product id. */
  readonly packages: ReadonlyMap<number, readonly Package[]>
  /** Vendors of the template's organization. */
  readonly vendorIds: ReadonlySet<number>
  /** Lines of the template that is changed; a new one has none. */
  readonly lineIds: ReadonlySet<number>
}

/** All violations of a template, those of its references included, in the order of its lines. */
export function templateViolations(
  requests: readonly LineRequest[],
  { lines, violations }: CheckedTemplate,
  known: KnownReferences,
): TemplateViolation[] {
  const seen = new Set<number>()
  const references = lines.flatMap((line, index) => {
    const lineViolations = [
      idViolation(line, seen, known),
      productViolation(line, known),
      ownCoverageViolation(line, known),
      vendorViolation(line, known),
    ]
    if (typeof line.id === 'number') seen.add(line.id)
    return lineViolations
      .filter((violation) => violation !== undefined)
      .map(({ field, message }) => lineViolationOf(requests, index, { path: [field], message }))
  })
  return [...violations, ...references].toSorted((a, b) => a.line - b.line)
}

interface ReferenceViolation {
  readonly field: keyof CheckedLine
  readonly message: string
}

function idViolation(
  { id }: CheckedLine,
  seen: ReadonlySet<number>,
  { lineIds }: KnownReferences,
): ReferenceViolation | undefined {
  if (id === null || id === undefined) return undefined
  if (seen.has(id)) return { field: 'id', message: `names line ${id} a second time` }
  if (lineIds.has(id)) return undefined
  return { field: 'id', message: `the template has no line ${id}; leave out the id of a new line` }
}

function productViolation(
  { productId }: CheckedLine,
  { packages }: KnownReferences,
): ReferenceViolation | undefined {
  if (productId === null || productId === undefined || packages.has(productId)) return undefined
  return {
    field: 'productId',
    message: `the organization has no product ${productId}; give the id of one of its products`,
  }
}

/** Undefined also for a line whose other fields are missing or invalid. */
function ownCoverageViolation(
  { coverage, measurementUnits, quantityUnits, productId }: CheckedLine,
  { packages }: KnownReferences,
): ReferenceViolation | undefined {
  if (coverage !== null || measurementUnits === undefined) return undefined
  if (quantityUnits === undefined || productId === undefined) return undefined
  const known = productId === null ? [] : packages.get(productId)
  if (known === undefined) return undefined
  const message = coverageViolation({ coverage, measurementUnits, quantityUnits }, known)
  return message === undefined ? undefined : { field: 'coverage', message }
}

function vendorViolation(
  { vendorId }: CheckedLine,
  { vendorIds }: KnownReferences,
): ReferenceViolation | undefined {
  if (vendorId === null || vendorId === undefined || vendorIds.has(vendorId)) return undefined
  return {
    field: 'vendorId',
    message: `the template's organization has no vendor ${vendorId}; give the id of one of its vendors`,
  }
}
