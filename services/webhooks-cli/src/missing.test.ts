import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { operatorAddresses } from './operator-client.ts'
import { openPlatform } from './platform.ts'

const home = await mkdtemp(path.join(tmpdir(), 'takeoff-missing-'))
afterAll(() => rm(home, { recursive: true, force: true }))
await writeFile(
  path.join(home, 'dev.json'),
  JSON.stringify({ graphqlUrl: 'http://dev/graphql', tokens: {}, operator: {} }),
)
const running = { TAKEOFF_HOME: home }
const stopped = { TAKEOFF_HOME: path.join(home, 'nothing') }

describe('an operator command with a missing setting', () => {
  test.each([
    [stopped, 'Set WEBHOOKS_URL: no development stack runs. "npm start" starts one.'],
    [
      { ...running, WEBHOOKS_URL: 'http://webhooks:4003' },
      'Set OPERATOR_SECRET: as one of its variables is set, the development stack is left alone.',
    ],
  ])('reports why it does not use the development stack: %#', async (environment, why) => {
    await expect(operatorAddresses(readConfig(environment))).rejects.toThrow(why)
  })

  test.each([
    [running, 'that of the development stack is for http://dev/graphql only.'],
    [stopped, 'no development stack runs. "npm start" starts one, --help shows all options.'],
  ])('requires a token for another platform: %#', async (environment, why) => {
    const options = { url: 'http://localhost/graphql', token: undefined, orgId: 1 }
    await expect(openPlatform(options, readConfig(environment))).rejects.toThrow(
      `Give --token TOKEN or TAKEOFF_TOKEN: ${why}`,
    )
  })

  test('refuses a token that no header can hold, without showing it', async () => {
    const environment = { ...running, TAKEOFF_TOKEN: 'first-half\nother-half' }
    const opened = openPlatform(
      { url: undefined, token: undefined, orgId: 1 },
      readConfig(environment),
    )
    await expect(opened).rejects.toThrow(
      '--token or TAKEOFF_TOKEN has a character that no token has',
    )
    await expect(opened).rejects.not.toThrow('half')
  })
})
