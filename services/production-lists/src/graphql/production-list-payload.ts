import type { ProductionListPayloadResolvers } from './generated.ts'

/** The list is the payload's parent: a mutation hands over nothing else. */
export const ProductionListPayload: ProductionListPayloadResolvers = {
  productionList: (list) => list,
}
