import { createClient } from '../../../services/client/src/client.ts'
import {
  WebhookCreateDocument,
  WebhookDeleteDocument,
} from '../../../services/client/src/generated/operations.ts'
import { sharedDevEnv } from '../../e2e/support/dev-env.ts'
import { required } from '../../support/required.ts'

const { graphqlUrl, tokens } = sharedDevEnv().details
const client = createClient({ url: graphqlUrl, token: tokens.admin })

/** A webhook of organization 1, at a host that does not exist unless another address is given. */
export async function createWebhook(url = 'https://crm.example.com/hooks'): Promise<number> {
  const variables = { orgId: 1, url }
  const { data } = await client.request(WebhookCreateDocument, variables)
  return required(data.webhookCreate?.webhook?.id)
}

/** Deletes a webhook, so that no test waits for its deliveries. */
export async function deleteWebhook(id: number): Promise<void> {
  await client.request(WebhookDeleteDocument, { id })
}
