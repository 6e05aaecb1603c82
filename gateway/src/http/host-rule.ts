/** Whether a Host header can stand in an address. Nearly all requests bring the same, which is looked at once. */
export function hostRule(): (host: string | undefined) => boolean {
  let accepted: string | undefined
  return (host) => {
    if (host !== undefined && host === accepted) return true
    if (!URL.canParse(`http://${host ?? ''}`)) return false
    accepted = host
    return true
  }
}
