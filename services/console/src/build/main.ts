import { distFolder } from '../folders.ts'
import { buildConsole } from './build.ts'

const isBuilt = await buildConsole()
process.stdout.write(`${isBuilt ? 'Built' : 'Up to date'}: ${distFolder}\n`)
