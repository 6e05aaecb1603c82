import { readFile } from './read-file.ts'

/** The task of a reader's thread. */
export default readFile
