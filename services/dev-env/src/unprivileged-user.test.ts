import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
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

test.each([
  ['nobody:x:65534:65534::/:/bin/false\npostgres:x:101:104::/:/bin/sh', { uid: 101, gid: 104 }],
  ['root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n', { uid: 65_534, gid: 65_533 }],
])('root runs PostgreSQL as postgres, else as nobody', async (accounts, user) => {
  expect(await withAccounts(accounts, (file) => findUnprivilegedUser(0, undefined, file))).toEqual(
    user,
  )
})

test('root is refused where neither of the two users exists', async () => {
  const refused = withAccounts('root:x:0:0::/root:/bin/sh', (file) =>
    findUnprivilegedUser(0, undefined, file),
  )
  await expect(refused).rejects.toThrow(/passwd has neither postgres nor nobody. Start as another/)
})

async function withAccounts<T>(text: string, use: (file: string) => Promise<T>): Promise<T> {
  await using folder = await openTemporaryFolder('takeoff-accounts')
  const file = path.join(folder.path, 'passwd')
  await writeFile(file, text)
  return await use(file)
}
