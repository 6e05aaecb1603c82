import { requireOrganization } from '@takeoff/kit/security/access'
import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { isUuid } from '@takeoff/kit/values/ids'
import { connectionOf, parsePage } from '@takeoff/kit/graphql/page'
import { listOrganizationDeliveries } from '../db/delivery-search.ts'
import { listWebhooks } from '../db/webhook-reads.ts'
import { findAuditPage } from '../audit/audit-reads.ts'
import { eventCatalog } from '../messages/event-catalog.ts'
import { auditCursor, auditFilterOf } from './audit-arguments.ts'
import { deliveriesCursor, filterOf, logPartIn } from './delivery-arguments.ts'
import type { QueryResolvers } from './generated.ts'

const cursor = integerIdCursor('webhooks')

export const Query: QueryResolvers = {
  async webhooks(_parent, { orgId, first, after }, context) {
    requireOrganization(context.caller, orgId)
    const page = parsePage({ first, after }, cursor)
    return connectionOf(await listWebhooks(context.database, orgId, page), page.first, cursor)
  },

  webhook(_parent, { id }, context) {
    return context.loaders.webhook.load(id)
  },

  webhookDelivery(_parent, { id }, context) {
    return isUuid(id) ? context.loaders.delivery.load(id.toLowerCase()) : null
  },

  async webhookDeliveries(_parent, args, { caller, database }, info) {
    requireOrganization(caller, args.orgId)
    const page = parsePage(args, deliveriesCursor)
    const rows = await listOrganizationDeliveries(database, args.orgId, {
      filter: { ...filterOf(args), needsAttention: args.needsAttention ?? false },
      page,
      log: logPartIn(info),
    })
    return connectionOf(rows, page.first, deliveriesCursor)
  },

  webhookEvents: () => eventCatalog,

  async auditLog(_parent, args, { caller, database }) {
    requireOrganization(caller, args.orgId)
    const filter = auditFilterOf(args)
    const page = parsePage(args, auditCursor)
    return connectionOf(await findAuditPage(database, filter, page), page.first, auditCursor)
  },
}
