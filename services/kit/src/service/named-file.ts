import path from 'node:path'
import { errorMessage } from '../values/caught.ts'
import { ConfigError, readVariables, text } from './config.ts'

/** For programs that are given names of files. */
export const startFolderVariables = {
  startedIn: text('INIT_CWD', {
    default: '.',
    about: 'Folder in which npm was called, set by npm: names of files are relative to it.',
  }),
}

/** The path of a file or folder that is named on a command line: npm starts programs in the folder of the repository. */
export function namedFile(name: string): string {
  return path.resolve(readVariables(startFolderVariables).startedIn, name)
}

/**
 * Runs what uses the files that a variable names, when a process starts.
 * @throws ConfigError that names the variable
 */
export async function usingNamed<T>(name: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    throw new ConfigError([`${name} names what cannot be used: ${errorMessage(error)}`])
  }
}
