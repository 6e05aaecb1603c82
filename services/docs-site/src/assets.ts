import path from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'
import type { Assets } from './layout/page.ts'

const web = path.resolve(import.meta.dirname, '../web')

/**
 * Builds what pages load.
 * @param folder of the site
 * @param made what is made from the pages: the colors of code, which follow the other styles, and the index of the search
 */
export async function buildAssets(
  folder: string,
  made: { readonly codeStyles: string; readonly searchIndex: string },
): Promise<Assets> {
  const madeFromPages: Plugin = {
    name: 'made-from-pages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/style\.css$/ },
      handler: (styles) => `${styles}\n${made.codeStyles}`,
    },
    generateBundle() {
      this.emitFile({ type: 'asset', name: 'search.json', source: made.searchIndex })
    },
  }
  const result = await build({
    configFile: false,
    root: web,
    base: '/docs/',
    logLevel: 'warn',
    plugins: [madeFromPages],
    build: {
      outDir: folder,
      emptyOutDir: false,
      // The gateway lets browsers keep its files for a year: their names contain a hash of their content.
      assetsDir: 'assets',
      // Browsers know light-dark(), which older ones would get as other styles.
      cssTarget: 'esnext',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: ['theme.ts', 'page.ts', 'style.css'].map((name) => path.join(web, name)),
      },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite made no single output')
  const names = result.output.map(({ fileName }) => fileName)
  const addressOf = (pattern: RegExp): string => {
    const name = names.find((one) => pattern.test(one))
    if (name === undefined) throw new Error(`Vite made no file ${String(pattern)}`)
    return `/docs/${name}`
  }
  return {
    styles: addressOf(/\/style-.+\.css$/),
    theme: addressOf(/\/theme-.+\.js$/),
    script: addressOf(/\/page-.+\.js$/),
    searchIndex: addressOf(/\/search-.+\.json$/),
  }
}
