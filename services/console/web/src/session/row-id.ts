const ID_MAX = 2_147_483_647

/** The id that an address names; undefined where nothing can have it. */
export function rowIdOf(text: string): number | undefined {
  const id = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN
  return id <= ID_MAX ? id : undefined
}
