import { envelopeSchema } from '@takeoff/contracts/envelope'
import { DEAD_LETTER_QUEUE, EVENTS_EXCHANGE, WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'
import { domainEventMessages } from './domain-event-messages.ts'
import { messageRefs, ref } from './json-reference.ts'
import { webhookHeaders } from './webhook-headers.ts'
import { webhookMessages } from './webhook-messages.ts'

/** Version of the messages. Adding keys or events does not need a new one. */
const VERSION = '1.0.0'

const eventNames = envelopeSchema.options.map(({ shape }) => shape.name.value)

/** Webhooks and domain events as one AsyncAPI 3 document. It has no messages that only our services read, such as audit records. */
export function asyncapiDocument(): object {
  const webhooks = webhookMessages()
  const events = domainEventMessages()
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Takeoff events and webhooks',
      version: VERSION,
      description:
        'Webhooks are for receivers outside; domain events are published between services and sent as webhooks. Later versions may add keys, events and states: ignore what you do not know.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: { broker },
    channels: {
      webhook: {
        address: null,
        title: 'The url of a subscription',
        description:
          'Given to `webhookCreate`; verified by the handshake before anything else is sent.',
        messages: messageRefs(Object.keys(webhooks.messages)),
      },
      ...Object.fromEntries(eventNames.map((name) => [name, eventChannel(name)])),
      [WEBHOOKS_QUEUE]: queueChannel,
    },
    operations: {
      deliverWebhook,
      ...Object.fromEntries(eventNames.map((name) => [`publish-${name}`, publication(name)])),
      ingestDomainEvents,
    },
    components: {
      messages: { ...webhooks.messages, ...events.messages },
      schemas: { webhookHeaders, ...webhooks.schemas, ...events.schemas },
      securitySchemes,
    },
  }
}

const broker = {
  host: '{host}',
  protocol: 'amqp',
  protocolVersion: '0.9.1',
  title: 'RabbitMQ between the services',
  description:
    'Not reachable from outside. Without a broker the same envelopes are posted to the webhook service, see `EVENTS_URL`.',
  variables: { host: { default: 'localhost:5672', description: 'Host and port of `EVENTS_URL`.' } },
  security: [ref('securitySchemes', 'broker')],
}

const exchange = {
  name: EVENTS_EXCHANGE,
  type: 'topic',
  durable: true,
  autoDelete: false,
}

function eventChannel(name: string): object {
  return {
    address: name,
    title: `Routing key ${name}`,
    servers: [{ $ref: '#/servers/broker' }],
    messages: messageRefs([name]),
    bindings: { amqp: { is: 'routingKey', exchange, bindingVersion: '0.3.0' } },
  }
}

const queueChannel = {
  address: WEBHOOKS_QUEUE,
  title: 'Events to ingest',
  description: `A quorum queue bound to every routing key of ${EVENTS_EXCHANGE}. What cannot be handled goes to ${DEAD_LETTER_QUEUE}.`,
  servers: [{ $ref: '#/servers/broker' }],
  messages: messageRefs(eventNames),
  bindings: {
    amqp: {
      is: 'queue',
      queue: { name: WEBHOOKS_QUEUE, durable: true, exclusive: false, autoDelete: false },
      bindingVersion: '0.3.0',
    },
  },
}

const deliverWebhook = {
  action: 'send',
  channel: { $ref: '#/channels/webhook' },
  title: 'Deliver a webhook',
  description:
    'One POST for each event and subscription, at least once, repeated until the response is 2xx.',
  security: [ref('securitySchemes', 'webhookSignature')],
  bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
}

function publication(name: string): object {
  return {
    action: 'send',
    channel: { $ref: `#/channels/${name}` },
    title: `Publish ${name}`,
    description: 'From the outbox of the service in which it happened, at least once.',
    bindings: { amqp: { deliveryMode: 2, mandatory: true, bindingVersion: '0.3.0' } },
  }
}

const ingestDomainEvents = {
  action: 'receive',
  channel: { $ref: `#/channels/${WEBHOOKS_QUEUE}` },
  title: 'Ingest domain events',
  description:
    'Each is acknowledged once it and its deliveries are committed; one that is known already changes nothing.',
  bindings: { amqp: { ack: true, bindingVersion: '0.3.0' } },
}

const securitySchemes = {
  webhookSignature: {
    type: 'httpApiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Standard Webhooks 1.0.0: `v1,` and the base64 HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, with the bytes of the secret after `whsec_`. Several, with a space between, while a secret is rotated.',
  },
  broker: { type: 'userPassword', description: 'User and password of `EVENTS_URL`.' },
}
