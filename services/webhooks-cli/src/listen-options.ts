import { isWebhookEvent, webhookEvents } from '@takeoff/contracts/webhook-payloads'
import type { WebhookEvent } from '@takeoff/contracts/webhook-payloads'
import type { Call } from './command.ts'
import { UsageError } from '@takeoff/kit/service/command-line'
import { readUrlOption } from '@takeoff/kit/service/platform-target'

export interface ListenOptions {
  readonly events: readonly WebhookEvent[] | null
  readonly trigger: readonly WebhookEvent[]
  readonly orgId: number | undefined
  readonly forward: string | undefined
  readonly printHeaders: boolean
  /** 0 selects any free port. */
  readonly port: number
  readonly publicUrl: string | undefined
  readonly url: string | undefined
  readonly token: string | undefined
}

/** @throws UsageError for invalid options */
export function readListenOptions({ values }: Pick<Call, 'values'>): ListenOptions {
  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    events: text('events') === undefined ? null : readEvents(text('events')),
    trigger: readEvents(text('trigger')),
    orgId: readInteger('org', text('org'), 2 ** 31 - 1),
    forward: readUrlOption('forward', text('forward')),
    printHeaders: values['print-headers'] === true,
    port: readInteger('port', text('port'), 65_535) ?? 0,
    publicUrl: readUrlOption('public-url', text('public-url')),
    url: readUrlOption('url', text('url')),
    token: text('token'),
  }
}

function readEvents(list: string | undefined): WebhookEvent[] {
  if (list === undefined) return []
  return list.split(',').map((word) => {
    const name = word.trim()
    if (isWebhookEvent(name)) return name
    throw new UsageError(
      `There is no event "${name}". The events are:\n${webhookEvents.map((event) => `  ${event}`).join('\n')}`,
    )
  })
}

function readInteger(option: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined
  if (/^[1-9]\d*$/.test(value) && Number(value) <= max) return Number(value)
  throw new UsageError(`--${option} must be a number from 1 to ${max}; it is "${value}".`)
}
