import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { SCOPES } from '@takeoff/kit/values/scopes'
import type { Scene } from '../../e2e/support/scene.ts'
import { FIRST_ID } from './copied-tables.ts'
import { openLoader } from './loader.ts'
import type { Query } from './loader.ts'
import { WEBHOOKS } from './scale.ts'

/** What the variables of the measured operations are made of. */
export type GrowthScene = Pick<
  Scene,
  | 'orgId'
  | 'token'
  | 'marker'
  | 'vendorId'
  | 'jobId'
  | 'templateId'
  | 'productId'
  | 'priceId'
  | 'list'
  | 'document'
  | 'distributionOrderId'
  | 'webhook'
  | 'deliveryId'
>

interface Unit {
  readonly number: number
  readonly org_id: number
  readonly job_id: number
  readonly list_id: number
  readonly item_ids: readonly number[]
  readonly skus: readonly string[]
  readonly template_id: number
  readonly product_id: number
  readonly price_id: number
}

/** Chooses units of work by chance, so that large organizations occur as often as their users send requests. */
export async function chooseScenes(
  { databases, mintToken }: Pick<DevEnv, 'databases' | 'mintToken'>,
  count: number,
): Promise<readonly GrowthScene[]> {
  await using lists = await openLoader(databases['production-lists'])
  await using orders = await openLoader(databases['order-documents'])
  await using webhooks = await openLoader(databases.webhooks)
  const units = (await lists.query(`
    select g.number, g.org_id, l.job_id, l.id as list_id, i.item_ids, i.skus,
      l.template_ids[1] as template_id,
      (select id from product where org_id = g.org_id limit 1) as product_id,
      (select id from price where org_id = g.org_id order by id desc limit 1) as price_id
    from (select * from growth_unit order by random() limit ${count}) g
      join production_list l on l.id = ${FIRST_ID} + g.number
      cross join lateral (select array_agg(id order by id) as item_ids, array_agg(sku order by id) as skus
        from list_item where list_id = l.id) i`)) as unknown as readonly Unit[]
  const scenes: GrowthScene[] = []
  for (const unit of units) {
    scenes.push({
      orgId: unit.org_id,
      token: await mintToken({ userId: unit.org_id, orgIds: [unit.org_id], scopes: SCOPES }),
      marker: `growth${unit.number}`,
      jobId: unit.job_id,
      templateId: unit.template_id,
      productId: unit.product_id,
      priceId: unit.price_id,
      list: { id: unit.list_id, itemIds: unit.item_ids, skus: unit.skus },
      ...(await readOrder(orders.query, unit)),
      ...(await readDelivery(webhooks.query, unit)),
    })
  }
  return scenes
}

async function readOrder(
  query: Query,
  { list_id }: Unit,
): Promise<Pick<GrowthScene, 'vendorId' | 'document' | 'distributionOrderId'>> {
  const [row] = await query(`
    select o.vendor_id, o.id as order_id, d.id as document_id,
      (select array_agg(id order by position) from order_list_item where order_id = o.id) as line_ids,
      (select x.id from distribution_order x join "order" p on p.id = x.order_id
        where p.production_list_id = ${list_id} limit 1) as distribution_order_id
    from "order" o join order_document d on d.order_id = o.id
    where o.production_list_id = ${list_id} order by o.id limit 1`)
  const found = row as {
    vendor_id: number
    order_id: string
    document_id: string
    line_ids: readonly string[]
    distribution_order_id: string
  }
  const file = { redirectUrl: '', url: '' }
  const orderListItems = found.line_ids.map((id) => ({ id }))
  return {
    vendorId: found.vendor_id,
    document: {
      id: found.document_id,
      pdf: file,
      csv: file,
      order: { id: found.order_id, orderListItems },
    },
    distributionOrderId: found.distribution_order_id,
  }
}

async function readDelivery(
  query: Query,
  { number }: Unit,
): Promise<Pick<GrowthScene, 'webhook' | 'deliveryId'>> {
  const [row] = await query(`
    select d.webhook_id, d.id from growth_unit g
      join finished_delivery d on d.webhook_id = ${FIRST_ID} + g.organization * ${WEBHOOKS}
        and d.event = 'project-management-production-list-created'
        and d.id >= ((g.head || '0008' || repeat('0', 15))::uuid)
    where g.number = ${number} order by d.id limit 1`)
  const { webhook_id, id } = row as { webhook_id: number; id: string }
  return { webhook: { id: webhook_id, secret: '' }, deliveryId: id }
}
