import { z } from 'zod'
import { id, label } from '../checked-values.ts'
import { NAME_LENGTH_MAX, TEMPLATE_LINES_MAX } from '../limits.ts'
import { productShape } from './product.ts'
import {
  combinationViolations,
  coverageViolation,
  lineShape,
  wasteFactor,
} from './template-line.ts'

/** The trades of the shipped templates; an organization may add its own. */
export const TRADES = ['ROOF', 'SIDING'] as const

const lineSchema = z
  .strictObject({ id, sortOrder: z.int().min(0).max(100_000), ...lineShape })
  .superRefine((line, context) => {
    for (const { path, message } of combinationViolations(line)) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })

/** The fields of a template, apart from its id, its organization and its lines. */
export const templateShape = {
  name: label(NAME_LENGTH_MAX).transform((name) => name.replaceAll(/\s+/gu, ' ')),
  tradeType: label(NAME_LENGTH_MAX),
  wasteFactor: wasteFactor.nullable(),
  /** Lines of the same product are added before they are rounded up to whole packages. */
  combineSameProducts: z.boolean().default(false),
}

const templateSchema = z.strictObject({
  id,
  orgId: id,
  ...templateShape,
  products: z.array(z.strictObject({ id, ...productShape })).max(1000),
  lines: z.array(lineSchema).min(1).max(TEMPLATE_LINES_MAX),
})

export type Template = z.infer<typeof templateSchema>

export type ParsedTemplate =
  | { readonly kind: 'accepted'; readonly template: Template }
  | { readonly kind: 'rejected'; readonly path: string; readonly reason: string }

/** Checks a template before it is saved; a violation has the dotted path of its first value. */
export function parseTemplate(json: unknown): ParsedTemplate {
  const parsed = templateSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return {
      kind: 'rejected',
      path: issue?.path.join('.') ?? '',
      reason: issue?.message ?? 'is not a template',
    }
  }

  const violation = referenceViolation(parsed.data)
  return violation === undefined
    ? { kind: 'accepted', template: parsed.data }
    : { kind: 'rejected', ...violation }
}

function referenceViolation({ lines, products }: Template) {
  const byId = new Map(products.map((product) => [product.id, product]))
  const sortOrders = new Set<number>()
  for (const [index, line] of lines.entries()) {
    const product = line.productId === null ? undefined : byId.get(line.productId)
    if (line.productId !== null && product === undefined) {
      return { path: `lines.${index}.productId`, reason: `product ${line.productId} is not listed` }
    }
    const reason = coverageViolation(line, product?.packages ?? [])
    if (reason !== undefined) return { path: `lines.${index}.coverage`, reason }
    if (sortOrders.has(line.sortOrder)) {
      return { path: `lines.${index}.sortOrder`, reason: `${line.sortOrder} is taken` }
    }
    sortOrders.add(line.sortOrder)
  }
  return undefined
}
