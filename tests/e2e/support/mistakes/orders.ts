import { call } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const CREATE = 'projectManagementOrderDocumentCreate'
const SPLIT = 'projectManagementOrderDocumentsCreateByVendor'

type Line = Parameters<Stage['scene']['organization']['createTemplate']>[0][number]

interface NewList {
  readonly productionListId: string
  readonly itemIds: readonly string[]
}

/** A new list with items of these lines. */
export async function listOf({ scene, prepare }: Stage, lines: readonly Line[]): Promise<NewList> {
  const templateIds = [await scene.organization.createTemplate([...lines])]
  const data = await prepare(
    call('projectManagementProductionListCreate', { jobId: scene.jobId, templateIds }),
  )
  const { productionList } = data['projectManagementProductionListCreate'] as {
    productionList: { id: number; listItems: readonly { id: number }[] }
  }
  const { id, listItems } = productionList
  return { productionListId: String(id), itemIds: listItems.map((item) => String(item.id)) }
}

const order =
  (attributes: (stage: Stage) => object, rest: object = {}) =>
  (stage: Stage): MistakenRequest => {
    const productionListId = String(stage.scene.list.id)
    const valid = { productionListId, vendorId: stage.scene.vendorId }
    return call(CREATE, { orderDocumentAttributes: { ...valid, ...attributes(stage) }, ...rest })
  }

const newOrder = async (stage: Stage): Promise<{ id: string; lineId: string }> => {
  const { productionListId } = await listOf(stage, [{ vendorId: stage.scene.vendorId }])
  const data = await stage.prepare(call(CREATE, { orderDocumentAttributes: { productionListId } }))
  const { orderDocument } = data[CREATE] as { orderDocument: Stage['scene']['document'] }
  const { id, orderListItems } = orderDocument.order
  return { id, lineId: orderListItems[0]?.id ?? '' }
}

/** Mistakes when items are ordered. */
export const orders: readonly Mistake[] = [
  {
    what: 'Items without a vendor, and no `vendorId`',
    request: async (stage) => {
      const { productionListId } = await listOf(stage, [{}])
      return call(CREATE, { orderDocumentAttributes: { productionListId } })
    },
    status: 200,
    code: 'VENDOR_REQUIRED',
    argument: 'orderDocumentAttributes.vendorId',
    message:
      'Every order is tied to a vendor, and these items have none: …. Give orderDocumentAttributes.vendorId.',
  },
  {
    what: 'Items of two vendors in one order',
    request: async (stage) => {
      const { vendorId, connectedVendorId } = stage.scene
      const lines = [{ vendorId }, { vendorId: connectedVendorId }]
      const { productionListId } = await listOf(stage, lines)
      return call(CREATE, { orderDocumentAttributes: { productionListId } })
    },
    status: 200,
    code: 'VENDOR_AMBIGUOUS',
    argument: 'orderDocumentAttributes.vendorId',
    message:
      "The items come from several vendors. Order from each with projectManagementOrderDocumentsCreateByVendor, name one vendor's items in listItemIds, or give orderDocumentAttributes.vendorId.",
  },
  {
    what: 'Materials and labor in one order',
    request: async (stage) => {
      const { vendorId } = stage.scene
      const lines: Line[] = [{ vendorId }, { vendorId, type: 'LABOR' }]
      const { productionListId, itemIds } = await listOf(stage, lines)
      return call(CREATE, {
        orderDocumentAttributes: { productionListId },
        listItemIds: itemIds,
      })
    },
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItemIds',
    message: 'One order is all MATERIAL or all LABOR. Order MATERIAL … and LABOR … apart.',
  },
  {
    what: 'Items that are ordered already',
    request: async (stage) => {
      const { productionListId } = await listOf(stage, [{ vendorId: stage.scene.vendorId }])
      await stage.prepare(call(SPLIT, { productionListId }))
      return call(SPLIT, { productionListId })
    },
    status: 200,
    code: 'NOTHING_TO_ORDER',
    argument: 'listItemIds',
    message:
      'Nothing is left to order of the MATERIAL items of list …. To order some of them again, name them in listItemIds.',
  },
  {
    what: 'A list that does not exist',
    request: order(() => ({ productionListId: '2147483647' })),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'orderDocumentAttributes.productionListId',
    message: 'There is no production list 2147483647 in your organizations. Give the id of a list.',
  },
  {
    what: 'A vendor that does not exist',
    request: order(() => ({ vendorId: 2_147_483_647 })),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'orderDocumentAttributes.vendorId',
    message: "There is no vendor 2147483647. Give the id of a vendor of the list's organization.",
  },
  {
    what: 'A vendor that is archived',
    request: async (stage) => {
      const vendorId = await stage.scene.organization.createVendor('Closed Supply')
      await stage.prepare(call('vendorArchive', { id: vendorId }))
      return order(() => ({ vendorId }))(stage)
    },
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'orderDocumentAttributes.vendorId',
    message:
      'Vendor … "Closed Supply" is archived; restore it first (vendorRestore), or order from another one.',
  },
  {
    what: 'No items',
    request: order(() => ({}), { listItemIds: [] }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItemIds',
    message: 'listItemIds is empty. Name items, or leave it out to order all materials.',
  },
  {
    what: 'Items of another list',
    request: (stage) =>
      order(() => ({}), { listItemIds: stage.other.list.itemIds.map(String) })(stage),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItemIds',
    message: 'Not in this list: …. Give ids of its items.',
  },
  {
    what: 'One item twice',
    request: (stage) => {
      const [id] = stage.scene.list.itemIds.map(String)
      return order(() => ({}), { listItemIds: [id, id] })(stage)
    },
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'listItemIds',
    message: 'Named more than once: …. Name each item once.',
  },
  {
    what: 'A word for the rendering that is not known',
    request: order(() => ({ inputHtml: 'invoice' })),
    status: 200,
    code: 'warning',
    message:
      'orderDocumentAttributes.inputHtml: "invoice" is no rendering mode (supplier, office, crew); the document was rendered for the supplier.',
  },
  {
    what: 'A language that is not known',
    request: order(() => ({ language: 'Klingon' })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'orderDocumentAttributes.language',
    message: 'orderDocumentAttributes.language must be one of en, es.',
  },
  {
    what: 'A day of delivery of another form',
    request: order(() => ({}), { delivery: { date: '03/14/2026' } }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'delivery.date',
    message: 'delivery.date must be a day as 2026-03-14.',
  },
  {
    what: 'An order that is cancelled twice',
    request: async (stage) => {
      const { id } = await newOrder(stage)
      await stage.prepare(call('projectManagementOrderCancel', { id }))
      return call('projectManagementOrderCancel', { id })
    },
    status: 200,
    code: 'CONFLICT',
    message: 'Order … is cancelled already.',
  },
  {
    what: 'A credit for more than was ordered',
    request: async (stage) => {
      const { id, lineId } = await newOrder(stage)
      const credits = [{ orderListItemId: lineId, quantity: 100_000 }]
      return call('projectManagementOrderChange', { id, credits })
    },
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'credits[0].quantity',
    message: 'credits[0].quantity must be at most 84: no more is ordered.',
  },
  {
    what: 'A change that changes nothing',
    request: async (stage) =>
      call('projectManagementOrderChange', { id: (await newOrder(stage)).id }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'additions, credits',
    message: 'Give additions, credits, or both.',
  },
  {
    what: 'A state of orders that does not exist',
    request: ({ scene }) =>
      call('projectManagementOrders', { orgId: scene.orgId, first: 1, state: 'open' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'state',
    message: 'state must be one of placed, cancelled, replaced.',
  },
]
