import { expect, test } from 'vitest'
import { webhookState } from './webhook-state.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const verified = {
  verifiedAt: '2026-02-01T00:00:00.000Z',
  disabledAt: null,
  pausedUntil: null,
}

test.each([
  [{}, 'enabled'],
  [{ verifiedAt: null }, 'unverified'],
  [{ disabledAt: '2026-02-02T00:00:00.000Z' }, 'disabled'],
  [{ verifiedAt: null, disabledAt: '2026-02-02T00:00:00.000Z' }, 'disabled'],
  [{ pausedUntil: '2026-03-01T12:00:01.000Z' }, 'paused'],
  [{ pausedUntil: '2026-03-01T11:59:59.000Z' }, 'enabled'],
])('a webhook with %j is %s', (values, state) => {
  expect(webhookState({ ...verified, ...values }, NOW)).toBe(state)
})
