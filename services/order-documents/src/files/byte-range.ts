export interface ByteRange {
  /** First and last byte, both included. */
  readonly start: number
  readonly end: number
}

/** What a Range header requests: the whole file, one part, or a range beyond the file. */
export type RequestedRange =
  | { readonly kind: 'whole' }
  | ({ readonly kind: 'part' } & ByteRange)
  | { readonly kind: 'unsatisfiable' }

/**
 * Parses a Range header (RFC 9110, 14.2). Several ranges and other units select the whole file, as
 * the RFC allows; only a range beyond the end is refused.
 */
export function readRange(header: string | undefined, byteSize: number): RequestedRange {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return { kind: 'whole' }

  const start = first === '' ? Math.max(0, byteSize - Number(last)) : Number(first)
  const end = first === '' || last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1)
  if (first !== '' && last !== '' && Number(last) < start) return { kind: 'whole' }
  return start > end ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
