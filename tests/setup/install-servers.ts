import { findOrInstall } from '@takeoff/dev-env/find-or-install'

/** Programs behind which integration tests run; each is a package of the same name. */
const SERVERS = ['redis-server', 'redis-sentinel', 'pgbouncer']

/** Installs the servers that are missing, as root on Debian. */
export async function installServers(): Promise<void> {
  for (const name of SERVERS) await findOrInstall(name)
}
