import path from 'node:path'
import { readVariables, text } from './config.ts'

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
