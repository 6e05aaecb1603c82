import { DateTime } from '@takeoff/kit/graphql/scalars'
import { DistributionOrder } from './distribution-order.ts'
import {
  File,
  Job,
  Order,
  OrderCoverage,
  OrderDocument,
  OrderListItem,
  ProductionList,
  Vendor,
} from './type-resolvers.ts'
import type { Resolvers } from './generated.ts'
import { Mutation } from './mutation.ts'
import { Query } from './query.ts'

export const resolvers: Resolvers = {
  DateTime,
  Query,
  Mutation,
  ProductionList,
  Job,
  Order,
  OrderDocument,
  OrderListItem,
  OrderCoverage,
  DistributionOrder,
  Vendor,
  File,
}
