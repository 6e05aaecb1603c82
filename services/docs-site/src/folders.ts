import path from 'node:path'

/** What a build keeps, below node_modules as the caches of other tools. */
export const cacheFolder = path.resolve(
  import.meta.dirname,
  '../../../node_modules/.cache/docs-site',
)

/** The site as it is served. */
export const siteFolder = path.join(cacheFolder, 'site')
