import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, it } from 'vitest'
import { findDocumentDefaults } from '../src/db/brand/document-defaults.ts'
import { findLetterhead } from '../src/db/brand/letterhead-reads.ts'
import { drawPng } from '../src/testing/draw-png.ts'
import { startTestStack } from './test-stack.ts'
import type { GraphQLResponse } from './test-stack.ts'
import { ask as requestFrom } from './vendor-fields.ts'
import type { CallerOptions } from './vendor-fields.ts'

const NOW = new Date('2026-03-14T15:09:26.535Z')

const FIELDS = `orgId name addressLines phone email website accentColor
  logo { contentType width height byteSize } language paper csvPreset timeZone updatedAt`
const READ = `query ($orgId: Int!) { organizationBrand(orgId: $orgId) { ${FIELDS} } }`
const UPDATE = `mutation ($orgId: Int!, $brand: OrganizationBrandInput!) {
  organizationBrandUpdate(orgId: $orgId, brand: $brand) { organizationBrand { ${FIELDS} } }
}`

const BRAND = {
  name: 'Ridgeline Exteriors',
  addressLines: ['2140 Foundry Avenue, Suite 300', 'Minneapolis, MN 55407'],
  phone: '+1 612 555 0142',
  email: 'orders@ridgeline-exteriors.example',
  website: 'www.ridgeline-exteriors.example',
  accentColor: '#1f4e5f',
  language: 'es',
  paper: 'a4',
  csvPreset: 'srs',
  timeZone: 'America/Chicago',
}

const LOGO = drawPng({ width: 320, height: 200 })

let lastOrgId = 100

const stack = await disposeAfterAll(startTestStack({ now: () => NOW }))

const request = (
  query: string,
  variables: Readonly<Record<string, unknown>>,
  options?: CallerOptions,
) => requestFrom(stack, query, variables, options)

/** An organization without a brand. */
function newOrganization() {
  lastOrgId += 1
  const orgId = lastOrgId
  const options = { orgIds: [orgId] }
  return {
    orgId,
    read: async () => (await request(READ, { orgId }, options)).data.organizationBrand,
    send: (brand: object) => request(UPDATE, { orgId, brand }, options),
  }
}

async function brandOf(response: Promise<GraphQLResponse>) {
  const { data, errors } = await response
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data.organizationBrandUpdate.organizationBrand
}

