import { expect, test } from 'vitest'
import { findUnprivilegedUser, UnusableUserError } from './unprivileged-user.ts'

test('a user that is not root runs PostgreSQL itself', async () => {
  expect(await findUnprivilegedUser(1000, () => ({ username: 'roofer' }))).toBeUndefined()
})

test('a user without an account is refused, because PostgreSQL needs one', async () => {
  const refused = findUnprivilegedUser(54_321, () => {
    throw new Error('ENOENT')
  })

  await expect(refused).rejects.toThrow(/as user 54321, which has no account .*Start as another/)
  await expect(refused).rejects.toBeInstanceOf(UnusableUserError)
})
