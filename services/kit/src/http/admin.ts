import type { FastifyInstance } from 'fastify'
import { isLoopbackHost } from '../values/loopback.ts'

/** Where a process serves what only its operators may see. */
export interface AdminAddress {
  readonly host: string
  readonly adminHost: string
  /** Without one it is served with everything else, if that is a loopback address. */
  readonly adminPort: number | undefined
}

/**
 * Whether the address of the API serves metrics and deep readiness as well: without a listener of their own they are
 * for processes that only this machine reaches.
 */
export function servesAdmin({ host, adminPort }: Omit<AdminAddress, 'adminHost'>): boolean {
  return adminPort === undefined && isLoopbackHost(host)
}

/** Starts the listener for operators with the application, and closes it after. */
export function listenForAdmin(
  app: FastifyInstance,
  admin: FastifyInstance,
  { adminHost: host, adminPort: port }: { readonly adminHost: string; readonly adminPort: number },
): void {
  app.addHook('onReady', async () => void (await admin.listen({ host, port })))
  app.addHook('onClose', () => admin.close())
}
