import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { waitFor } from '@takeoff/dev-env/wait-for'
import { subscribe } from '../e2e/support/receiver.ts'
import type { Received, SubscribeOptions, Subscription } from '../e2e/support/receiver.ts'
import type { ReceiverName, SeenDelivery, SeenHandshake, Reported } from './receivers-main.ts'

const HANDSHAKE_LIMIT_MS = 20_000

/** Receivers in their own process, unaffected by faults and other work. */
export interface Receivers extends AsyncDisposable {
  /** Creates a subscription for one of them and completes the handshake. */
  subscribe(name: ReceiverName, options: SubscribeOptions): Promise<Subscription>
  /** Stops or restores the absent one: while it is down, every connection to it is reset. */
  setDown(isDown: boolean): Promise<void>
  /** The deliveries that arrived, without handshakes. */
  seen(name: ReceiverName): Promise<SeenDelivery[]>
}

export async function startReceivers(seed: number): Promise<Receivers> {
  const entry = path.join(import.meta.dirname, 'receivers-main.ts')
  const child = fork(entry, [String(seed)], { execArgv: [] })
  const [{ urls, controlUrl }] = (await once(child, 'message')) as [Reported]
  const control = async <ReceiverResponse>(
    command: string,
    name: ReceiverName,
  ): Promise<ReceiverResponse> => {
    const response = await fetch(`${controlUrl}/${command}?name=${name}`)
    return (await response.json()) as ReceiverResponse
  }
  const waitForOne = (
    name: ReceiverName,
    matches: (received: Received) => boolean,
  ): Promise<Received> =>
    waitFor(
      async () => {
        const handshakes = await control<SeenHandshake[]>('handshakes', name)
        return handshakes.map(receivedOf).find(matches)
      },
      { what: `The handshake of ${name}`, limitMs: HANDSHAKE_LIMIT_MS },
    )
  return {
    subscribe: (name, options) =>
      subscribe({ url: urls[name], waitForOne: (matches) => waitForOne(name, matches) }, options),
    async setDown(isDown) {
      await control(isDown ? 'leave' : 'return', 'absent')
    },
    seen: (name) => control('seen', name),
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

function receivedOf({ headers, body }: SeenHandshake): Received {
  const payload = JSON.parse(body) as Received['payload']
  return { headers, body, payload, webhookId: headers['webhook-id'] ?? '', attempt: 1 }
}
