import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** Builds the application to services/console/dist, which the console service serves. */
export default defineConfig({
  root,
  plugins: [react()],
  resolve: {
    // From its sources: the package is built only when it is published.
    // Another package of the repository has an older React, which npm may put where libraries find it first.
    dedupe: ['react', 'react-dom'],
    alias: { '@takeoff/client': path.join(root, '../../client/src/index.ts') },
  },
  build: {
    outDir: path.join(root, '../dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy permits no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Else what pages share would be a dozen files of a few lines each, which a page waits for.
          groups: [
            { name: 'application', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
    license: { fileName: 'licenses.md' },
  },
})
