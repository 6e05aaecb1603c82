import { USER_AGENT } from '../messages/signing.ts'

/** JSON Schema of the headers of every webhook, without the custom headers of a subscription. */
export const webhookHeaders = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type', 'user-agent'],
  properties: {
    'webhook-id': {
      type: 'string',
      format: 'uuid',
      description: 'The delivery. The same on every attempt: drop what you have seen.',
    },
    'webhook-timestamp': {
      type: 'string',
      pattern: '^[0-9]+$',
      description:
        'Seconds since 1970, of this attempt. Refuse what is more than five minutes off.',
    },
    'webhook-signature': {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
      description: 'One signature for each secret that is in force. One that fits is enough.',
    },
    'content-type': { type: 'string', const: 'application/json' },
    'user-agent': { type: 'string', const: USER_AGENT },
  },
}
