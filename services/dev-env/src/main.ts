import { enableCompileCache } from 'node:module'
import { compileCacheFolder } from './compile-cache.ts'

// Enabled before the other modules are loaded: compiled modules load in half the time.
enableCompileCache(compileCacheFolder)
await import('./start.ts')
