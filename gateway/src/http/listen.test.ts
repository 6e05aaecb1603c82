import { expect, it } from 'vitest'
import { listen } from './listen.ts'

it('reports REUSE_PORT as a configuration error where the operating system does not support it', async () => {
  const unsupported = Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' })
  const app = { listen: () => Promise.reject(unsupported) }
  const address = { host: '127.0.0.1', port: 0 }
  await expect(listen(app, { ...address, reusePort: true })).rejects.toThrow(
    'REUSE_PORT must be false',
  )
  await expect(listen(app, { ...address, reusePort: false })).rejects.toBe(unsupported)
})
