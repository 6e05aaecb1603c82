import type { DeliveryMethod } from '../../domain/orders/delivery.ts'

const labor = {
  title: 'Labor order',
  list: 'Work list',
  vendor: 'Contractor',
  description: 'Work',
  /** Under the last line. */
  count: { one: '{} work item in this order', many: '{} work items in this order' },
}

/** The words of other languages have the same names. */
export const english = {
  /** Of the PDF file, for screen readers. */
  locale: 'en-US',
  material: {
    title: 'Material order',
    list: 'Material list',
    vendor: 'Supplier',
    description: 'Description',
    count: { one: '{} line in this order', many: '{} lines in this order' },
  },
  labor,
  crew: { ...labor, title: 'Crew work order', vendor: 'Crew' },
  officeCopy: 'Office copy with prices',
  changeOrder: 'Change order',
  /** `to material order PO 10045-22`. */
  changesTo: 'to {} {}',
  cancelled: 'Cancelled on {}',
  replacedBy: 'Replaced by order {}',
  document: 'Document {}',
  page: 'Page {} of {}',
  continued: '{} (continued)',
  otherGroup: 'Other',
  logo: 'Logo of {}',
  columns: {
    quantity: 'Qty',
    unit: 'Unit',
    color: 'Color',
    sku: 'SKU',
    trade: 'Trade',
    unitCost: 'Unit cost',
    tax: 'Tax',
    total: 'Total',
  },
  details: {
    job: 'Job',
    listNumber: 'List',
    purchaseOrder: 'Purchase order',
    orderDate: 'Order date',
    reference: 'Reference',
    attention: 'Attn. {}',
    account: 'Account {}',
    replaces: 'Replaces order',
    changes: 'Changes order',
  },
  delivery: {
    title: 'Delivery',
    date: 'Delivery date',
    shipTo: 'Ship to',
    method: 'Method',
    contact: 'Site contact',
    placement: 'Placement',
    access: 'Access',
    methods: {
      GROUND: 'Ground drop',
      ROOF_TOP: 'Rooftop delivery',
      PICKUP: 'Pickup at the branch',
    } satisfies Record<DeliveryMethod, string>,
    /** Named windows; other windows are two times of day. */
    windows: { ANY: 'Any time', AM: 'Morning', PM: 'Afternoon', FIRST_STOP: 'First stop' },
  },
  totals: {
    subtotal: 'Subtotal',
    tax: 'Tax',
    total: 'Total',
    netTotal: 'Net total',
    additions: 'Additions',
    credits: 'Credits',
  },
  /** By the plain word, such as `siding`; unknown trades are shown as they are. */
  trades: {} as Readonly<Record<string, string>>,
}
