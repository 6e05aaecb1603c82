import { describe, expect, it } from 'vitest'
import { createFileLinks } from './file-links.ts'

const FILE_ID = '0199f0a0-0000-7000-8000-000000000001'
const OTHER_FILE_ID = '0199f0a0-0000-7000-8000-000000000002'

describe('file links', () => {
  it('have a stable redirect address', () => {
    expect(linksAt('2026-01-01T00:00:00Z', 'https://api.example.com/').redirectUrl(FILE_ID)).toBe(
      `https://api.example.com/files/${FILE_ID}`,
    )
  })

  it.each([
    ['at once', '2026-01-01T00:00:00Z', true],
    ['after 14:59', '2026-01-01T00:14:59Z', true],
    ['after 15 minutes', '2026-01-01T00:15:00Z', false],
  ])('a signed address %s: %s → %s', (_, at, valid) => {
    const query = queryOf(linksAt('2026-01-01T00:00:00Z').signedUrl(FILE_ID))

    expect(linksAt(at).isValid(FILE_ID, query)).toBe(valid)
  })

  it('are valid for one file and one time only', () => {
    const links = linksAt('2026-01-01T00:00:00Z')
    const query = queryOf(links.signedUrl(FILE_ID))
    const later = String(Number(query.expires) + 1)
    const { signature } = query
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)

    expect(links.isValid(OTHER_FILE_ID, query)).toBe(false)
    expect(links.isValid(FILE_ID, { ...query, expires: later })).toBe(false)
    expect(links.isValid(FILE_ID, { ...query, signature: flipped })).toBe(false)
    expect(links.isValid(FILE_ID, { ...query, signature: signature.slice(1) })).toBe(false)
    expect(links.isValid(FILE_ID, { expires: '', signature: '' })).toBe(false)
    expect(links.isValid(FILE_ID, { expires: 'NaN', signature: 'ü' })).toBe(false)
  })

  it('are valid only with the secret that signed them', () => {
    const query = queryOf(linksAt('2026-01-01T00:00:00Z').signedUrl(FILE_ID))

    expect(linksBy('another secret').isValid(FILE_ID, query)).toBe(false)
  })

  it('are signed by the first secret, and valid with each of them', () => {
    const rotated = linksBy('new', 'old')
    const [ofNew, ofOld, ofBoth] = [linksBy('new'), linksBy('old'), rotated].map((links) =>
      queryOf(links.signedUrl(FILE_ID)),
    )

    expect(ofBoth).toEqual(ofNew)
    expect(ofOld !== undefined && rotated.isValid(FILE_ID, ofOld)).toBe(true)
  })
})

function linksAt(now: string, publicUrl = 'https://api.example.com') {
  return createFileLinks({ publicUrl, signingSecrets: ['secret'], now: () => new Date(now) })
}

function linksBy(...signingSecrets: string[]) {
  const now = () => new Date('2026-01-01T00:00:00Z')
  return createFileLinks({ publicUrl: 'https://api.example.com', signingSecrets, now })
}

function queryOf(url: string) {
  const { searchParams } = new URL(url)
  return {
    expires: searchParams.get('expires') ?? '',
    signature: searchParams.get('signature') ?? '',
  }
}
