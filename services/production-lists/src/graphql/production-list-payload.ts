import { fieldNamesIn } from '@takeoff/kit/graphql/field-names'
import { withItems } from '../db/lists/whole-lists.ts'
import type { ProductionListPayloadResolvers } from './generated.ts'
import { selects } from './selects.ts'

/** The parent value of the payload is the list, because a mutation returns nothing else. */
export const ProductionListPayload: ProductionListPayloadResolvers = {
  async productionList(list, _args, { caller, database }, info) {
    if (!selects(info, 'listItems')) return list
    const selection = { orgIds: caller.orgIds, fields: fieldNamesIn(info) }
    return (await withItems(database, [list], selection))[0]
  },
}
