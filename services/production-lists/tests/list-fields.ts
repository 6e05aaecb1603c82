/** Every field of a list that the specification names. */
export const listFields = `
  id version name createdAt
  contractLaborTotal contractMaterialSubtotal contractMaterialTax contractMaterialTotal
  contractOtherTotal contractPreDiscountPrice contractTotalCost contractTotalPrice
  laborTotalCost materialPretaxCost materialSalesTax materialTotalCost otherTotalCost
  profitAmount profitMargin totalCost totalDiscount totalPrice
  salesOpportunity { id orgId job { id name } }
  listItems {
    id name calculatedQuantity quantity quantityUnits measurement measurementUnits
    isManualMeasurement listItemGroupName color notes pretaxCost taxPercent totalCost totalPrice
    unitCost wasteFactor tradeType type SKU sortOrder vendor { id }
    product { name manufacturerUrl productType displayName provider { identifier name } }
  }`

export const createMutation = `mutation Create($jobId: Int!, $templateIds: [Int!]!, $name: String) {
  projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds, name: $name) {
    productionList { ${listFields} }
  }
}`

export const updateMutation = `mutation Update(
  $id: Int!, $name: String, $listItems: [ListItemUpdate!], $version: Int
) {
  projectManagementProductionListUpdate(
    id: $id, name: $name, listItems: $listItems, version: $version
  ) { productionList { ${listFields} } }
}`

export const byIdQuery = `query ById($id: Int!) {
  projectManagementProductionListById(id: $id) { ${listFields} }
}`

export const byJobQuery = `query ByJob($jobId: Int!, $orgId: Int!) {
  projectManagementProductionList(jobId: $jobId, orgId: $orgId) { ${listFields} }
}`

/** Every field of a diff. */
export const diffFields = `
  isEmpty fields { field from to } itemCount
  items { kind changeId listItemId name position changes { field from to } }
  itemOrder { from to }`
