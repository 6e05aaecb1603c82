import { open } from 'node:fs/promises'
import { errorCode } from '@takeoff/kit/values/caught'

/** Makes a rename or a deletion in the folder survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  try {
    await using folder = await open(path)
    await folder.sync()
  } catch (error) {
    // The process that deleted it has flushed the parent folder.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
