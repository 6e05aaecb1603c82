import { explainList } from '../db/explanation-reads.ts'
import type { ProductionListPayloadResolvers } from './generated.ts'

/** The list is the payload's parent: a mutation hands over nothing else. */
export const ProductionListPayload: ProductionListPayloadResolvers = {
  productionList: (list) => list,
  explanations: ({ id, orgId }, _args, { database }) => explainList(database, id, orgId),
}
