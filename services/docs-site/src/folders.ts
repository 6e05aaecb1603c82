import path from 'node:path'

/** Cache of the builds, in node_modules/.cache as other tools have theirs. */
export const cacheFolder = path.resolve(
  import.meta.dirname,
  '../../../node_modules/.cache/docs-site',
)

/** The site as it is served. */
export const siteFolder = path.join(cacheFolder, 'site')
