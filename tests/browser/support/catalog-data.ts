import { createClient } from '../../../services/client/src/client.ts'
import {
  PriceBookImportDocument,
  TemplateCreateDocument,
  TemplateUpdateDocument,
  VendorArchiveDocument,
  VendorCreateDocument,
} from '../../../services/client/src/generated/operations.ts'
import type { TemplateUpdateMutationVariables } from '../../../services/client/src/generated/operations.ts'
import { sharedDevEnv } from '../../e2e/support/dev-env.ts'
import { required } from '../../support/required.ts'

const ORG_ID = 2
const { graphqlUrl, tokens } = sharedDevEnv().details
/** The API as an owner of the second organization uses it, beside the browser. */
const client = createClient({ url: graphqlUrl, token: tokens.otherOrg })

/** A template whose lines differ in their names alone. */
export interface SmallTemplate {
  readonly id: number
  readonly name: string
  readonly lines: readonly (typeof LINE & { readonly id: number })[]
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

export async function createTemplate(
  name: string,
  items: readonly string[] = [LINE.name],
): Promise<SmallTemplate> {
  const lines = items.map((item) => ({ ...LINE, name: item }))
  const template = { name, tradeType: 'ROOF', lines }
  const { data } = await client.request(TemplateCreateDocument, { orgId: ORG_ID, template })
  const created = required(data.templateCreate?.template)
  const ids = created.lines.map(({ id }) => id)
  return {
    id: created.id,
    name,
    lines: lines.map((line, at) => ({ ...line, id: required(ids[at]) })),
  }
}

/** Changes the name or the lines of a template, as another person would. */
export async function changeTemplate(
  { id, name, lines }: SmallTemplate,
  change: Partial<TemplateUpdateMutationVariables['template']>,
): Promise<void> {
  await client.request(TemplateUpdateDocument, {
    id,
    template: { name, tradeType: 'ROOF', lines: [...lines], ...change },
  })
}

export async function createVendor(vendorName: string): Promise<number> {
  const { data } = await client.request(VendorCreateDocument, {
    orgId: ORG_ID,
    vendor: { vendorName },
  })
  return required(data.vendorCreate?.vendor?.id)
}

export async function archiveVendor(id: number): Promise<void> {
  await client.request(VendorArchiveDocument, { id })
}

/** Imports prices as another program would. */
export async function importPrices(vendorId: number, csv: string): Promise<void> {
  await client.request(PriceBookImportDocument, { orgId: ORG_ID, vendorId, csv })
}
