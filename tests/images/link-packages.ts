import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const OURS = '@takeoff'

/** A package of this repository. */
interface Workspace {
  readonly name: string
  /** Path from the root. */
  readonly folder: string
  readonly dependencies: readonly string[]
}

/**
 * Does for a folder what `npm ci --omit=dev --workspace …` does: our packages that the named ones depend on are links to
 * their folders. Other packages are those that the repository has installed, whether the named ones depend on them or not.
 */
export async function linkPackages(folder: string, names: readonly string[]): Promise<void> {
  const packages = path.join(folder, 'node_modules')
  await rm(packages, { recursive: true, force: true })
  await mkdir(path.join(packages, OURS), { recursive: true })
  for (const name of await readdir(path.join(root, 'node_modules')))
    // The cache holds builds of the repository.
    if (name !== OURS && name !== '.cache')
      await symlink(path.join(root, 'node_modules', name), path.join(packages, name))
  for (const workspace of withDependencies(names, await readWorkspaces(folder))) {
    const place = path.join(folder, workspace.folder)
    // A link that the copies of the folder can use.
    await symlink(path.join('../..', workspace.folder), path.join(packages, workspace.name))
    const own = path.join(root, workspace.folder, 'node_modules')
    await rm(path.join(place, 'node_modules'), { force: true })
    if (existsSync(own)) await symlink(own, path.join(place, 'node_modules'))
  }
}

async function readWorkspaces(folder: string): Promise<Workspace[]> {
  const workspaces: Workspace[] = []
  for await (const file of glob('{services/*,gateway}/package.json', { cwd: folder })) {
    const { name, dependencies = {} } = JSON.parse(
      await readFile(path.join(folder, file), 'utf8'),
    ) as { readonly name: string; readonly dependencies?: Readonly<Record<string, string>> }
    workspaces.push({ name, folder: path.dirname(file), dependencies: Object.keys(dependencies) })
  }
  return workspaces
}

function withDependencies(
  names: readonly string[],
  workspaces: readonly Workspace[],
): Set<Workspace> {
  const found = new Set(workspaces.filter(({ name }) => names.includes(name)))
  // A set also iterates over what is added meanwhile.
  for (const { dependencies } of found)
    for (const workspace of workspaces)
      if (dependencies.includes(workspace.name)) found.add(workspace)
  return found
}
