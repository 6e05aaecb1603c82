import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** Roles or scopes by organization, as the claim has them. */
const organizations = z.record(z.string().regex(/^\d+$/), z.array(z.string()))

const identities = z.strictObject({
  people: z.array(
    z.strictObject({
      id: z.int().positive(),
      name: z.string(),
      email: z.email(),
      organizations,
    }),
  ),
  /** Programs in which people sign in: authorization code with PKCE, without a secret. */
  applications: z.array(
    z.strictObject({
      clientId: z.string(),
      name: z.string(),
      /** At a loopback host any port is accepted. */
      redirectUris: z.array(z.url()),
      /** Where a browser may return to after it has signed out. */
      signOutRedirectUris: z.array(z.url()).default([]),
    }),
  ),
  /** Programs that act for themselves: client credentials. */
  machines: z.array(
    z.strictObject({
      clientId: z.string(),
      clientSecret: z.string().min(32),
      /** The user id in its tokens. */
      userId: z.int().positive(),
      organizations,
    }),
  ),
})

/** The people and programs that the development issuer knows. */
export type Identities = z.infer<typeof identities>
export type Person = Identities['people'][number]

/** Client id of the console. */
export const CONSOLE_CLIENT_ID = 'takeoff-console'

const FILE = new URL('../../identities.json', import.meta.url)

/** @throws ZodError when the file does not have the expected form */
export async function readIdentities(): Promise<Identities> {
  return identities.parse(JSON.parse(await readFile(FILE, 'utf8')))
}

/** The people as the sign-in page of the console offers them. */
export function peopleToSignIn({ people }: Identities): readonly object[] {
  return people.map(({ name, email, organizations }) => ({
    label: name,
    description: rolesText(organizations),
    loginHint: email,
  }))
}

/** A person's roles as a text. */
export function rolesText(organizations: Person['organizations']): string {
  return Object.entries(organizations)
    .map(([orgId, roles]) => `${roles.join(', ')} in organization ${orgId}`)
    .join('; ')
}
