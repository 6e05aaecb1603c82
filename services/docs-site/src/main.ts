import { buildSite } from './build.ts'
import { siteFolder } from './folders.ts'

const isBuilt = await buildSite()
process.stdout.write(`${isBuilt ? 'Built' : 'Up to date'}: ${siteFolder}\n`)
