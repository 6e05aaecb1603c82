/** Every field of a template. */
export const templateFields = `
  id orgId version name tradeType wasteFactor combineSameProducts createdAt updatedAt archivedAt
  lines {
    id sortOrder name listItemGroupName type measure { measure width times pitchAbove }
    measurementUnits coverage quantityUnits wasteFactor rounding roundingStep minimumQuantity
    conditions { measure above pitchAbove } productId product { id sku packages { unit holds of } }
    color notes vendorId unitCost markup taxPercent
  }`

export const templateCreate = `mutation ($orgId: Int!, $template: TemplateInput!) {
  templateCreate(orgId: $orgId, template: $template) { template { ${templateFields} } }
}`

export const templateUpdate = `mutation ($id: Int!, $template: TemplateInput!, $version: Int) {
  templateUpdate(id: $id, template: $template, version: $version) {
    template { ${templateFields} }
  }
}`

export const templateQuery = `query ($id: Int!) { template(id: $id) { ${templateFields} } }`

export const productUpsert = `mutation ($orgId: Int!, $id: Int, $product: ProductInput!) {
  productUpsert(orgId: $orgId, id: $id, product: $product) {
    product {
      id name displayName manufacturerUrl productType sku provider { identifier name }
      packages { unit holds of }
    }
  }
}`
