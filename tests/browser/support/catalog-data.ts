import { createClient } from '../../../services/client/src/client.ts'
import {
  PriceBookImportDocument,
  TemplateCreateDocument,
  TemplateUpdateDocument,
  VendorCreateDocument,
} from '../../../services/client/src/generated/operations.ts'
import { sharedDevEnv } from '../../e2e/support/dev-env.ts'
import { required } from '../../support/required.ts'

const ORG_ID = 2
const { graphqlUrl, tokens } = sharedDevEnv().details
/** The API as an owner of the second organization uses it, beside the browser. */
const client = createClient({ url: graphqlUrl, token: tokens.otherOrg })

/** A template of one line. */
export interface SmallTemplate {
  readonly id: number
  readonly lineId: number
}

const LINE = {
  name: 'Item 1',
  listItemGroupName: 'Items',
  type: 'MATERIAL',
  measure: [{ measure: 'job' }],
  coverage: 1,
  quantityUnits: 'EACH',
  unitCost: 10,
}

export async function createTemplate(name: string): Promise<SmallTemplate> {
  const template = { name, tradeType: 'ROOF', lines: [LINE] }
  const { data } = await client.request(TemplateCreateDocument, { orgId: ORG_ID, template })
  const { id, lines } = required(data.templateCreate?.template)
  return { id, lineId: required(lines[0]).id }
}

/** Changes the name of a template and the notes of its line, as another person would. */
export async function changeTemplate(
  { id, lineId }: SmallTemplate,
  { name, notes }: { readonly name: string; readonly notes: string },
): Promise<void> {
  const lines = [{ ...LINE, id: lineId, notes }]
  await client.request(TemplateUpdateDocument, {
    id,
    template: { name, tradeType: 'ROOF', lines },
  })
}

export async function createVendor(vendorName: string): Promise<number> {
  const { data } = await client.request(VendorCreateDocument, {
    orgId: ORG_ID,
    vendor: { vendorName },
  })
  return required(data.vendorCreate?.vendor?.id)
}

/** Imports prices as another program would. */
export async function importPrices(vendorId: number, csv: string): Promise<void> {
  await client.request(PriceBookImportDocument, { orgId: ORG_ID, vendorId, csv })
}
