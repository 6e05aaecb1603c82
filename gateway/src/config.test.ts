import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ConfigError, describeVariables } from '@takeoff/kit/config'
import { readConfig, variables } from './config.ts'

describe('the configuration', () => {
  it('needs an issuer while tokens are checked', () => {
    expect(() => readConfig({})).toThrow(ConfigError)
    expect(readConfig({ AUTH_ISSUER: 'https://id.example' }).tokens).toMatchObject({
      authIssuer: 'https://id.example',
    })
  })

  it('needs nothing with AUTH=off', () => {
    expect(readConfig({ AUTH: 'off' })).toMatchObject({
      supergraphPath: 'gateway/supergraph.graphql',
      tokens: undefined,
    })
  })

  it('tells all faults at once', () => {
    const env = { AUTH: 'maybe', PORT: 'x', SUBGRAPH_SECRETS: '["a"]', FILES_URL: 'ftp://x' }
    expect(() => readConfig(env)).toThrow(/AUTH[\s\S]*PORT|PORT[\s\S]*AUTH/)
  })

  it('is what the README says', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(describeVariables(variables))
  })
})
