import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { operatorAddresses } from './operator-client.ts'

const { path: home } = await disposeAfterAll(openTemporaryFolder('takeoff-missing'))
await writeFile(path.join(home, 'dev.json'), JSON.stringify({ operator: {} }))
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
})
