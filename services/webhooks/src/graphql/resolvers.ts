import { DateTime, JSONScalar } from '@takeoff/kit/graphql/scalars'
import type { Resolvers } from './generated.ts'
import { Mutation } from './mutation.ts'
import { Query } from './query.ts'
import { Webhook, WebhookDelivery } from './webhook.ts'

export const resolvers: Resolvers = {
  DateTime,
  JSON: JSONScalar,
  Query,
  Mutation,
  Webhook,
  WebhookDelivery,
}
