/**
 * After how long the pages of a connection are read again. A poll reads all of them, one after another, so that it is the
 * rarer the more were loaded: a tab then sends as much as with one page.
 */
export const pollMsOfPages = <Data>(
  pages: readonly Data[],
  pollMs: (pages: readonly Data[]) => number,
): number => pollMs(pages) * Math.max(1, pages.length)
