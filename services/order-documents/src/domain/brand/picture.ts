/** A picture whose bytes were looked through, or why documents cannot show it; the reason reads on after its name. */
export type Picture =
  | {
      readonly kind: 'accepted'
      readonly type: 'png' | 'jpeg'
      /** In pixels. */
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'refused'; readonly reason: string }

export const SIDE_MAX = 4000
/** Of a PNG with transparency, which every document has to take apart: 0.1 s for that many. */
export const TRANSPARENT_PIXELS_MAX = 1_000_000
/** Of any picture: so much of a PNG is unpacked to see whether it is whole. */
export const PIXELS_MAX = 4_000_000

export function refused(reason: string): Picture {
  return { kind: 'refused', reason }
}

/** Why a picture is too large, or undefined. */
export function sizeReason(width: number, height: number): string | undefined {
  if (width === 0 || height === 0) return 'has no pixels'
  if (width > SIDE_MAX || height > SIDE_MAX) {
    return `has ${width} × ${height} pixels; ${SIDE_MAX} a side are allowed`
  }
  if (width * height > PIXELS_MAX) {
    return `has ${width} × ${height} pixels; ${PIXELS_MAX} in all are allowed`
  }
  return undefined
}
