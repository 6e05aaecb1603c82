import { expect, test } from 'vitest'
import { webhookViolations, webhookFormOf, webhookInputOf } from './webhook-form.ts'

const words = {
  urlRequired: 'url',
  noEvents: 'events',
  rateWrong: 'rate',
  headerRequired: 'header',
  headersOfOrigin: 'origin',
}
const webhook = {
  url: 'https://example.com/hook',
  description: 'CRM',
  events: ['a'],
  headerNames: ['x-api-key'],
  rateLimit: 5,
  ordered: true,
}

test('of a webhook that is changed only what was changed is sent', () => {
  const form = webhookFormOf(webhook)

  expect(webhookInputOf(form, webhook)).toEqual({})
  expect(
    webhookInputOf({ ...form, url: ' https://example.com/new ', rateLimit: '6' }, webhook),
  ).toEqual({ url: 'https://example.com/new', rateLimit: 6 })
})

test('stored headers stay unless they are replaced, also by none', () => {
  const form = webhookFormOf(webhook)

  expect(webhookInputOf(form, webhook)).not.toHaveProperty('headers')
  expect(webhookInputOf({ ...form, replacesHeaders: true }, webhook)).toMatchObject({ headers: [] })
  expect(
    webhookInputOf(
      { ...form, replacesHeaders: true, headers: [{ name: ' x-key ', value: ' v' }] },
      webhook,
    ),
  ).toMatchObject({ headers: [{ name: 'x-key', value: ' v' }] })
})

test('what is emptied is taken away', () => {
  const form = { ...webhookFormOf(webhook), description: ' ', rateLimit: '', events: null }

  expect(webhookInputOf(form, webhook)).toMatchObject({
    description: null,
    rateLimit: null,
    events: null,
  })
})

test.each([
  ['https://', false],
  ['example.com', false],
  ['javascript:alert(1)', false],
  ['https://example.com', true],
])('the address %j is accepted: %j', (url, isAccepted) => {
  const { url: violation } = webhookViolations(
    { ...webhookFormOf(undefined), url },
    undefined,
    words,
  )

  expect(violation === undefined).toBe(isAccepted)
})

test.each([
  ['', true],
  ['1', true],
  ['1000', true],
  ['0', false],
  ['1001', false],
  ['2.5', false],
])('the rate %j is accepted: %j', (rateLimit, isAccepted) => {
  const { rateLimit: violation } = webhookViolations(
    { ...webhookFormOf(webhook), rateLimit },
    webhook,
    words,
  )

  expect(violation === undefined).toBe(isAccepted)
})

test('chosen events are at least one, and a header has a name and a value', () => {
  const form = {
    ...webhookFormOf(undefined),
    url: 'https://example.com',
    events: [],
    headers: [{ name: 'x-key', value: '' }],
  }

  expect(webhookViolations(form, undefined, words)).toEqual({ events: 'events', headers: 'header' })
})

test.each([
  ['https://example.com/new', false, undefined],
  ['https://example.com:8443/hook', false, 'origin'],
  ['https://other.example/hook', false, 'origin'],
  ['https://other.example/hook', true, undefined],
])(
  'at %j, with headers replaced: %j, the violation of stored headers is %j',
  (url, replacesHeaders, violation) => {
    const form = { ...webhookFormOf(webhook), url, replacesHeaders }

    expect(webhookViolations(form, webhook, words).headers).toBe(violation)
  },
)

test('without stored headers every address is accepted', () => {
  const bare = { ...webhook, headerNames: [] }
  const form = { ...webhookFormOf(bare), url: 'https://other.example/hook' }

  expect(webhookViolations(form, bare, words)).toEqual({})
})
