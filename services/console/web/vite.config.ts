import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import type { Plugin } from 'vite'

const root = import.meta.dirname
const START = 'start'

/**
 * Adds the script that begins first to index.html. It is a file of its own, and asynchronous: it runs while the script of the
 * application is still loaded.
 */
const startScript: Plugin = {
  name: 'start-script',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const entry = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.isEntry && file.name === START,
      )
      if (entry === undefined) throw new Error(`no chunk is named ${START}`)
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${entry.fileName}` }
      return [{ tag: 'script', attrs, injectTo: 'head' }]
    },
  },
}

/** Builds the application to services/console/dist, which the console service serves. */
export default defineConfig({
  root,
  plugins: [react(), startScript],
  resolve: {
    // Another package of the repository has an older React, which npm may put where libraries find it first.
    dedupe: ['react', 'react-dom'],
    // The client from its sources: it is built only when it is published.
    conditions: ['takeoff-source', ...defaultClientConditions],
  },
  build: {
    outDir: path.join(root, '../dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy permits no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: path.join(root, 'index.html'),
        [START]: path.join(root, 'src/start/start.ts'),
      },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'early',
              test: /vite\/preload-helper|web\/src\/(?:start|generated|settings)|read-session|page-scopes|row-id|own-request|early-requests|sha256|initial-language|i18n\/format/,
              priority: 1,
            },
            // Else what pages share would be a dozen files of a few lines each, which a page waits for.
            { name: 'application', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
    license: { fileName: 'licenses.md' },
  },
})
