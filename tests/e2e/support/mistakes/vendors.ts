import { call } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'
import { listOf } from './orders.ts'

const DISTRIBUTE = 'projectManagementDistributionOrderCreate'

const connect =
  (connection: (stage: Stage) => object) =>
  async (stage: Stage): Promise<MistakenRequest> => {
    const id = await stage.scene.organization.createVendor()
    const { accessToken } = stage.devEnv.details.providerSimulator
    const valid = { providerIdentifier: 'abc-supply', accountNumber: '20417', accessToken }
    return call('vendorConnect', { id, connection: { ...valid, ...connection(stage) } })
  }

/** Mistakes with vendors and providers. */
export const vendors: readonly Mistake[] = [
  {
    what: 'A vendor without a name',
    request: ({ scene }) =>
      call('vendorCreate', { orgId: scene.orgId, vendor: { vendorName: '' } }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'vendor.vendorName',
    message: 'vendor.vendorName must not be blank.',
  },
  {
    what: 'A name with a tab',
    request: ({ scene }) =>
      call('vendorCreate', { orgId: scene.orgId, vendor: { vendorName: 'Acme\tRoofing' } }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'vendor.vendorName',
    message: 'vendor.vendorName must be one line of printable characters.',
  },
  {
    what: 'An email address that is none',
    request: ({ scene }) =>
      call('vendorCreate', { orgId: scene.orgId, vendor: { vendorName: 'Acme', email: 'acme' } }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'vendor.email',
    message: 'vendor.email must be an email address.',
  },
  {
    what: 'A provider that does not exist',
    request: connect(() => ({ providerIdentifier: 'acme' })),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'connection.providerIdentifier',
    message: 'connection.providerIdentifier must be one of abc-supply, srs, qxo.',
  },
  {
    what: 'An order through the provider of a vendor without one',
    request: ({ scene }) =>
      call(DISTRIBUTE, { productionListId: String(scene.list.id), vendorId: scene.vendorId }),
    status: 200,
    code: 'PROVIDER_NOT_CONNECTED',
    argument: 'vendorId',
    message:
      '… takes no orders through a provider: it is not connected. Connect it with vendorConnect, or order by document.',
  },
  {
    what: 'A purchase order number that is too long for the provider',
    request: async (stage) => {
      const { productionListId } = await listOf(stage, [{}])
      const connection = await connect(() => ({}))(stage)
      await stage.prepare(connection)
      const { variables } = JSON.parse(String(connection.body)) as { variables: { id: number } }
      const purchaseOrderNumber = 'x'.repeat(21)
      return call(DISTRIBUTE, { productionListId, vendorId: variables.id, purchaseOrderNumber })
    },
    status: 200,
    code: 'PROVIDER_LIMIT_EXCEEDED',
    argument: 'purchaseOrderNumber',
    message:
      'ABC Supply would not take this order: purchaseOrderNumber has 21 characters, at most 20 are taken.',
  },
]
