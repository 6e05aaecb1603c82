import type { Engine } from './engine.ts'
import type { Stage } from './stage.ts'

/** How the receiver responds: a slot is noted and gets a response at once, `h` never gets one, `f` sometimes fails. */
export type ReceiverPath = '0' | '1' | '2' | 'h' | 'f'

/** Organizations of the bench, one receiver address each. */
export const orgs = Array.from({ length: 50 }, (_, index) => index + 1)

/** A url of the receiver. Each organization has an address of its own, so that each has its own sockets. */
export function receiverUrl({ receiverPort }: Stage, orgId: number, path: ReceiverPath): string {
  return `http://127.0.0.${1 + orgId}:${receiverPort}/${path}`
}

/** Subscribes urls of an organization through the API, handshake included. */
export async function subscribe(
  stage: Stage,
  engine: Engine,
  { orgId, paths }: { readonly orgId: number; readonly paths: readonly ReceiverPath[] },
): Promise<number[]> {
  const ids: number[] = []
  for (const path of paths) {
    const url = receiverUrl(stage, orgId, path)
    const { created } = await engine.ask<Created>([orgId], CREATE, { orgId, url })
    const code = await stage.receiver.ask('codeOf', created.webhook.id)
    await engine.ask([orgId], VERIFY, { code })
    ids.push(created.webhook.id)
  }
  return ids
}

interface Created {
  readonly created: { readonly webhook: { readonly id: number } }
}

const CREATE = `mutation ($orgId: Int!, $url: String!) {
  created: webhookCreate(orgId: $orgId, url: $url) { webhook { id } }
}`

const VERIFY = `mutation ($code: String!) { webhookVerify(code: $code) { id } }`
