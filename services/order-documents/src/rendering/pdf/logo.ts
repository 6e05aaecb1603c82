import { hash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Logo } from '../../domain/brand/read-logo.ts'
import { isWholeJpeg } from './jpeg.ts'
import { openImage } from './pdf-file.ts'
import { readPng } from './png.ts'
import type { Pixels } from './png.ts'
import type { PictureSize } from '../layout/sheet.ts'

/** A logo that can be drawn. */
export interface OpenLogo extends PictureSize {
  /** The input of `image` for this document. */
  pictureFor(document: PDFKit.PDFDocument): unknown
}

// Cache of decoded logos: decoding one takes longer than the rest of a document.
const LOGOS_MAX = 50
const openLogos = new LRUCache<string, OpenLogo | 'broken'>({ max: LOGOS_MAX })

/** Opens a logo; undefined when it is broken, because a broken logo must not stop an order. */
export function openLogo(logo: Logo | undefined): OpenLogo | undefined {
  if (logo === undefined) return undefined
  const digest = hash('sha256', logo.bytes, 'base64')
  let opened = openLogos.get(digest)
  if (opened === undefined) {
    opened = (logo.type === 'png' ? openPng(logo.bytes) : openJpeg(logo.bytes)) ?? 'broken'
    openLogos.set(digest, opened)
  }
  return opened === 'broken' ? undefined : opened
}

/** How large documents draw a logo before it is fitted to the page; null when they would leave it out. */
export function logoSizeOf(logo: Logo): PictureSize | null {
  const opened = openLogo(logo)
  return opened === undefined ? null : { width: opened.width, height: opened.height }
}

function openPng(bytes: Uint8Array): OpenLogo | undefined {
  const pixels = readPng(bytes)
  return pixels && pack(pixels)
}

/** Caches only the packed pixels: 4,000,000 of them take 16 MB, and the cache holds many logos. */
function pack({ width, height, rgb, alpha }: Pixels): OpenLogo {
  const packed = { width, height, color: deflateSync(rgb), mask: alpha && deflateSync(alpha) }
  return {
    width,
    height,
    pictureFor: (document) => ({
      width,
      height,
      label: 'Logo',
      obj: writeImage(document, packed),
    }),
  }
}

interface PackedPixels extends PictureSize {
  readonly color: Uint8Array
  readonly mask: Uint8Array | undefined
}

function writeImage(
  document: PDFKit.PDFDocument,
  { width, height, color, mask }: PackedPixels,
): PDFKit.PDFKitReference {
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  }
  const SMask = mask && document.ref({ ...image, ColorSpace: 'DeviceGray' })
  SMask?.end(mask)
  const written = document.ref({ ...image, ColorSpace: 'DeviceRGB', ...(SMask && { SMask }) })
  written.end(color)
  return written
}

/** A JPEG is embedded unchanged. */
function openJpeg(bytes: Uint8Array): OpenLogo | undefined {
  if (!isWholeJpeg(bytes)) return undefined
  const { width, height, orientation } = openImage(bytes)
  // Camera orientations from the fifth on swap the width and the height of the picture.
  const isOnSide = orientation > 4
  return {
    width: isOnSide ? height : width,
    height: isOnSide ? width : height,
    pictureFor: () => bytes,
  }
}
