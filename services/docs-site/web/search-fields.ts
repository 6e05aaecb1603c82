/** What the build writes to the index and the page reads from it. */
export const searchFields = {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
}
