import { startSpanRecorder } from '@takeoff/kit/testing/recorded-spans'
import { expect, test } from 'vitest'
import { startTestStack } from './test-stack.ts'
import { ask, mutations, vendorOf } from './vendor-fields.ts'

const BRAND = `mutation ($brand: OrganizationBrandInput!) {
  organizationBrandUpdate(orgId: 1, brand: $brand) { organizationBrand { name } }
}`
const TEXTS = {
  phone: '+1 555 7357',
  email: 's3cret@example.com',
  addressLines: ['s3cret street', 's3cret city'],
}

test('no span has what a caller writes of a vendor, its connection or the brand', async () => {
  await using recorder = await startSpanRecorder('order-documents')
  await using stack = await startTestStack()
  const vendor = { vendorName: 's3cret vendor', contactName: 's3cret contact', ...TEXTS }
  const { id } = await vendorOf(ask(stack, mutations.create, { orgId: 1, vendor }))
  const update = { vendorName: 's3cret name', accountNumber: 's3cret account' }
  await vendorOf(ask(stack, mutations.update, { id, vendor: update }))
  const connection = {
    providerIdentifier: 'abc-supply',
    accountNumber: 's3cret account',
    branch: 's3cret',
    accessToken: 's3cret-token',
  }
  await vendorOf(ask(stack, mutations.connect, { id, connection }))
  for (const name of ['s3cret brand', 's3cret other brand']) {
    const { errors } = await ask(stack, BRAND, { brand: { name, ...TEXTS } })
    expect(errors).toBeUndefined()
  }

  const spans = await recorder.end()
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'insert vendor',
      'update vendor',
      'insert vendor_connection',
      'insert organization_profile',
    ]),
  )
  const text = JSON.stringify(spans)
  expect(text).not.toContain('s3cret')
  expect(text).not.toContain(TEXTS.phone)
})
