import { controlSimulator } from '@takeoff/provider-simulator/testing/simulator-control'
import { createClient } from '../../../services/client/src/client.ts'
import { OrderDocumentsCreateByVendorDocument } from '../../../services/client/src/generated/operations.ts'
import { sharedDevEnv } from '../../e2e/support/dev-env.ts'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { changeList, createList, readList } from './office-data.ts'

/** Of organization 1: one whose orders are submitted to the simulated supplier, and one that gets documents. */
export const CONNECTED = { id: 1, name: 'ABC Building Supply', provider: 'ABC Supply' }
export const BY_DOCUMENT = { id: 3, name: 'Summit Metal Roofing' }
/** An item of the template, from the connected vendor, and one of the other vendor. */
export const SHINGLES = 'GAF Timberline HDZ Shingles'
export const COPPER = 'Copper ridge roll'

const { details, databases } = sharedDevEnv()
/** Decides what the simulated supplier does with orders. */
export const supplier = controlSimulator(details.providerSimulator)

/** A list with items of two vendors. */
export async function createListOfTwoVendors(name: string): Promise<number> {
  const { listId } = await createList(name)
  await changeList({
    id: listId,
    addListItems: [
      { name: COPPER, quantity: 6, quantityUnits: 'ROLLS', unitCost: 80, vendorId: BY_DOCUMENT.id },
    ],
  })
  return listId
}

/** An order by document of the copper of such a list. */
export async function placeOrder(listId: number, purchaseOrderNumber: string): Promise<string> {
  const client = createClient({ url: details.graphqlUrl, token: details.tokens.admin })
  const { listItems } = await readList(listId)
  const { data } = await client.request(OrderDocumentsCreateByVendorDocument, {
    productionListId: String(listId),
    listItemIds: listItems.flatMap(({ id, name }) => (name === COPPER ? [String(id)] : [])),
    purchaseOrderNumber,
  })
  const [document] = data.projectManagementOrderDocumentsCreateByVendor?.orderDocuments ?? []
  if (!document?.order) throw new Error('no order was placed')
  return document.order.id
}

/** Another document of an order, of which every attempt but the last has ended; that one is not due yet. */
export function addDoomedDocument(orderId: string): Promise<void> {
  return change(
    `insert into order_document (id, org_id, order_id, production_list_id, user_id, mode, state, state_sequence,
       language, paper, csv_preset, attempts, next_attempt_at, created_at, updated_at)
     select gen_random_uuid(), org_id, order_id, production_list_id, user_id, 'crew', 'pending', 0,
       language, paper, csv_preset, 5, now() + interval '1 hour', now(), now()
     from order_document where order_id = $1 limit 1`,
    orderId,
  )
}

/** Lets the next attempt with a document begin now. */
export function makeDocumentDue(orderId: string): Promise<void> {
  return change(
    `update order_document set next_attempt_at = now() where order_id = $1 and state = 'pending'`,
    orderId,
  )
}

/** Lets the next request to the supplier begin now. */
export function makeRequestDue(orderId: string): Promise<void> {
  return change(
    `update distribution_order set next_attempt_at = now()
     where order_id = $1 and next_attempt_at is not null`,
    orderId,
  )
}

/** What no API does, because it happens by itself, later. */
async function change(text: string, orderId: string): Promise<void> {
  await using database = await openPlainDatabase(databases['order-documents'])
  await database.query(text, [orderId])
}
