import { readFile } from 'node:fs/promises'
import { sendGraphql } from '@takeoff/dev-env/send-graphql'
import type { SenderUnderTest, Subscription } from './sender-under-test.ts'

/** The dev.json that `npm start` writes. */
const DETAILS = new URL('../../.takeoff/dev.json', import.meta.url)

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
 * Drives the stack of `npm start` through its API, like any client. Every update of a list is sent to all
 * subscriptions of the organization, so the scenarios are played in sequence.
 */
const takeoff: SenderUnderTest = {
  async subscribe(url, { firstRequest }): Promise<OurSubscription> {
    const { orgId, tokens } = await readDetails()
    const { webhookCreate } = await request<{ webhookCreate: Created }>(
      tokens.integration,
      'mutation ($orgId: Int!, $url: String!) { webhookCreate(orgId: $orgId, url: $url) { secret webhook { id } } }',
      { orgId, url },
    )
    const { code } = JSON.parse((await firstRequest()).body.toString()) as { code: string }
    await request(
      tokens.integration,
      'mutation ($code: String!) { webhookVerify(code: $code) { id } }',
      { code },
    )
    return { id: webhookCreate.webhook.id, secret: webhookCreate.secret }
  },
  async trigger(_subscription, count) {
    const { productionListId: id, tokens } = await readDetails()
    for (let n = 1; n <= count; n++)
      await request(
        tokens.admin,
        'mutation ($id: Int!, $name: String!) { projectManagementProductionListUpdate(id: $id, name: $name) { productionList { id } } }',
        { id, name: `Conformance ${Date.now()} ${n}` },
      )
  },
  async rotateSecret(subscription) {
    const { tokens } = await readDetails()
    const { webhookSecretRotate } = await request<{ webhookSecretRotate: { secret: string } }>(
      tokens.integration,
      'mutation ($id: Int!) { webhookSecretRotate(id: $id) { secret } }',
      { id: (subscription as OurSubscription).id },
    )
    return webhookSecretRotate.secret
  },
  async unsubscribe(subscription) {
    const { tokens } = await readDetails()
    const { id } = subscription as OurSubscription
    await request(tokens.integration, 'mutation ($id: Int!) { webhookDelete(id: $id) }', { id })
  },
}

interface Created {
  readonly secret: string
  readonly webhook: { readonly id: number }
}

async function readDetails(): Promise<Details> {
  return JSON.parse(await readFile(DETAILS, 'utf8')) as Details
}

async function request<Data>(
  token: string,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Data> {
  const { graphqlUrl } = await readDetails()
  return sendGraphql<Data>(graphqlUrl, token, { query, variables })
}

export default takeoff
