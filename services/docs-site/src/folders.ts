import path from 'node:path'

/** What a build keeps, below node_modules as the caches of other tools. */
export const cacheFolder = path.resolve(
  import.meta.dirname,
  '../../../node_modules/.cache/docs-site',
)

/** The site as it is served. */
export const siteFolder = path.join(cacheFolder, 'site')

/** The Markdown that this process builds from; another process may build at the same time. */
export const stagedFolder = path.join(cacheFolder, `pages-${process.pid}`)
