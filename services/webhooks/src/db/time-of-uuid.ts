/** When a UUID version 7 was made, in milliseconds since 1970. */
export function timeOfUuid(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
