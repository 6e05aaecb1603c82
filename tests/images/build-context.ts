import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Copies the files of the repository that Docker sees: `.dockerignore` names the others. */
export async function copyContext(root: string, context: string): Promise<void> {
  const text = await readFile(path.join(root, '.dockerignore'), 'utf8')
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  await cp(root, context, {
    recursive: true,
    filter: (file) => {
      const name = path.relative(root, file)
      return name === '' || isSeen(name, patterns) || holdsSeen(name, patterns)
    },
  })
}

/** The last pattern that matches a file, or a folder above it, decides. */
function isSeen(file: string, patterns: readonly string[]): boolean {
  const parts = file.split('/')
  const paths = parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
  const decisive = patterns.findLast((pattern) => {
    const glob = pattern.replace(/^!/, '')
    // For Docker, and not for Node, `**` is also a name that begins with a dot.
    return glob === '**' || paths.some((each) => path.matchesGlob(each, glob))
  })
  return decisive?.startsWith('!') ?? true
}

/** Whether a later pattern names a file in this folder. */
const holdsSeen = (folder: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => pattern.startsWith(`!${folder}/`))
