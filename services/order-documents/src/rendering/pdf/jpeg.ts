const START = 0xffd8
const END = 0xffd9
const SCAN = 0xffda
// Baseline, extended and progressive frames, which PDF readers decode.
const FRAMES = new Set([0xffc0, 0xffc1, 0xffc2])
/** Huffman tables: the only marker from FFC0 to FFCF that pdfkit does not take for a frame. */
const TABLES = 0xffc4

/** Whether `bytes` are a JPEG file with a frame, a scan and an end. pdfkit reads the size of the first frame of any kind. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 4 || file.readUInt16BE(0) !== START) return false
  let hasFrame = false
  for (let at = 2; at + 4 <= file.length;) {
    const marker = file.readUInt16BE(at)
    const size = file.readUInt16BE(at + 2)
    if (marker >= 0xffc0 && marker <= 0xffcf && marker !== TABLES) {
      hasFrame = FRAMES.has(marker) && isFrame(file.subarray(at + 4, at + 2 + size))
      if (!hasFrame) return false
    }
    if (marker === SCAN)
      return hasFrame && file.lastIndexOf(Buffer.from([END >> 8, END & 0xff])) > at
    if (marker < 0xff01 || size < 2) return false
    at += 2 + size
  }
  return false
}

/** Eight bits a sample, a size, and as many samples as gray, RGB or CMYK have. */
function isFrame(frame: Buffer): boolean {
  if (frame.length < 6 || frame[0] !== 8) return false
  return frame.readUInt16BE(1) > 0 && frame.readUInt16BE(3) > 0 && [1, 3, 4].includes(frame[5] ?? 0)
}
