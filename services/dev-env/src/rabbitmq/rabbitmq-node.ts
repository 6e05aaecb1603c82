import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { readSearchPath } from '../config.ts'
import { findExecutable } from '../find-executable.ts'
import { findFreePort } from '../free-ports.ts'
import { startGuardedProcess } from '../guarded-process.ts'
import { commandLineOf } from '../process-identity.ts'
import type { NodeOptions, RabbitmqNode } from './rabbitmq.ts'
import { waitFor } from '../wait-for.ts'

const run = promisify(execFile)
const STOP_LIMIT_MS = 15_000
const NODE_NAME = 'takeoff@localhost'
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
 * A node of its own: data, cookie, configuration and log in its folder, every port on loopback, no
 * plugins. It runs without epmd (a daemon that would outlive it): the node name is given to the Erlang
 * runtime before RabbitMQ would request it from epmd.
 */
export async function startRabbitmqNode(
  server: string,
  options: NodeOptions,
): Promise<RabbitmqNode> {
  const file = (name: string): string => path.join(options.directory, name)
  await waitForLeftover(file('pid'))
  await mkdir(file('home'), { recursive: true })
  await writeFile(file('rabbitmq.conf'), configurationOf(options), { mode: 0o600 })
  await writeFile(file('enabled_plugins'), '[].\n')
  await writeFile(file('environment.conf'), '')
  const environment = {
    PATH: [...readSearchPath(), '/usr/sbin', '/sbin'].join(':'),
    LANG: 'C.UTF-8',
    // The Erlang runtime creates its cookie file there.
    HOME: file('home'),
    RABBITMQ_NODENAME: NODE_NAME,
    RABBITMQ_CONF_ENV_FILE: file('environment.conf'),
  }
  const distributionPort = await findFreePort()
  const node = await startGuardedProcess({
    command: server,
    args: [],
    env: {
      ...environment,
      RABBITMQ_CONFIG_FILE: file('rabbitmq.conf'),
      RABBITMQ_ENABLED_PLUGINS_FILE: file('enabled_plugins'),
      RABBITMQ_MNESIA_BASE: file('data'),
      RABBITMQ_LOG_BASE: file('log'),
      RABBITMQ_LOGS: '-',
      RABBITMQ_GENERATED_CONFIG_DIR: file('generated'),
      RABBITMQ_PID_FILE: file('pid'),
      // With input allowed the script becomes the runtime by exec, so one kill reaches it.
      RABBITMQ_ALLOW_INPUT: '1',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: runtimeArguments(distributionPort),
    },
    logFile: options.logFile,
    stopSignal: 'SIGTERM',
    stopLimitMs: STOP_LIMIT_MS,
  })
  return {
    ...node,
    async control(args) {
      // The port is fixed without epmd, so the command's own node must not listen on it.
      const RABBITMQ_CTL_ERL_ARGS = `${withoutEpmd(distributionPort)} -dist_listen false`
      await run(path.join(path.dirname(server), 'rabbitmqctl'), [...args], {
        // When the node is down, the command may write a crash dump into its working directory.
        cwd: options.directory,
        env: { ...environment, RABBITMQ_CTL_ERL_ARGS },
      })
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

function runtimeArguments(distributionPort: number): string {
  return [
    '-noinput',
    `-sname ${NODE_NAME}`,
    withoutEpmd(distributionPort),
    '-kernel inet_dist_use_interface {127,0,0,1}',
  ].join(' ')
}

function withoutEpmd(distributionPort: number): string {
  return `-start_epmd false -erl_epmd_port ${distributionPort}`
}

function configurationOf({ port, username, password }: NodeOptions): string {
  return `listeners.tcp.1 = 127.0.0.1:${port}
default_user = ${username}
default_pass = ${password}
disk_free_limit.absolute = 50MB
raft.wal_max_size_bytes = 32000000
log.console = true
log.console.level = info
log.file = false
`
}
