import { pluralEn as plural } from './plural.ts'

/** The words of the page that places orders. */
export const newOrderEn = {
  title: 'Order',
  lead: 'The materials that are left to order are chosen, each from its vendor.',
  nothingLeft:
    'Nothing is left to order of the materials of this list. Choose an item to order it once more, or labor.',
  noItems: 'There is nothing to order',
  unsavedList:
    'The list has changes in this browser that are not saved. What is ordered here is the saved version.',
  noItemsAdvice: 'The list has no materials and no labor.',
  noVendorsAdvice: 'Create the vendors from whom you order in the catalog.',
  noVendor: 'Items without a vendor',
  noVendorAdvice: 'Choose from whom they are ordered, or leave them out.',
  chooseVendor: 'Order them from',
  choose: 'Choose a vendor',
  vendorRequired: 'Choose a vendor for these items, or leave them out.',
  columns: { item: 'Item', covered: 'Ordered of needed', now: 'Now', amount: 'Amount' },
  allShort: 'All',
  all: (vendor: string) => `All items of ${vendor}`,
  include: (item: string) => `Order ${item}`,
  coverage: (ordered: string, needed: string) => `${ordered} of ${needed}`,
  left: (left: string) => `${left} left`,
  over: (over: string) => `${over} over`,
  overTitle: 'More than the list needs',
  overAdvice: (count: number) =>
    `${plural(count, 'item is', 'items are')} ordered beyond the need: items that you choose yourself, and items that are submitted, are ordered in full, whatever was ordered before.`,
  noSku: 'No SKU: the supplier’s system does not take it.',
  noSkuAdvice: (count: number) =>
    `${plural(count, 'item has', 'items have')} no SKU. Leave them out, or order by document.`,
  archivedAdvice: (count: number) =>
    `${plural(count, 'item is', 'items are')} tied to an archived vendor, which takes no orders. Leave them out, choose another vendor for them in the list, or restore the vendor.`,
  tooManyDocuments: (count: number, max: number) =>
    `This makes ${count} orders by document, and at most ${max} can be placed at once. Place them in parts: leave items of some vendors out.`,
  otherItems: (count: number) =>
    `${plural(count, 'other cost', 'other costs')} of the list cannot be ordered.`,
  way: 'How',
  byDocument: 'By document',
  bySubmit: (provider: string) => `Submit to ${provider}`,
  delivered: 'Delivery',
  terms: 'Numbers and document',
  purchaseOrderNumber: 'Purchase order number',
  purchaseOrderHint: 'Printed on the documents. May be empty.',
  purchaseOrderLimit: (provider: string, limit: number) =>
    `${provider} takes at most ${plural(limit, 'character', 'characters')}.`,
  purchaseOrderRequired: (provider: string) => `${provider} needs one.`,
  notesLimit: (provider: string, limit: number) =>
    `${provider} takes at most ${plural(limit, 'character', 'characters')} of both notes together.`,
  externalIdentifier: 'Your own identifier',
  externalIdentifierHint: 'Under which your own system knows the order. May be empty.',
  jobName: 'Job name at the supplier',
  jobNameHint: 'Left empty: the name of the job.',
  required: 'The supplier needs this.',
  tooMuch: (limit: number, given: number) =>
    `The supplier takes at most ${plural(limit, 'character', 'characters')}; this has ${given}.`,
  summary: (count: number) => plural(count, 'order', 'orders'),
  nothingChosen: 'No item is chosen',
  place: 'Place orders',
  placeOne: 'Place order',
  confirmTitle: 'Order this?',
  confirmDocument: 'By document: you send it to the vendor.',
  confirmSubmit: (provider: string) => `Goes to ${provider} at once.`,
  confirm: 'Order now',
  back: 'Back',
  reset: 'Begin again',
  restored: 'What you chose and typed earlier was restored.',
  placed: (count: number) => `${plural(count, 'order was', 'orders were')} placed`,
  placedAdvice: 'Send each document to its vendor.',
  partly: 'A part was ordered, and is listed above.',
  changed:
    'The list or its orders have changed meanwhile, and nothing was ordered. Check the items again, and then place the orders.',
  uncertain:
    'An order may have been placed although its response was lost: look at the orders before you place more.',
  changedUncertain:
    'An order may have been placed although its response was lost, and the list or its orders have changed since. Look at the orders, and check the items again before you place more.',
  unitChanged:
    'Some of these items are ordered already, in another unit than the list counts now, so what is left of them is not known. Look at the orders of this list, leave out what is ordered, and place the orders again: each chosen item is then ordered in full.',
  openOrder: 'Open order',
  noPermission: 'Placing orders needs the permissions to write orders and to see prices.',
} as const
