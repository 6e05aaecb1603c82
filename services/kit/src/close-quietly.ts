/** Closes what may be closed already; a link that is gone cannot be lost twice. */
export async function closeQuietly(link: { close(): Promise<unknown> } | undefined): Promise<void> {
  try {
    await link?.close()
  } catch {
    // Nothing is left to do for a link that refuses to close.
  }
}
