import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A new folder, which is removed with its content. */
export function openTemporaryFolder(
  name: string,
): Promise<AsyncDisposable & { readonly path: string }> {
  return mkdtempDisposable(path.join(tmpdir(), `${name}-`))
}
