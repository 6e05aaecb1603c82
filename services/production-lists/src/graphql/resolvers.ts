import { DateTime } from '@takeoff/kit/scalars'
import { Job, ListItem, OrderDocument, ProductionList } from './entities.ts'
import type { Resolvers } from './generated.ts'
import { Product, Provider } from './product.ts'
import { Mutation } from './mutation.ts'
import { ProductionListPayload } from './production-list-payload.ts'
import { Query } from './query.ts'
import { SalesOpportunity } from './sales-opportunity.ts'

export const resolvers: Resolvers = {
  DateTime,
  Query,
  Mutation,
  ProductionListPayload,
  ProductionList,
  SalesOpportunity,
  Job,
  ListItem,
  Product,
  Provider,
  OrderDocument,
}
