import type { Package } from './packaging.ts'
import { coverageFault } from './template-line.ts'
import { lineFaultOf } from './template-request.ts'
import type {
  CheckedLine,
  CheckedTemplate,
  LineRequest,
  TemplateFault,
} from './template-request.ts'

/** What a template may refer to. */
export interface KnownReferences {
  /** Of the organization's products. */
  readonly packages: ReadonlyMap<number, readonly Package[]>
  /** The caller's. */
  readonly vendorIds: ReadonlySet<number>
  /** Of the template that is changed; a new one has none. */
  readonly lineIds: ReadonlySet<number>
}

/** All faults of a template, what it refers to included, in the order of its lines. */
export function templateFaults(
  requests: readonly LineRequest[],
  { lines, faults }: CheckedTemplate,
  known: KnownReferences,
): TemplateFault[] {
  const seen = new Set<number>()
  const references = lines.flatMap((line, index) => {
    const lineFaults = [
      idFault(line, seen, known),
      productFault(line, known),
      ownCoverageFault(line, known),
      vendorFault(line, known),
    ]
    if (typeof line.id === 'number') seen.add(line.id)
    return lineFaults
      .filter((fault) => fault !== undefined)
      .map(({ field, message }) => lineFaultOf(requests, index, { path: [field], message }))
  })
  return [...faults, ...references].toSorted((a, b) => a.line - b.line)
}

interface ReferenceFault {
  readonly field: keyof CheckedLine
  readonly message: string
}

function idFault(
  { id }: CheckedLine,
  seen: ReadonlySet<number>,
  { lineIds }: KnownReferences,
): ReferenceFault | undefined {
  if (id === null || id === undefined) return undefined
  if (seen.has(id)) return { field: 'id', message: `names line ${id} a second time` }
  if (lineIds.has(id)) return undefined
  return { field: 'id', message: `the template has no line ${id}; leave out the id of a new line` }
}

function productFault(
  { productId }: CheckedLine,
  { packages }: KnownReferences,
): ReferenceFault | undefined {
  if (productId === null || productId === undefined || packages.has(productId)) return undefined
  return { field: 'productId', message: `the organization has no product ${productId}` }
}

/** Only of a line whose fields are all there to be judged. */
function ownCoverageFault(
  { coverage, measurementUnits, quantityUnits, productId }: CheckedLine,
  { packages }: KnownReferences,
): ReferenceFault | undefined {
  if (coverage !== null || measurementUnits === undefined) return undefined
  if (quantityUnits === undefined || productId === undefined) return undefined
  const known = productId === null ? [] : packages.get(productId)
  if (known === undefined) return undefined
  const message = coverageFault({ coverage, measurementUnits, quantityUnits }, known)
  return message === undefined ? undefined : { field: 'coverage', message }
}

function vendorFault(
  { vendorId }: CheckedLine,
  { vendorIds }: KnownReferences,
): ReferenceFault | undefined {
  if (vendorId === null || vendorId === undefined || vendorIds.has(vendorId)) return undefined
  return { field: 'vendorId', message: `the template's organization has no vendor ${vendorId}` }
}
