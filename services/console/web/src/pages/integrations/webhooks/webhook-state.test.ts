import { expect, test } from 'vitest'
import { en } from '../../../i18n/en.ts'
import { formatOf } from '../../../i18n/format.ts'
import { nextAttemptText, webhookState } from './webhook-state.ts'

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

test.each([
  ['2026-03-01T12:04:00.000Z', 'next attempt in 4 minutes'],
  ['2026-03-01T12:00:00.000Z', 'due now'],
  ['2026-03-01T11:56:00.000Z', 'due now'],
])('an attempt at %s is shown as %j', (time, text) => {
  expect(
    nextAttemptText(time, NOW, { words: en.integrations.webhook, format: formatOf('en') }),
  ).toBe(text)
})
