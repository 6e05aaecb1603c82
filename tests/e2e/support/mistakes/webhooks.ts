import { call, query } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const create =
  (values: object) =>
  ({ scene }: Stage): MistakenRequest =>
    call('webhookCreate', {
      orgId: scene.orgId,
      url: 'https://hooks.example.com/takeoff',
      ...values,
    })

const replay =
  (since: number, rest: object = {}) =>
  ({ scene }: Stage): MistakenRequest =>
    call('webhookReplay', {
      id: scene.webhook.id,
      since: new Date(Date.now() + since).toISOString(),
      ...rest,
    })

const HOUR_MS = 3_600_000

/** Mistakes with webhooks. */
export const webhooks: readonly Mistake[] = [
  {
    what: 'An address that is no URL',
    request: create({ url: 'hooks.example.com' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'url',
    message: 'The url must be an absolute URL, such as https://example.com/hooks.',
  },
  {
    what: 'An address without HTTPS',
    request: create({ url: 'ftp://hooks.example.com' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'url',
    message: 'The url must begin with https://.',
  },
  {
    what: 'An address in a private network',
    request: create({ url: 'https://10.0.0.7/hooks' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'url',
    message: 'The url must name a public address; this one is private or reserved.',
  },
  {
    what: 'A password in the address',
    request: create({ url: 'https://user:secret@hooks.example.com' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'url',
    message: 'The url must not contain a user name or password.',
  },
  {
    what: 'No events',
    request: create({ events: [] }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'events',
    message: 'Choose at least one event, or leave events out to choose all.',
  },
  {
    what: 'An event that does not exist',
    request: create({ events: ['order.created'] }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'events[0]',
    message: 'There is no event "order.created". The events are: ….',
  },
  {
    what: 'A header that the sender sets',
    request: create({ headers: [{ name: 'Content-Type', value: 'text/xml' }] }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'headers[0].name',
    message:
      'The header Content-Type cannot be chosen: it is set by the sender, the connection or a proxy. Use a name of your own, such as x-api-key.',
  },
  {
    what: 'A rate of no requests',
    request: create({ rateLimit: 0 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'rateLimit',
    message: 'rateLimit must be from 1 to 1000 requests a second, or null for none.',
  },
  {
    what: 'The wrong code for the verification',
    request: () => call('webhookVerify', { code: '000000' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'code',
    message:
      'This code is not valid, or not any more. Use the newest code that was posted to your url, or ask for another with webhookVerificationResend.',
  },
  {
    what: 'Enabling a subscription that is not verified',
    request: ({ scene }) => call('webhookEnable', { id: scene.silentWebhook.id }),
    status: 200,
    code: 'CONFLICT',
    message:
      'This webhook is not verified. Give webhookVerify the code that was posted to its url, within 24 hours; webhookVerificationResend posts a new one, and enables the webhook.',
  },
  {
    what: 'A test of a subscription that is not verified',
    request: ({ scene }) =>
      call('webhookTest', {
        id: scene.silentWebhook.id,
        event: 'project-management-production-list-updated',
      }),
    status: 200,
    code: 'CONFLICT',
    message:
      'This webhook is not verified. Give webhookVerify the code that was posted to its url, within 24 hours; webhookVerificationResend posts a new one, and enables the webhook.',
  },
  {
    what: 'Requesting the code of a verified subscription again',
    request: ({ scene }) => call('webhookVerificationResend', { id: scene.webhook.id }),
    status: 200,
    code: 'CONFLICT',
    message: 'This webhook is verified already and needs no code.',
  },
  {
    what: 'A replay from a time in the future',
    request: replay(HOUR_MS),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'since',
    message: 'since must be in the past.',
  },
  {
    what: 'A replay that ends before it starts',
    request: replay(-HOUR_MS, { until: new Date(Date.now() - 2 * HOUR_MS).toISOString() }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'until',
    message: 'until must be later than since.',
  },
  {
    what: 'An overlap of secrets of a month',
    request: ({ scene }) =>
      call('webhookSecretRotate', { id: scene.webhook.id, overlapHours: 720 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'overlapHours',
    message: 'overlapHours must be from 0 to 168.',
  },
  {
    what: 'A retry of a delivery that does not exist',
    request: () => call('webhookDeliveryRetry', { id: '0198c5f2-0000-7000-8000-000000000000' }),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'id',
    message: 'There is no delivery with this id in your organizations. Give the id of a delivery.',
  },
  {
    what: 'The 51st subscription',
    request: async (stage) => {
      const { webhooks: page } = await stage.prepare(
        query('query ($orgId: Int!) { webhooks(orgId: $orgId) { nodes { id } } }', {
          orgId: stage.scene.orgId,
        }),
      )
      const { nodes } = page as { nodes: readonly object[] }
      for (let count = nodes.length; count < 50; count += 1) await stage.prepare(create({})(stage))
      return create({})(stage)
    },
    status: 200,
    code: 'CONFLICT',
    message: 'This organization has 50 webhooks already. Delete one first.',
  },
]
