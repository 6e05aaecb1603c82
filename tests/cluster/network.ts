import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findExecutable } from '@takeoff/dev-env/find-executable'

const run = promisify(execFile)
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin', '/usr/bin', '/bin']
/** Everything that is made carries the id of the process that made it, so that the next run removes what a crash left. */
const OWN_NAME = /^tko(\d+)/

/** A machine of the cluster: an address, and how a program starts there. */
export interface Host {
  readonly address: string
  /** Comes before the command of each program. */
  readonly enter: readonly string[]
}

/** This machine. */
export const LOOPBACK: Host = { address: '127.0.0.1', enter: [] }

/** Machines with one network between them and to the clients. */
export interface Network extends AsyncDisposable {
  /** Whether partitions can be made; without, each machine is a loopback address. */
  readonly hasPartitions: boolean
  addHost(name: string): Promise<Host>
  /** From now on packets of a host to another one, or to the clients, are lost. The other direction stays. */
  drop(from: Host, to: Host | 'clients'): Promise<void>
  /** Takes the cable out: nothing goes in or out. */
  cutOff(host: Host): Promise<void>
  /** Ends both for this host. */
  heal(host: Host): Promise<void>
}

/** Network namespaces where this process may make them, which needs root and `ip`; else loopback addresses. */
export async function openNetwork(say: (line: string) => void): Promise<Network> {
  const ip = findExecutable('ip', SYSTEM_FOLDERS)
  const nsenter = findExecutable('nsenter', SYSTEM_FOLDERS)
  if (process.getuid?.() === 0 && ip !== undefined && nsenter !== undefined) {
    try {
      await removeLeftovers(ip)
      return await openNamespaces(ip, nsenter)
    } catch (error) {
      say(`network namespaces cannot be made here: ${(error as Error).message}`)
    }
  }
  say('SKIPPED: faults of the network, which need root, ip and nsenter (iproute2, util-linux)')
  return openLoopback()
}

function openLoopback(): Network {
  let hosts = 0
  const refuse = (): Promise<never> => Promise.reject(new Error('there are no namespaces'))
  return {
    hasPartitions: false,
    addHost() {
      hosts += 1
      return Promise.resolve({ address: `127.0.0.${20 + hosts}`, enter: [] })
    },
    drop: refuse,
    cutOff: refuse,
    heal: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

async function openNamespaces(command: string, nsenter: string): Promise<Network> {
  const ip = async (...args: readonly string[]): Promise<void> => void (await run(command, args))
  const own = `tko${process.pid}`
  // Two runs at once have different networks.
  const subnet = `10.${213 + (Math.floor(process.pid / 250) % 40)}.${process.pid % 250}`
  const clients = `${subnet}.1`
  const names = new Map<Host, { readonly namespace: string; readonly cable: string }>()
  const dropped = new Map<Host, Set<string>>()
  const nameOf = (host: Host): { readonly namespace: string; readonly cable: string } => {
    const name = names.get(host)
    if (name === undefined) throw new Error(`${host.address} is not of this network`)
    return name
  }
  await mkdir('/run/netns', { recursive: true })
  await ip('link', 'add', own, 'type', 'bridge')
  await ip('addr', 'add', `${clients}/24`, 'dev', own)
  await ip('link', 'set', own, 'up')
  return {
    hasPartitions: true,
    async addHost(name) {
      const namespace = `${own}-${name}`
      const [cable, inside] = [`${own}v${names.size}`, `${own}w${names.size}`]
      const address = `${subnet}.${11 + names.size}`
      const host = { address, enter: [nsenter, `--net=/run/netns/${namespace}`] }
      names.set(host, { namespace, cable })
      await ip('netns', 'add', namespace)
      await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace)
      await ip('link', 'set', cable, 'master', own, 'up')
      await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', inside)
      await ip('-n', namespace, 'link', 'set', inside, 'up')
      await ip('-n', namespace, 'link', 'set', 'lo', 'up')
      return host
    },
    async drop(from, to) {
      const address = to === 'clients' ? clients : to.address
      await ip('-n', nameOf(from).namespace, 'route', 'add', 'blackhole', address)
      dropped.set(from, (dropped.get(from) ?? new Set()).add(address))
    },
    cutOff: (host) => ip('link', 'set', nameOf(host).cable, 'down'),
    async heal(host) {
      const { namespace, cable } = nameOf(host)
      for (const address of dropped.get(host) ?? [])
        await ip('-n', namespace, 'route', 'del', 'blackhole', address)
      dropped.delete(host)
      await ip('link', 'set', cable, 'up')
    },
    async [Symbol.asyncDispose]() {
      for (const { namespace } of names.values()) await ip('netns', 'del', namespace)
      await ip('link', 'del', own)
    },
  }
}

/** Removes namespaces, bridges and file systems in memory of runs whose process is gone. */
async function removeLeftovers(ip: string): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8')
  for (const [, folder = '', pid] of mounts.matchAll(/^\S+ (\S*takeoff-cluster-(\d+)-\S*) /gm))
    if (isGone(pid)) await run('umount', ['--lazy', folder])
  const namespaces = await run(ip, ['netns', 'list'])
  for (const line of namespaces.stdout.split('\n')) {
    const [name = ''] = line.split(' ')
    if (isGone(OWN_NAME.exec(name)?.[1])) await run(ip, ['netns', 'del', name])
  }
  const links = await run(ip, ['-o', 'link', 'show', 'type', 'bridge'])
  for (const [, name = ''] of links.stdout.matchAll(/^\d+: ([^:@ ]+)/gm))
    if (isGone(OWN_NAME.exec(name)?.[1])) await run(ip, ['link', 'del', name])
}

function isGone(pid: string | undefined): boolean {
  if (pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch {
    return true
  }
}
