import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { settingViolations } from './subgraph-settings.ts'

const SECRET = 's'.repeat(32)
const OURS = ['production-lists', 'order-documents', 'webhooks']

interface Settings {
  readonly secrets?: readonly string[]
  readonly urls?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

function violationsOf(subgraphs: readonly string[], { secrets = [], urls = [], env }: Settings) {
  const config = readConfig({
    AUTH_ISSUER: 'https://issuer.example',
    SUBGRAPH_SECRETS: JSON.stringify(Object.fromEntries(secrets.map((name) => [name, SECRET]))),
    SUBGRAPH_URLS: JSON.stringify(Object.fromEntries(urls.map((name) => [name, 'http://x']))),
    ...env,
  })
  const addresses = new Map(subgraphs.map((name) => [name, new URL('http://x')]))
  const { unknown, missing } = settingViolations(config, addresses)
  return [...unknown, ...missing].map((text) => text.replace(/, which is none.*/, ''))
}

const lacking = (...names: string[]) =>
  names.map((name) => `SUBGRAPH_SECRETS must have the service secret of ${name}`)

describe('the settings of subgraphs', () => {
  it('have a secret for each service of Takeoff in the supergraph', () => {
    expect(violationsOf(OURS, {})).toEqual(lacking(...OURS))
    expect(violationsOf(OURS, { secrets: OURS })).toEqual([])
    expect(violationsOf(['reviews', ...OURS], { secrets: OURS })).toEqual(lacking('reviews'))
  })

  it.each([
    ['FILES_URL', 'order-documents'],
    ['EXPORTS_URL', 'production-lists'],
    ['AUDIT_URL', 'webhooks'],
    ['CONSOLE_URL', 'console'],
  ])('with %s have a secret for %s', (variable, name) => {
    const env = { [variable]: 'http://x' }
    expect(violationsOf(['shop'], { env })).toEqual(lacking('shop', name))
    expect(violationsOf(['shop'], { env, secrets: ['shop', name] })).toEqual([])
    expect(violationsOf(['shop'], { secrets: ['shop', name] })).toEqual([])
  })

  it('name no other subgraph or service', () => {
    expect(violationsOf(OURS, { secrets: [...OURS, 'webhoks'] })).toEqual([
      'SUBGRAPH_SECRETS has a secret for "webhoks"',
    ])
    expect(violationsOf(['shop'], { urls: ['shop', 'console', 'shopp'] })).toEqual([
      'SUBGRAPH_URLS has an address for "console"',
      'SUBGRAPH_URLS has an address for "shopp"',
    ])
  })

  it('of other subgraphs have a secret for all of them or for none', () => {
    expect(violationsOf(['shop', 'stock'], {})).toEqual([])
    expect(violationsOf(['shop', 'stock'], { secrets: ['shop'] })).toEqual(lacking('stock'))
  })

  it('lack nothing with AUTH=off, for trying things out', () => {
    expect(violationsOf(OURS, { env: { AUTH: 'off' } })).toEqual([])
  })
})
