import { expect, test } from 'vitest'
import { SessionSecret } from './session.ts'
import type { Session } from './session.ts'

const session: Session = {
  subject: '7',
  user: { name: 'Olivia', email: null },
  accessToken: 'access-token-value',
  refreshToken: 'refresh-token-value',
  tokenExpiresMs: 1,
  createdMs: 0,
}

test('a secret opens the session that it has sealed, and no other secret does', () => {
  const secret = SessionSecret.create()
  const sealed = secret.seal(session)

  expect(SessionSecret.parse(secret.text)?.open(sealed)).toEqual(session)
  expect(SessionSecret.create().open(sealed)).toBeUndefined()
})

test('what the store holds shows neither tokens nor the cookie', () => {
  const secret = SessionSecret.create()
  const stored = `${secret.id} ${secret.seal(session)}`

  for (const value of ['access-token-value', 'refresh-token-value', 'Olivia', secret.text])
    expect(stored).not.toContain(value)
})

test('a sealed session that was changed, or moved to another session, does not open', () => {
  const [one, other] = [SessionSecret.create(), SessionSecret.create()]
  const sealed = one.seal(session)

  expect(one.open(`${sealed.slice(0, -8)}AAAAAAA=`)).toBeUndefined()
  expect(other.open(sealed)).toBeUndefined()
  expect(one.open('')).toBeUndefined()
})

test.each([undefined, '', 'short', `${'a'.repeat(42)}!`, 'a'.repeat(44), '../../../etc/passwd'])(
  '%j is no secret',
  (text) => {
    expect(SessionSecret.parse(text)).toBeUndefined()
  },
)
