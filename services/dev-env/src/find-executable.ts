import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { readSearchPath } from './config.ts'

/** Full path of a program on the PATH, or in one of more folders. */
export function findExecutable(name: string, folders: readonly string[] = []): string | undefined {
  return [...readSearchPath(), ...folders]
    .map((folder) => path.join(folder, name))
    .find((file) => isExecutable(file))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
