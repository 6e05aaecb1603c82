import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphql, graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'

const organization = await disposeAfterAll(createOrganization(sharedDevEnv()))

test('the line of an ordered item that was removed from the list stays, and its listItem is null', async () => {
  const { token } = organization
  const { listId, itemIds } = await createList(organization, [{ name: 'Kept' }, { name: 'Gone' }])
  await graphqlData(
    `mutation ($list: ID!) {
      projectManagementOrderDocumentCreate(orderDocumentAttributes: { productionListId: $list }) { orderDocument { id } }
    }`,
    { list: String(listId) },
    { token },
  )
  await graphqlData(
    `mutation ($id: Int!, $items: [Int!]) {
      projectManagementProductionListUpdate(id: $id, removeListItemIds: $items) { productionList { id } }
    }`,
    { id: listId, items: [itemIds[1]] },
    { token },
  )
  const { data, errors } = await graphql(
    `
      query ($id: Int!) {
        projectManagementProductionListById(id: $id) {
          orders {
            orderListItems {
              name
              listItem {
                id
                name
                quantityUnits
              }
            }
          }
          orderCoverage {
            listItemId
            left
            listItem {
              name
              quantityUnits
            }
          }
        }
      }
    `,
    { id: listId },
    { token },
  )

  expect(errors).toBeUndefined()
  expect(data).toMatchObject({
    projectManagementProductionListById: {
      orders: [
        {
          orderListItems: [
            { name: 'Kept', listItem: { id: itemIds[0], name: 'Kept' } },
            { name: 'Gone', listItem: null },
          ],
        },
      ],
      orderCoverage: [
        { listItemId: itemIds[0], left: 0, listItem: { name: 'Kept' } },
        { listItemId: itemIds[1], left: 0, listItem: null },
      ],
    },
  })
})
