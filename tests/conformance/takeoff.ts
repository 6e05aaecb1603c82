import { readFile } from 'node:fs/promises'
import type { SenderUnderTest, Subscription } from './sender-under-test.ts'

/** What `npm start` has written. */
const DETAILS = new URL('../../.takeoff/dev.json', import.meta.url)
const TIMEOUT_MS = 60_000

interface Details {
  readonly graphqlUrl: string
  readonly orgId: number
  readonly productionListId: number
  readonly tokens: { readonly admin: string; readonly integration: string }
}

interface OurSubscription extends Subscription {
  readonly id: number
}

/**
 * Drives the stack of `npm start` as any client does: through its API. Every update of a list is sent to all
 * subscriptions of the organization, so the scenarios are played one after the other.
 */
const takeoff: SenderUnderTest = {
  async subscribe(url, { firstRequest }): Promise<OurSubscription> {
    const { orgId, tokens } = await readDetails()
    const { webhookCreate } = await ask<{ webhookCreate: Created }>(
      tokens.integration,
      'mutation ($orgId: Int!, $url: String!) { webhookCreate(orgId: $orgId, url: $url) { secret webhook { id } } }',
      { orgId, url },
    )
    const { code } = JSON.parse((await firstRequest()).body.toString()) as { code: string }
    await ask(
      tokens.integration,
      'mutation ($code: String!) { webhookVerify(code: $code) { id } }',
      { code },
    )
    return { id: webhookCreate.webhook.id, secret: webhookCreate.secret }
  },
  async trigger(_subscription, count) {
    const { productionListId: id, tokens } = await readDetails()
    for (let n = 1; n <= count; n++)
      await ask(
        tokens.admin,
        'mutation ($id: Int!, $name: String!) { projectManagementProductionListUpdate(id: $id, name: $name) { productionList { id } } }',
        { id, name: `Conformance ${Date.now()} ${n}` },
      )
  },
  async rotateSecret(subscription) {
    const { tokens } = await readDetails()
    const { webhookSecretRotate } = await ask<{ webhookSecretRotate: { secret: string } }>(
      tokens.integration,
      'mutation ($id: Int!) { webhookSecretRotate(id: $id) { secret } }',
      { id: (subscription as OurSubscription).id },
    )
    return webhookSecretRotate.secret
  },
  async unsubscribe(subscription) {
    const { tokens } = await readDetails()
    const { id } = subscription as OurSubscription
    await ask(tokens.integration, 'mutation ($id: Int!) { webhookDelete(id: $id) }', { id })
  },
}

interface Created {
  readonly secret: string
  readonly webhook: { readonly id: number }
}

async function readDetails(): Promise<Details> {
  return JSON.parse(await readFile(DETAILS, 'utf8')) as Details
}

async function ask<Data>(
  token: string,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Data> {
  const { graphqlUrl } = await readDetails()
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as {
    readonly data: Data
    readonly errors?: readonly { readonly message: string }[]
  }
  if (errors !== undefined) throw new Error(errors[0]?.message)
  return data
}

export default takeoff
