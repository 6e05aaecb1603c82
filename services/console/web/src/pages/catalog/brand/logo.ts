import { readBase64 } from '@takeoff/client'
import { readFile } from '../../../api/unreadable-file.ts'

const BYTES_MAX = 262_144
const SIDE_MAX = 4_000
const PIXELS_MAX = 4_000_000

/** Why a file cannot be the logo. */
export type LogoViolation = 'logoType' | 'logoSize' | 'logoPixels' | 'logoBroken'

/** A file that documents can show. */
export interface ChosenLogo {
  readonly name: string
  readonly base64: string
  readonly bitmap: ImageBitmap
}

/** The kind of a picture by its first bytes: names and types of files are often wrong. */
export function pictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | undefined {
  const begins = (...expected: readonly number[]): boolean =>
    expected.every((byte, index) => bytes[index] === byte)
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return begins(0xff, 0xd8, 0xff) ? 'image/jpeg' : undefined
}

/** The limits of the server, before anything is sent. */
export function logoViolation({
  byteSize,
  type,
  width,
  height,
}: {
  readonly byteSize: number
  readonly type: string | undefined
  readonly width?: number
  readonly height?: number
}): LogoViolation | undefined {
  if (type === undefined) return 'logoType'
  if (byteSize > BYTES_MAX) return 'logoSize'
  if (width === undefined || height === undefined) return undefined
  const isLarge = Math.max(width, height) > SIDE_MAX || width * height > PIXELS_MAX
  return isLarge ? 'logoPixels' : undefined
}

/**
 * Reads and checks a file.
 * @throws TakeoffError when the browser cannot read it
 */
export async function readLogo(file: File): Promise<ChosenLogo | LogoViolation> {
  // A file that is much too large is not read at all.
  if (file.size > BYTES_MAX * 40) return 'logoSize'
  const bytes = new Uint8Array(await readFile(file.arrayBuffer()))
  const type = pictureType(bytes)
  const violation = logoViolation({ byteSize: bytes.length, type })
  if (violation || type === undefined) return violation ?? 'logoType'
  const bitmap = await openPicture(new Blob([bytes], { type }))
  if (!bitmap) return 'logoBroken'
  const { width, height } = bitmap
  return (
    logoViolation({ byteSize: bytes.length, type, width, height }) ?? {
      name: file.name,
      base64: await readBase64(bytes),
      bitmap,
    }
  )
}

async function openPicture(blob: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(blob)
  } catch {
    return undefined
  }
}
