import { z } from 'zod'
import { Exact } from './exact.ts'
import { expressionFault, measureExpressionSchema } from './measure-expression.ts'

/** Closed, because a list's totals are sums by type. */
export const itemTypes = ['MATERIAL', 'LABOR', 'OTHER'] as const
export type ItemType = (typeof itemTypes)[number]

const id = z.int().min(1).max(2_147_483_647)
const label = z.string().trim().min(1).max(200)

/** A number with at most so many decimals, so that the database keeps all of it. */
const decimal = (max: number, places: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((value) => new Exact(value).decimalPlaces() <= places, {
      error: `must have at most ${places} decimals`,
    })

const wasteFactor = decimal(1, 5)

const productSchema = z.strictObject({
  id,
  name: label,
  displayName: label.nullable(),
  manufacturerUrl: z.httpUrl().nullable(),
  productType: label,
  sku: label.nullable(),
  provider: z.strictObject({ identifier: label, name: label }).nullable(),
})

const lineSchema = z
  .strictObject({
    id,
    sortOrder: z.int().min(0).max(100_000),
    name: label,
    groupName: label,
    type: z.enum(itemTypes),
    measure: measureExpressionSchema,
    measurementUnits: z.enum(['squares', 'linear_feet']).nullable(),
    coverage: decimal(1_000_000, 5).refine((value) => value > 0, { error: 'must be above 0' }),
    quantityUnits: label,
    wasteFactor: wasteFactor.nullable(),
    rounding: z.enum(['whole', 'exact']),
    productId: id.nullable(),
    color: label.nullable(),
    notes: z.string().max(2000),
    vendorId: id.nullable(),
    unitCost: decimal(1_000_000, 4),
    markup: decimal(10, 4),
    taxPercent: decimal(100, 4),
  })
  .superRefine((line, context) => {
    const fault = expressionFault(line.measure, line.measurementUnits)
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['measure'], message: fault })
  })

const templateSchema = z.strictObject({
  id,
  orgId: id,
  name: label,
  tradeType: label,
  wasteFactor: wasteFactor.nullable(),
  products: z.array(productSchema).max(1000),
  lines: z.array(lineSchema).min(1).max(1000),
})

export type Template = z.infer<typeof templateSchema>

export type ParsedTemplate =
  | { readonly kind: 'accepted'; readonly template: Template }
  | { readonly kind: 'rejected'; readonly path: string; readonly reason: string }

/** Checks a template before it is saved; a fault comes back with the dotted path of its first value. */
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

  const fault = referenceFault(parsed.data)
  return fault === undefined
    ? { kind: 'accepted', template: parsed.data }
    : { kind: 'rejected', ...fault }
}

function referenceFault({ lines, products }: Template) {
  const productIds = new Set(products.map((product) => product.id))
  const sortOrders = new Set<number>()
  for (const [index, line] of lines.entries()) {
    if (line.productId !== null && !productIds.has(line.productId)) {
      return { path: `lines.${index}.productId`, reason: `product ${line.productId} is not listed` }
    }
    if (sortOrders.has(line.sortOrder)) {
      return { path: `lines.${index}.sortOrder`, reason: `${line.sortOrder} is taken` }
    }
    sortOrders.add(line.sortOrder)
  }
  return undefined
}
