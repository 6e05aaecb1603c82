import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readSearchPath } from '../config.ts'
import { findExecutable } from '../find-executable.ts'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startGuardedProcess } from '../guarded-process.ts'
import { commandLineOf } from '@takeoff/kit/service/process-identity'
import type { ClusterMember, NodeOptions, RabbitmqNode } from './rabbitmq.ts'
import { waitFor } from '../wait-for.ts'

const run = promisify(execFile)
const STOP_LIMIT_MS = 15_000
/** Folder of the data in that of the node. */
export const NODE_DATA = 'data'
const NODE_NAME = 'takeoff@localhost'
/** Nodes that do not hear from one another for this long count as lost; Erlang's own minute is long for a client. */
const NET_TICK_S = 10
/** Debian's /usr/sbin/rabbitmq-server is a wrapper for root only; this is the script behind it. */
const KNOWN_SCRIPTS = ['/usr/lib/rabbitmq/bin/rabbitmq-server']
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']

/** The script of an installed RabbitMQ that any user may run. */
export async function findRabbitmqServer(): Promise<string | undefined> {
  const known = KNOWN_SCRIPTS.find((script) => existsSync(script))
  if (known !== undefined) return known
  const found = findExecutable('rabbitmq-server', SYSTEM_FOLDERS)
  return found === undefined ? undefined : await realpath(found)
}

/**
 * A node of its own, or the member of a cluster: data, cookie, configuration and log in its folder, every port on
 * its one address, no plugins. It runs without epmd (a daemon that would outlive it): the node name is given to the Erlang
 * runtime before RabbitMQ would request it from epmd.
 */
export async function startRabbitmqNode(
  server: string,
  options: NodeOptions,
): Promise<RabbitmqNode> {
  const { member } = options
  const enter = member?.enter ?? []
  const file = (name: string): string => path.join(options.directory, name)
  await waitForLeftover(file('pid'))
  await mkdir(file('home'), { recursive: true })
  if (member !== undefined && !existsSync(file('home/.erlang.cookie')))
    await writeFile(file('home/.erlang.cookie'), member.cookie, { mode: 0o400 })
  await writeFile(file('rabbitmq.conf'), configurationOf(options), { mode: 0o600 })
  await writeFile(file('enabled_plugins'), '[].\n')
  await writeFile(file('environment.conf'), '')
  const environment = {
    PATH: [...readSearchPath(), '/usr/sbin', '/sbin'].join(':'),
    LANG: 'C.UTF-8',
    // The Erlang runtime creates its cookie file there.
    HOME: file('home'),
    RABBITMQ_CONF_ENV_FILE: file('environment.conf'),
    // Also for the runtimes that a member of a cluster starts to have an epmd.
    ERL_FLAGS: '-start_epmd false',
    ...(member === undefined
      ? { RABBITMQ_NODENAME: NODE_NAME }
      : { RABBITMQ_NODENAME: nodeNameAt(member.address), RABBITMQ_USE_LONGNAME: 'true' }),
  }
  const distributionPort = member?.distributionPort ?? (await findFreePort())
  const [command, ...args] = [...enter, server] as const
  const node = await startGuardedProcess({
    command,
    args,
    env: {
      ...environment,
      RABBITMQ_CONFIG_FILE: file('rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: file('enabled_plugins'),
      RABBITMQ_MNESIA_BASE: file(NODE_DATA),
      RABBITMQ_LOG_BASE: file('log'),
      RABBITMQ_LOGS: '-',
      RABBITMQ_GENERATED_CONFIG_DIR: file('generated'),
      RABBITMQ_PID_FILE: file('pid'),
      // With input allowed the script becomes the runtime by exec, so one kill reaches it.
      RABBITMQ_ALLOW_INPUT: '1',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: runtimeArguments(distributionPort, member),
    },
    logFile: options.logFile,
    stopSignal: 'SIGTERM',
    stopLimitMs: STOP_LIMIT_MS,
  })
  return {
    ...node,
    async control(args) {
      // The port is fixed without epmd, so the command's own node must not listen on it.
      const RABBITMQ_CTL_ERL_ARGS = `${fixedPort(distributionPort)} -dist_listen false`
      const control = path.join(path.dirname(server), 'rabbitmqctl')
      const [program = '', ...all] = [...enter, control, ...args]
      const { stdout } = await run(program, all, {
        // When the node is down, the command may write a crash dump into its working directory.
        cwd: options.directory,
        env: { ...environment, RABBITMQ_CTL_ERL_ARGS },
      })
      return stdout
    },
  }
}

/** A node whose starter was killed may still be stopping; two on the same data would corrupt it. */
async function waitForLeftover(pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 0) return
  await waitFor(async () => ((await commandLineOf(pid))?.includes('beam') ? undefined : true), {
    what: `The end of the RabbitMQ with process id ${pid}`,
    limitMs: STOP_LIMIT_MS + 2_000,
  })
}

function runtimeArguments(distributionPort: number, member: ClusterMember | undefined): string {
  const address = (member?.address ?? '127.0.0.1').replaceAll('.', ',')
  return [
    '-noinput',
    member === undefined ? `-sname ${NODE_NAME}` : `-name ${nodeNameAt(member.address)}`,
    fixedPort(distributionPort),
    `-kernel inet_dist_use_interface {${address}}`,
    ...(member === undefined ? [] : [`-kernel net_ticktime ${NET_TICK_S}`]),
  ].join(' ')
}

function nodeNameAt(address: string): string {
  return `takeoff@${address}`
}

function fixedPort(distributionPort: number): string {
  return `-erl_epmd_port ${distributionPort}`
}

function configurationOf({ port, username, password, member }: NodeOptions): string {
  return `listeners.tcp.1 = ${member?.address ?? '127.0.0.1'}:${port}
default_user = ${username}
default_pass = ${password}
disk_free_limit.absolute = 50MB
raft.wal_max_size_bytes = 32000000
log.console = true
log.console.level = info
log.file = false
${member === undefined ? '' : clusterConfigurationOf(member)}`
}

/** A node that sees no majority stops to serve, so that its clients go to the others. */
function clusterConfigurationOf({ addresses }: ClusterMember): string {
  const nodes = addresses.map(
    (address, index) =>
      `cluster_formation.classic_config.nodes.${index + 1} = ${nodeNameAt(address)}`,
  )
  return `cluster_formation.peer_discovery_backend = classic_config
${nodes.join('\n')}
cluster_partition_handling = pause_minority
`
}