describe('a brand', () => {
  it('has the defaults until it is set', async () => {
    const { orgId, read, send } = newOrganization()
    const brand = await read()

    expect(brand).toEqual({
      orgId,
      name: `Organization ${orgId}`,
      addressLines: [],
      phone: null,
      email: null,
      website: null,
      accentColor: null,
      logo: null,
      language: 'en',
      paper: 'letter',
      csvPreset: 'default',
      timeZone: null,
      updatedAt: null,
    })
    expect(await brandOf(send({}))).toEqual(brand)
  })

  it('has the given values, on documents too', async () => {
    const { orgId, read, send } = newOrganization()
    const brand = await brandOf(send({ ...BRAND, logo: LOGO.toString('base64') }))

    expect(brand).toEqual({
      ...BRAND,
      orgId,
      logo: { contentType: 'image/png', width: 320, height: 200, byteSize: LOGO.length },
      updatedAt: NOW.toISOString(),
    })
    expect(await read()).toEqual(brand)
    expect(await findLetterhead(stack.database, orgId)).toEqual({
      name: BRAND.name,
      addressLines: BRAND.addressLines,
      phone: BRAND.phone,
      email: BRAND.email,
      website: BRAND.website,
      accentColor: BRAND.accentColor,
      timeZone: BRAND.timeZone,
      logo: { type: 'png', bytes: Uint8Array.from(LOGO) },
    })
    expect(await findDocumentDefaults(stack.database, orgId)).toEqual({
      language: 'es',
      paper: 'a4',
      csvPreset: 'srs',
    })
  })

  it('keeps fields that a change omits, and removes those set to null', async () => {
    const { orgId, send } = newOrganization()
    await brandOf(send({ ...BRAND, logo: LOGO.toString('base64') }))
    const { updatedAt: _updatedAt, ...changed } = await brandOf(
      send({
        logo: null,
        phone: null,
        language: null,
        addressLines: null,
        accentColor: ' #7A2E2E',
      }),
    )

    expect(changed).toEqual({
      ...BRAND,
      orgId,
      logo: null,
      phone: null,
      language: 'en',
      addressLines: [],
      accentColor: '#7a2e2e',
    })
    expect(await findLetterhead(stack.database, orgId)).not.toHaveProperty('logo')
  })

  it('loses nothing to concurrent changes', async () => {
    const { read, send } = newOrganization()
    await Promise.all(
      Object.entries(BRAND).map(([field, value]) => brandOf(send({ [field]: value }))),
    )

    expect(await read()).toMatchObject(BRAND)
  })

  it.each([
    ['name', { name: ' ' }, 'must not be blank'],
    ['name', { name: null }, 'must not be blank'],
    ['website', { website: 'x'.repeat(201) }, 'must have at most 200 characters'],
    ['email', { email: 'nobody' }, 'must be an email address'],
    ['addressLines[0]', { addressLines: ['a\nb'] }, 'must be one line of printable characters'],
    [
      'accentColor',
      { accentColor: 'navy' },
      'must be six hexadecimal digits behind a #, as in #1f4e79',
    ],
    ['language', { language: 'fr' }, 'must be one of en, es'],
    ['paper', { paper: 'legal' }, 'must be one of letter, a4'],
    ['csvPreset', { csvPreset: 'sap' }, 'must be one of default, accounting, abc-supply, srs, qxo'],
    [
      'timeZone',
      { timeZone: 'Chicago' },
      'must be the name of a time zone, such as America/Chicago',
    ],
    ['logo', { logo: 'PHN2Zz4=' }, 'must be a PNG or a JPEG file'],
    [
      'logo',
      { logo: LOGO.subarray(0, -9).toString('base64') },
      'is not a whole PNG file, or of a kind that documents cannot show; save it anew',
    ],
    [
      'logo',
      { logo: Buffer.from('ffd8ffe00004ffd9', 'hex').toString('base64') },
      'is not a whole JPEG file, or of a kind that documents cannot show; save it anew',
    ],
    ['logo', { logo: 'A'.repeat(349_528) }, 'must have at most 262144 bytes'],
  ])('is refused for a bad %s: %.60j', async (field, brand, reason) => {
    const { read, send } = newOrganization()
    const before = await read()
    const { errors } = await send({ phone: 'never written', ...brand })
    const argument = `brand.${field}`

    expect(errors).toMatchObject([
      { message: `${argument} ${reason}.`, extensions: { code: 'BAD_USER_INPUT', argument } },
    ])
    expect(await read()).toEqual(before)
  })

  it('reports all violations at once', async () => {
    const { send } = newOrganization()
    const { errors } = await send({ name: '', paper: 'x', logo: '' })
    const violations = errors?.[0]?.extensions['faults'] as { argument: string }[]

    expect(violations.map(({ argument }) => argument)).toEqual([
      'brand.name',
      'brand.paper',
      'brand.logo',
    ])
  })
})

describe('a caller', () => {
  it('neither sees nor changes the brand of another organization', async () => {
    const { orgId, read, send } = newOrganization()
    const brand = await brandOf(send(BRAND))
    const responses = await Promise.all([
      request(READ, { orgId }),
      request(UPDATE, { orgId, brand: { name: 'mine now' } }),
    ])

    for (const { data, errors } of responses) {
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      expect(Object.values(data)).toEqual([null])
    }
    expect(await read()).toEqual(brand)
  })

  it('needs orders:read to see a brand and orders:write to change it', async () => {
    const seen = await request(READ, { orgId: 1 }, { scope: 'orders:write lists:read' })
    const changed = await request(
      UPDATE,
      { orgId: 1, brand: BRAND },
      { scope: 'orders:read lists:write' },
    )

    expect(seen.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    expect(changed.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })
})
