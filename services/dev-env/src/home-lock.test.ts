import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { expect, test } from 'vitest'
import { HomeInUseError, lockHome, requireUnused } from './home-lock.ts'

const { path: home } = await disposeAfterAll(openTemporaryFolder('takeoff-home'))

test('a home has one user at a time', async () => {
  await using _first = await lockHome(home, 4000)

  await expect(lockHome(home, 4001)).rejects.toThrow(
    /already runs with .* at http:\/\/localhost:4000/,
  )
  await expect(requireUnused(home)).rejects.toBeInstanceOf(HomeInUseError)
})
