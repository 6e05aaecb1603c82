import { enableCompileCache } from 'node:module'
import { compileCacheFolder } from './compile-cache.ts'

// Before the other modules are loaded, which take half the time when they are compiled already.
enableCompileCache(compileCacheFolder)
await import('./start.ts')
