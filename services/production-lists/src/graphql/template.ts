import { unitsOfMeasure } from '../domain/templates/measure-expression.ts'
import { descriptionOf, dimensionOf } from '../domain/templates/measure.ts'
import type { MeasureResolvers, TemplateLineResolvers, TemplateResolvers } from './generated.ts'

export const Template: TemplateResolvers = {
  async lines({ id, orgId }, _args, { loaders }) {
    const lines = await loaders.linesOfTemplate.load(id)
    return lines.map((line) => ({ ...line, orgId }))
  },
}

export const TemplateLine: TemplateLineResolvers = {
  product: ({ productId }, _args, { loaders }) =>
    productId === null ? null : loaders.product.load(productId),
}

/** The parent of a measure is its name; its other fields are constants. */
export const Measure: MeasureResolvers = {
  name: (name) => name,
  dimension: (name) => dimensionOf(name),
  units: (name) => unitsOfMeasure(name),
  description: (name) => descriptionOf(name),
}
