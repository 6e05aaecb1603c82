import { existsSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { identityOf } from './process-identity.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.skipIf(!existsSync('/bin/ps'))(
  'without /proc, a process has the same identity in every time zone',
  async () => {
    vi.stubEnv('TZ', 'America/Chicago')
    const identity = await identityOf(process.pid, false)
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(identity).toMatch(/\d\d:\d\d:\d\d/)
    expect(await identityOf(process.pid, false)).toBe(identity)
  },
)
