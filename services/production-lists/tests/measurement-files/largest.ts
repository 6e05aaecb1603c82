/** An EagleView XML of nearly this size, by default the largest one: square faces with lines and points. */
export function largestEagleviewXml(bytesMax = 5_000_000): string {
  const [faces, lines, points]: [string[], string[], string[]] = [[], [], []]
  let bytes = 1_000
  for (let face = 0; bytes < bytesMax - 1_000; face += 1) {
    const ids = [0, 1, 2, 3].map((corner) => face * 4 + corner)
    const of = (prefix: string) => ids.map((id) => `${prefix}${id}`)
    points.push(
      ...ids.map((id, at) => {
        const [x, y] =
          [
            [0, 0],
            [10, 0],
            [10, 10],
            [0, 10],
          ][at] ?? []
        return `<POINT id="C${id}" data="${x},${y},0"/>`
      }),
    )
    lines.push(
      ...ids.map((id, at) => `<LINE id="L${id}" path="C${id},C${ids[(at + 1) % 4]}" type="EAVE"/>`),
    )
    faces.push(
      `<FACE id="F${face}" type="ROOF"><POLYGON path="${of('L').join(',')}" pitch="6" size="100"/></FACE>`,
    )
    bytes += [...points.slice(-4), ...lines.slice(-4), ...faces.slice(-1)].join('').length
  }
  return `<EAGLEVIEW_EXPORT><STRUCTURES><ROOF>
    <FACES>${faces.join('')}</FACES><LINES>${lines.join('')}</LINES><POINTS>${points.join('')}</POINTS>
  </ROOF></STRUCTURES></EAGLEVIEW_EXPORT>`
}
