import { isIPv4 } from 'node:net'

const NAMES = new Set(['localhost', '::1', '[::1]'])

/**
 * Whether only this machine is reached at a host: `localhost`, 127.0.0.0/8 or ::1, which may have brackets.
 * @param hostname without a port
 */
export function isLoopbackHost(hostname: string): boolean {
  return NAMES.has(hostname.toLowerCase()) || (isIPv4(hostname) && hostname.startsWith('127.'))
}
