import { execFile } from 'node:child_process'
import { mkdir, readdir, readlink, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@takeoff/bundles/programs'

const run = promisify(execFile)
const OWN_PACKAGES = '@takeoff'

/**
 * Writes the files of a git revision into a folder, with the installed packages of this checkout and its own packages
 * from that folder.
 * @throws Error when git does not know the revision
 */
export async function checkOutVersion(revision: string, folder: string): Promise<void> {
  const archive = `${folder}.tar`
  await mkdir(folder, { recursive: true })
  await git('archive', '--output', archive, revision)
  await run('tar', ['-xf', archive, '-C', folder])
  const modules = path.join(repositoryRoot, 'node_modules')
  await linkAll(modules, path.join(folder, 'node_modules'), [OWN_PACKAGES])
  // Their links are relative, so a copy of each leads to the packages of the revision.
  const own = path.join(modules, OWN_PACKAGES)
  await mkdir(path.join(folder, 'node_modules', OWN_PACKAGES))
  for (const name of await readdir(own)) {
    const target = await readlink(path.join(own, name))
    await symlink(target, path.join(folder, 'node_modules', OWN_PACKAGES, name))
  }
  for (const part of ['gateway', ...(await readdir(path.join(folder, 'services'))).map(inServices)])
    await linkNested(part, folder)
}

/** The newest tag of an earlier revision, or else the parent of the current one. */
export async function versionBefore(): Promise<string> {
  return git('describe', '--tags', '--abbrev=0', 'HEAD~1').catch(() => git('rev-parse', 'HEAD~1'))
}

/** Whether the revision has other packages than this checkout: it then runs with packages that it was not made for. */
export async function hasOtherPackages(revision: string): Promise<boolean> {
  return (await git('diff', '--name-only', revision, '--', 'package-lock.json')) !== ''
}

const inServices = (name: string): string => path.join('services', name)

/** Packages in a version of their own. */
async function linkNested(part: string, folder: string): Promise<void> {
  const nested = path.join(repositoryRoot, part, 'node_modules')
  if ((await stat(nested).catch(() => undefined)) === undefined) return
  await symlink(nested, path.join(folder, part, 'node_modules'))
}

async function linkAll(from: string, to: string, except: readonly string[]): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (!except.includes(name)) await symlink(path.join(from, name), path.join(to, name))
  }
}

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: repositoryRoot })
  return stdout.trim()
}
