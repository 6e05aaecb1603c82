import type { PngHeader } from './png.ts'

/** A picture taken apart: three bytes a pixel, and how much of it covers the paper. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** One byte a pixel; unset when every pixel covers fully. */
  readonly alpha: Uint8Array | undefined
}

interface PngData {
  readonly data: Uint8Array
  readonly palette: Uint8Array | undefined
  readonly transparency: Uint8Array | undefined
}

/** A pass over an interlaced picture: its first column and row, and the steps between. */
type Pass = readonly [x: number, y: number, stepX: number, stepY: number]

const WHOLE: readonly Pass[] = [[0, 0, 1, 1]]
const ADAM7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

/** @throws RangeError when there is less data than pixels, or a color that the palette does not have */
export function toPixels(header: PngHeader, { data, palette, transparency }: PngData): Pixels {
  const { width, height, depth, samples } = header
  const rgb = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  const paint = painterOf(header, palette, transparency)
  let offset = 0
  for (const [x0, y0, stepX, stepY] of header.isInterlaced ? ADAM7 : WHOLE) {
    const passWidth = Math.ceil((width - x0) / stepX)
    const rowSize = Math.ceil((passWidth * depth * samples) / 8)
    const pixelSize = Math.ceil((depth * samples) / 8)
    let above = new Uint8Array(rowSize)
    // A narrow picture has nothing in some of the passes.
    for (let y = passWidth > 0 ? y0 : height; y < height; y += stepY) {
      const row = data.slice(offset + 1, offset + 1 + rowSize)
      if (row.length < rowSize) throw new RangeError('the picture ends early')
      unfilter(row, { filter: data[offset] ?? 0, above, pixelSize })
      for (let index = 0; index < passWidth; index++) {
        const pixel = y * width + x0 + index * stepX
        alpha[pixel] = paint(row, index, rgb.subarray(pixel * 3, pixel * 3 + 3))
      }
      above = row
      offset += 1 + rowSize
    }
  }
  return { width, height, rgb, alpha: alpha.every((share) => share === 255) ? undefined : alpha }
}

/** Turns the differences of a row into its bytes, in place. */
function unfilter(
  row: Uint8Array,
  { filter, above, pixelSize }: { filter: number; above: Uint8Array; pixelSize: number },
): void {
  for (let at = 0; at < row.length; at++) {
    const left = row[at - pixelSize] ?? 0
    const up = above[at] ?? 0
    const difference = row[at] ?? 0
    row[at] = difference + predict(filter, left, up, above[at - pixelSize] ?? 0)
  }
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return nearest(left, up, upLeft)
    default:
      throw new RangeError(`there is no filter ${filter}`)
  }
}

/** Paeth's choice: what is nearest to left + up - upLeft. */
function nearest(left: number, up: number, upLeft: number): number {
  const [toLeft, toUp] = [Math.abs(up - upLeft), Math.abs(left - upLeft)]
  const toUpLeft = Math.abs(left + up - 2 * upLeft)
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}

/** Writes the color of a row's pixel to `rgb` and answers how much it covers, 0 to 255. */
type Painter = (row: Uint8Array, index: number, rgb: Uint8Array) => number

function painterOf(
  { depth, colorType, samples }: PngHeader,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Painter {
  const sample = sampleReader(depth)
  if (colorType === 3) {
    return (row, index, rgb) => {
      const color = sample(row, index)
      const entry = palette?.subarray(color * 3, color * 3 + 3)
      if (entry?.length !== 3) throw new RangeError('the palette has no such color')
      rgb.set(entry)
      return transparency?.[color] ?? 255
    }
  }
  const toByte = 255 / (2 ** depth - 1)
  const colors = samples < 3 ? 1 : 3
  const hidden = transparency && sampleReader(16)
  return (row, index, rgb) => {
    let isHidden = hidden !== undefined
    for (let channel = 0; channel < 3; channel++) {
      const source = colors === 1 ? 0 : channel
      const value = sample(row, index * samples + source)
      rgb[channel] = Math.round(value * toByte)
      isHidden &&= transparency !== undefined && value === hidden?.(transparency, source)
    }
    if (samples > colors) return Math.round(sample(row, index * samples + colors) * toByte)
    return isHidden ? 0 : 255
  }
}

/** Reads the `index`th sample of so many bits. */
function sampleReader(depth: number): (row: Uint8Array, index: number) => number {
  if (depth === 8) return (row, index) => row[index] ?? 0
  if (depth === 16) return (row, index) => ((row[index * 2] ?? 0) << 8) | (row[index * 2 + 1] ?? 0)
  const perByte = 8 / depth
  return (row, index) => {
    const shift = 8 - depth * ((index % perByte) + 1)
    return ((row[Math.floor(index / perByte)] ?? 0) >> shift) & (2 ** depth - 1)
  }
}
