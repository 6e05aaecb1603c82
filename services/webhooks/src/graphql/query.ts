import { requireOrganization } from '@takeoff/kit/auth'
import { isUuid, parseIntegerId } from '@takeoff/kit/ids'
import { connectionOf, parsePage } from '@takeoff/kit/page'
import { findDelivery } from '../db/delivery-reads.ts'
import { listWebhooks } from '../db/webhook-reads.ts'
import { eventCatalog } from '../event-catalog.ts'
import type { QueryResolvers } from './generated.ts'
import { requireManage } from './require-manage.ts'

export const Query: QueryResolvers = {
  async webhooks(_parent, { orgId, first, after }, context) {
    requireManage(context)
    requireOrganization(context.caller, orgId)
    const page = parsePage({ first, after }, parseIntegerId)
    return connectionOf(await listWebhooks(context.database, orgId, page), page.first)
  },

  webhook(_parent, { id }, context) {
    requireManage(context)
    return context.loaders.webhook.load(id)
  },

  async webhookDelivery(_parent, { id }, context) {
    requireManage(context)
    if (!isUuid(id)) return null
    return (await findDelivery(context.database, context.caller.orgIds, id)) ?? null
  },

  webhookEvents(_parent, _args, context) {
    requireManage(context)
    return eventCatalog
  },
}
