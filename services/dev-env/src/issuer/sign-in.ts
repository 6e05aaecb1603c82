import type { Provider } from 'oidc-provider'
import { escapeHtml } from '@takeoff/kit/values/escape-html'
import { rolesText } from './identities.ts'
import type { Person } from './identities.ts'

const PATH = /^\/sign-in\/[\w-]+$/
const BODY_BYTES_MAX = 1000

/**
 * The sign-in page: one button for each person; none for a request whose `login_hint` is a person's email.
 * Signing in consents to what the application requests.
 */
export function serveSignIn(provider: Provider, people: readonly Person[]): void {
  provider.use(async (context, next) => {
    if (!PATH.test(context.path)) return next()
    const { req, res } = context
    const interaction = await provider.interactionDetails(req, res)
    const { params, prompt, grantId } = interaction
    const hinted = prompt.name === 'login' ? personOfHint(params['login_hint'], people) : undefined
    if (context.method === 'GET' && prompt.name === 'login' && hinted === undefined) {
      context.type = 'html'
      context.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      context.body = page(people)
      return
    }
    const person = hinted ?? (await chosenPerson(context.req, people))
    const accountId = person === undefined ? interaction.session?.accountId : String(person.id)
    if (accountId === undefined) {
      context.status = 400
      context.body = 'Choose one of the people.'
      return
    }
    const earlier = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    // Another person may have signed in before in this browser.
    const grant =
      earlier?.accountId === accountId
        ? earlier
        : new provider.Grant({ accountId, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    const result = { login: { accountId }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: true })
    context.respond = false
  })
}

/** Programs that know who signs in, as the console's page does, need no second choice. */
function personOfHint(hint: unknown, people: readonly Person[]): Person | undefined {
  return people.find(({ email }) => email === hint)
}

async function chosenPerson(
  body: AsyncIterable<Uint8Array>,
  people: readonly Person[],
): Promise<Person | undefined> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString('utf8')
    if (text.length > BODY_BYTES_MAX) return undefined
  }
  const id = new URLSearchParams(text).get('person')
  return people.find((person) => String(person.id) === id)
}

function page(people: readonly Person[]): string {
  const buttons = people.map(
    ({ id, name, email, organizations }) =>
      `<button name="person" value="${id}"><b>${escapeHtml(name)}</b>${escapeHtml(email)}<br><small>${escapeHtml(rolesText(organizations))}</small></button>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in to Takeoff</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 3rem auto; padding: 0 1rem }
  button { display: block; width: 100%; margin: .5rem 0; padding: .75rem 1rem; font: inherit; text-align: left; cursor: pointer }
  b { display: block }
</style>
<h1>Sign in to Takeoff</h1>
<p>This is the development issuer: choose who you are. There are no passwords.</p>
<form method="post">
${buttons.join('\n')}
</form>
</html>`
}
