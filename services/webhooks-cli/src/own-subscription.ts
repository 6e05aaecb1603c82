import { hostname } from 'node:os'
import type { Platform } from './platform.ts'

const PROBE_TIMEOUT_MS = 2_000

export interface OwnSubscription {
  readonly id: number
  readonly secret: string
}

/** The beginning of the description: it identifies subscriptions of this command on this machine. */
const DESCRIPTION = `npm run webhooks -- listen on ${hostname()}`.slice(0, 400)

export async function subscribe(
  platform: Platform,
  own: {
    readonly url: string
    readonly session: string
    readonly events: readonly string[] | null
  },
): Promise<OwnSubscription> {
  const { webhookCreate } = await platform.request<{
    webhookCreate: { secret: string; webhook: { id: number } }
  }>(
    `mutation ($orgId: Int!, $url: String!, $events: [String!], $description: String) {
      webhookCreate(orgId: $orgId, url: $url, events: $events, description: $description) {
        secret
        webhook { id }
      }
    }`,
    {
      orgId: platform.orgId,
      url: own.url,
      events: own.events,
      description: `${DESCRIPTION}, session ${own.session}`,
    },
  )
  return { id: webhookCreate.webhook.id, secret: webhookCreate.secret }
}

export async function unsubscribe(platform: Platform, id: number): Promise<void> {
  await platform.request('mutation ($id: Int!) { webhookDelete(id: $id) }', { id })
}

/**
 * Deletes the subscriptions of sessions that were killed on this machine.
 * @returns their number
 */
export async function removeLeftBehind(platform: Platform): Promise<number> {
  const { webhooks } = await platform.request<{
    webhooks: { nodes: { id: number; url: string; description: string | null }[] }
  }>(
    'query ($orgId: Int!) { webhooks(orgId: $orgId, first: 200) { nodes { id url description } } }',
    { orgId: platform.orgId },
  )
  const left = await Promise.all(
    webhooks.nodes.map(async ({ id, url, description }) => {
      const [name, session] = (description ?? '').split(', session ')
      if (name !== DESCRIPTION || session === undefined) return []
      return (await respondsAs(url, session)) ? [] : [id]
    }),
  )
  const ids = left.flat()
  // Another session may have deleted it meanwhile.
  await Promise.allSettled(ids.map((id) => unsubscribe(platform, id)))
  return ids.length
}

async function respondsAs(url: string, session: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    return (await response.text()) === session
  } catch {
    return false
  }
}
