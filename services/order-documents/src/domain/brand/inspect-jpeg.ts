import { refused, sizeReason } from './picture.ts'
import type { Picture } from './picture.ts'

const BROKEN = refused('is not a whole JPEG file')
/** Baseline, extended and progressive; the other ways to code a JPEG are read by hardly any program. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** What begins a frame of any kind; 0xc4, 0xc8 and 0xcc among them are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const SCAN = 0xda
const CHANNELS: ReadonlySet<number> = new Set([1, 3, 4])

/** Looks through the segments of a JPEG (ITU-T T.81, annex B) up to the frame, which says what it is. */
export function inspectJpeg(bytes: Buffer): Picture {
  if (bytes.lastIndexOf(Buffer.of(0xff, 0xd9)) < 4) return BROKEN
  let position = 2
  while (position + 4 <= bytes.length) {
    const marker = bytes.readUInt8(position + 1)
    const length = bytes.readUInt16BE(position + 2)
    if (bytes.readUInt8(position) !== 0xff || length < 2 || marker === SCAN) return BROKEN
    if (isFrame(marker)) return inspectFrame(bytes.subarray(position + 4), marker)
    position += 2 + length
  }
  return BROKEN
}

function inspectFrame(frame: Buffer, marker: number): Picture {
  if (frame.length < 6) return BROKEN
  const [bits, channels] = [frame.readUInt8(0), frame.readUInt8(5)]
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  if (!FRAMES.has(marker) || bits !== 8 || !CHANNELS.has(channels)) {
    return refused('is a JPEG of a rare kind; save it as a common one with 8 bits per color')
  }
  const reason = sizeReason(width, height)
  return reason === undefined ? { kind: 'accepted', type: 'jpeg', width, height } : refused(reason)
}
