import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { operationsIn } from './support/operations-in.ts'

const operations = await operationsIn('vendors.md')
const LOGO = new URL(
  '../../services/order-documents/dev-data/logos/ridgeline-exteriors.png',
  import.meta.url,
)
const TOKEN = 'what-the-provider-gave-out'

const devEnv = sharedDevEnv()
const organization = await disposeAfterAll(createOrganization(devEnv))

/** The operations of docs/vendors.md, run in sequence on a vendor and a brand of the test. */
test('docs/vendors.md: every operation works, in the order of the page', async () => {
  const { orgId, token } = organization
  const logo = await readFile(LOGO, 'base64')
  const responses: unknown[] = []
  let vendorId = 0
  for (const operation of operations) {
    const own = operation
      .replaceAll(/\borgId: 1\b/g, `orgId: ${orgId}`)
      .replaceAll('VENDOR_ID', String(vendorId))
      .replaceAll('BASE64-OF-A-PNG-OR-JPEG-FILE', logo)
    const data = await graphqlData<Record<string, { vendor?: { id?: number } } | null>>(
      own,
      {},
      { token },
    )
    expect(Object.values(data)).not.toContain(null)
    vendorId = data['vendorCreate']?.vendor?.id ?? vendorId
    responses.push(data)
  }
  expect(operations.length).toBeGreaterThanOrEqual(9)
  expect(JSON.stringify(responses)).toContain('ABC Supply')
  expect(JSON.stringify(responses)).not.toContain(TOKEN)
})

test('the access token of a connection is in no log', async () => {
  await devEnv.waitUntilIdle()
  const logs = await readdir(devEnv.logs)
  for (const name of logs) {
    expect(await readFile(path.join(devEnv.logs, name), 'utf8')).not.toContain(TOKEN)
  }
  expect(logs.length).toBeGreaterThanOrEqual(5)
})

test('a logo of the largest size passes the gateway', async () => {
  const { orgId, token } = organization
  const whole = withComment(await readFile(LOGO), 262_144)
  const { updated } = await graphqlData<{
    updated: { organizationBrand: { logo: { byteSize: number } } }
  }>(
    `mutation ($orgId: Int!, $logo: String) {
      updated: organizationBrandUpdate(orgId: $orgId, brand: { logo: $logo }) {
        organizationBrand { logo { byteSize } }
      }
    }`,
    { orgId, logo: whole.toString('base64') },
    { token },
  )

  expect(updated.organizationBrand.logo.byteSize).toBe(262_144)
})

/** Extends the PNG file to `size` bytes with a comment behind its header. */
function withComment(png: Buffer, size: number): Buffer {
  const headerEnd = 33
  const body = Buffer.alloc(size - png.length - 8, 'tEXt')
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  const chunk = [frame.subarray(0, 4), body, frame.subarray(4)]
  return Buffer.concat([png.subarray(0, headerEnd), ...chunk, png.subarray(headerEnd)])
}
