import type { Engine } from './engine.ts'
import type { Stage } from './stage.ts'

/** How the receiver responds: at once for a slot, which is recorded; never for `h`; for `f` it sometimes fails. */
export type ReceiverPath = '0' | '1' | '2' | 'h' | 'f'

/** Organizations of the bench, one receiver address each. */
export const orgs = Array.from({ length: 50 }, (_, index) => index + 1)

/** A URL of the receiver. Each organization has its own address, and therefore its own sockets. */
export function receiverUrl({ receiverPort }: Stage, orgId: number, path: ReceiverPath): string {
  return `http://127.0.0.${1 + orgId}:${receiverPort}/${path}`
}

/** Subscribes URLs of an organization through the API, including the handshake. */
export async function subscribe(
  stage: Stage,
  engine: Engine,
  { orgId, paths }: { readonly orgId: number; readonly paths: readonly ReceiverPath[] },
): Promise<number[]> {
  const ids: number[] = []
  for (const path of paths) {
    const url = receiverUrl(stage, orgId, path)
    const { created } = await engine.request<Created>([orgId], CREATE, { orgId, url })
    const code = await stage.receiver.call('codeOf', created.webhook.id)
    await engine.request([orgId], VERIFY, { code })
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
