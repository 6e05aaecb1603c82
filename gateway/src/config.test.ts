import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '@takeoff/kit/service/config'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
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

  it('reports all violations at once', () => {
    const env = { AUTH: 'maybe', PORT: 'x', SUBGRAPH_SECRETS: '["a"]', FILES_URL: 'ftp://x' }
    expect(() => readConfig(env)).toThrow(/AUTH[\s\S]*PORT|PORT[\s\S]*AUTH/)
  })

  it('reports contradictions with the other violations', () => {
    const env = {
      AUTH: 'off',
      PORT: 'x',
      TLS_KEY_FILE: 'tls.key',
      COST_MAX: '100',
      BUDGET_TOKEN_BURST: '99',
      SUPERGRAPH_REGISTRY: 's3://bucket/registry',
      S3_ACCESS_KEY_ID: 'id',
      PERSISTED_DOCUMENTS_ONLY: 'true',
    }
    const error = (() => {
      try {
        return readConfig(env)
      } catch (thrown) {
        return thrown
      }
    })()
    expect((error as ConfigError).violations).toEqual([
      expect.stringMatching(/^PORT must be/),
      'TLS_CERT_FILE and TLS_KEY_FILE must both be set, or none of them',
      'BUDGET_TOKEN_BURST must be COST_MAX (100) or more',
      'SUPERGRAPH_PUBLIC_KEYS must be set with SUPERGRAPH_REGISTRY',
      'SUBGRAPH_ORIGINS must be set with SUPERGRAPH_REGISTRY',
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or none of them',
      'PERSISTED_DOCUMENTS must be set with PERSISTED_DOCUMENTS_ONLY',
    ])
    // Its credentials are read, and no bucket is used.
    expect(readConfig({ AUTH: 'off', S3_ACCESS_KEY_ID: 'id' }).tokens).toBeUndefined()
  })

  it('refuses a short secret of a subgraph', () => {
    const env = { AUTH: 'off', SUBGRAPH_SECRETS: JSON.stringify({ shop: 'x'.repeat(31) }) }
    expect(() => readConfig(env)).toThrow(/SUBGRAPH_SECRETS .*at least 32 characters[^]*shop/)
  })

  it('takes several secrets of a subgraph', () => {
    const [one, other] = ['x'.repeat(32), 'y'.repeat(32)]
    const env = { AUTH: 'off', SUBGRAPH_SECRETS: JSON.stringify({ shop: `${one}, ${other}` }) }
    expect(readConfig(env).subgraphSecrets).toEqual({ shop: [one, other] })
  })

  it('requires budgets that hold an operation within COST_MAX', () => {
    const small = { AUTH: 'off', COST_MAX: '100', BUDGET_TOKEN_BURST: '99' }
    expect(() => readConfig(small)).toThrow('BUDGET_TOKEN_BURST must be COST_MAX (100) or more')
    expect(readConfig({ ...small, BUDGET_TOKEN_PER_SECOND: '0' }).costMax).toBe(100)
  })

  it('is documented in the README', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(describeVariables(variables))
  })
})
