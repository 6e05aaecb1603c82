import { requireOrganization } from '@takeoff/kit/security/auth'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { isUuid } from '@takeoff/kit/values/ids'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import { listWebhooks } from '../db/webhook-reads.ts'
import { readAuditLog } from '../audit/read-audit-log.ts'
import { eventCatalog } from '../messages/event-catalog.ts'
import type { QueryResolvers } from './generated.ts'
import { requireManage } from './require-manage.ts'

const cursor = integerIdCursor('webhooks')

export const Query: QueryResolvers = {
  async webhooks(_parent, { orgId, first, after }, context) {
    requireManage(context)
    requireOrganization(context.caller, orgId)
    const page = parsePage({ first, after }, cursor)
    return connectionOf(await listWebhooks(context.database, orgId, page), page.first, cursor)
  },

  webhook(_parent, { id }, context) {
    requireManage(context)
    return context.loaders.webhook.load(id)
  },

  webhookDelivery(_parent, { id }, context) {
    requireManage(context)
    return isUuid(id) ? context.loaders.delivery.load(id.toLowerCase()) : null
  },

  webhookEvents(_parent, _args, context) {
    requireManage(context)
    return eventCatalog
  },

  auditLog: (_parent, args, context) => readAuditLog(context, args),
}
