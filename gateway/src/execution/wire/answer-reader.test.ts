import { describe, expect, it } from 'vitest'
import { AnswerReader } from './answer-reader.ts'

const BYTES_MAX = 100

/** What is heard of an answer that comes in these pieces, with the end of the connection after the last. */
function read(pieces: readonly string[], closes = false) {
  const heard = { statusCode: 0, contentType: undefined as string | undefined }
  const body: Buffer[] = []
  const reader = new AnswerReader(
    {
      onHead(statusCode, contentType) {
        heard.statusCode = statusCode
        heard.contentType = contentType
      },
      onBody: (bytes) => void body.push(Buffer.from(bytes)),
    },
    BYTES_MAX,
  )
  let isOver = false
  for (const piece of pieces) {
    const bytes = Buffer.from(piece, 'latin1')
    isOver = reader.read(bytes)
    // They are the socket's again.
    bytes.fill('?')
  }
  if (closes) reader.end()
  const text = Buffer.concat(body).toString()
  return { ...heard, body: text, isOver: isOver || closes, idleMs: reader.idleMs }
}

/** All ways to cut a text in two, and the one into single bytes. */
function cuts(text: string): string[][] {
  const inTwo = Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)])
  return [...inTwo, text.split('')]
}

const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n')
const OK = 'HTTP/1.1 200 OK'
const CHUNKED = 'transfer-encoding: chunked'
const JSON_TYPE = 'content-type: application/json'
const heard = (body: string, more: object = {}) => ({
  statusCode: 200,
  contentType: 'application/json',
  body,
  isOver: true,
  idleMs: 4000,
  ...more,
})

describe('is read to its end, however it is cut, an answer', () => {
  it.each([
    ['of a known length', `${head(OK, JSON_TYPE, 'content-length: 7')}{"a":1}`, heard('{"a":1}')],
    ['of no bytes', head(OK, JSON_TYPE, 'content-length: 0'), heard('')],
    [
      'in chunks',
      `${head(OK, JSON_TYPE, CHUNKED)}3\r\n{"a\r\n00A\r\n":12345678\r\n1\r\n}\r\n0\r\n\r\n`,
      heard('{"a":12345678}'),
    ],
    [
      'in chunks with extensions and trailers',
      `${head(OK, JSON_TYPE, CHUNKED)}1;a="b;c";d=e\r\n1\r\n0;x\r\nx-a: b\r\nconnection: close\r\n\r\n`,
      heard('1'),
    ],
    [
      'whose headers are written otherwise',
      head(
        'HTTP/1.1 200',
        'CONTENT-Type:  application/json ',
        'Content-LENGTH:0  ',
        'x-a:\t',
        'x-b:',
      ),
      heard(''),
    ],
    [
      'after others that announce it',
      head('HTTP/1.1 100 Continue') +
        head('HTTP/1.1 103 Hints', 'link: </a>') +
        head('HTTP/1.1 204'),
      heard('', { statusCode: 204, contentType: undefined }),
    ],
    [
      'that has no body, whatever it says',
      head('HTTP/1.1 304 Not Modified', 'content-length: 7'),
      heard('', { statusCode: 304, contentType: undefined, idleMs: 0 }),
    ],
    [
      'that has no body, and chunks of it',
      head('HTTP/1.1 204 No Content', CHUNKED),
      heard('', { statusCode: 204, contentType: undefined, idleMs: 0 }),
    ],
  ])('%s', (_what, text, expected) => {
    for (const pieces of cuts(text)) expect(read(pieces)).toEqual(expected)
  })

  it.each([
    ['of HTTP/1.1', OK],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK'],
    ['of HTTP/1.0 that would keep the connection', 'HTTP/1.0 200 OK\r\nconnection: keep-alive'],
  ])('%s, that ends with its connection', (_what, first) => {
    for (const pieces of cuts(`${head(first, JSON_TYPE)}{"a":1}`))
      expect(read(pieces, true)).toEqual(heard('{"a":1}', { idleMs: 0 }))
  })
})

it('is heard in one piece, what came of a body at once', () => {
  const pieces: [string, boolean][] = []
  const onBody = (bytes: Buffer, isEnd: boolean): void =>
    void pieces.push([bytes.toString(), isEnd])
  const reader = new AnswerReader({ onHead: () => undefined, onBody }, BYTES_MAX)
  const chunks = '1\r\n{\r\n2\r\n"a\r\n1\r\n"\r\n'
  reader.read(Buffer.from(`${head(OK, CHUNKED)}${chunks}3\r\n:1`))
  reader.read(Buffer.from('2\r\n1\r\n}\r\n0\r\n\r\n'))
  expect(pieces).toEqual([
    ['{"a":1', false],
    ['2}', true],
  ])
})

const SIZED = head(OK, 'content-length: 2')
const IN_CHUNKS = head(OK, CHUNKED)
const LONG = 'a'.repeat(16_400)

describe('is refused, however it is cut, an answer', () => {
  it.each([
    ['is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['is of HTTP/2', head('HTTP/2.0 200 OK')],
    ['begins with an empty line', `\r\n${head(OK)}`],
    ['has no status', head('HTTP/1.1 OK')],
    ['has a long status', head('HTTP/1.1 2000 OK')],
    ['has a null byte in its status line', head('HTTP/1.1 200 O\0K')],
    ['ends lines without CR', 'HTTP/1.1 200 OK\ncontent-length: 0\n\r\n\r\n'],
    ['ends lines without LF', 'HTTP/1.1 200 OK\rcontent-length: 0\r\n\r\n'],
    ['folds a header', head(OK, 'x-a: b', ' content-length: 2', 'content-length: 0')],
    ['has a space before a colon', head(OK, 'content-length : 0')],
    ['has a header without a colon', head(OK, 'content-length')],
    ['has a header without a name', head(OK, ': 0')],
    ['has a null byte in a header', head(OK, 'x-a: \0', 'content-length: 0')],
    ['tells two lengths', `${head(OK, 'content-length: 2', 'content-length: 3')}abc`],
    ['tells its length twice', `${head(OK, 'content-length: 2', 'Content-Length: 2')}ab`],
    ['tells a list of lengths', `${head(OK, 'content-length: 2, 2')}ab`],
    ['has a negative length', head(OK, 'content-length: -1')],
    ['has a length with a sign', `${head(OK, 'content-length: +2')}ab`],
    ['has a hexadecimal length', `${head(OK, 'content-length: 0x2')}ab`],
    ['has a length with a tab', `${head(OK, 'content-length: 2\t')}ab`],
    ['has a length with a strange space', `${head(OK, 'content-length: 2\u00a0')}ab`],
    ['has no length at all in its length', head(OK, 'content-length:')],
    ['has a length beyond counting', head(OK, `content-length: ${'9'.repeat(16)}`)],
    ['tells a length and chunks', `${head(OK, 'content-length: 5', CHUNKED)}0\r\n\r\n`],
    ['tells chunks and a length', `${head(OK, CHUNKED, 'content-length: 5')}0\r\n\r\n`],
    ['tells chunks twice', `${head(OK, CHUNKED, CHUNKED)}0\r\n\r\n`],
    ['is packed', `${head(OK, 'transfer-encoding: gzip, chunked')}0\r\n\r\n`],
    ['has chunks that are none', `${head(OK, 'transfer-encoding: xchunked')}0\r\n\r\n`],
    ['has chunks with a tab', `${head(OK, 'transfer-encoding: chunked\t')}0\r\n\r\n`],
    ['has chunks in HTTP/1.0', `${head('HTTP/1.0 200 OK', CHUNKED)}0\r\n\r\n`],
    ['has a chunk without a size', `${IN_CHUNKS}\r\n`],
    ['has a chunk of negative size', `${IN_CHUNKS}-1\r\na\r\n`],
    ['has a chunk of another notation', `${IN_CHUNKS}0x1\r\na\r\n`],
    ['has a chunk with a space', `${IN_CHUNKS}1 \r\na\r\n`],
    ['has a chunk beyond counting', `${IN_CHUNKS}100000000\r\n`],
    ['has a chunk line without CR', `${IN_CHUNKS}1\na\r\n`],
    ['has a chunk longer than its size', `${IN_CHUNKS}1\r\nab\r\n`],
    ['has an extension without a name', `${IN_CHUNKS}1;\r\na\r\n0\r\n\r\n`],
    ['has an extension that is none', `${IN_CHUNKS}1;a b\r\na\r\n0\r\n\r\n`],
    ['has an extension with an open quote', `${IN_CHUNKS}1;a="\\"\r\na\r\n0\r\n\r\n`],
    ['tells a length in its trailers', `${IN_CHUNKS}0\r\ncontent-length: 2\r\n\r\n`],
    ['tells chunks in its trailers', `${IN_CHUNKS}0\r\n${CHUNKED}\r\n\r\n`],
    ['has a trailer that is none', `${IN_CHUNKS}0\r\nabc\r\n\r\n`],
    ['has a folded trailer', `${IN_CHUNKS}0\r\na: b\r\n c: d\r\n\r\n`],
    ['switches to another protocol', head('HTTP/1.1 101 Switching', 'upgrade: x')],
    ['comes after a malformed one', head('HTTP/1.1 103', 'a b') + SIZED],
    ['comes after one with a body', head('HTTP/1.1 103', 'content-length: 39') + SIZED],
    ['comes after one with chunks', head('HTTP/1.1 103', CHUNKED) + SIZED],
    ['comes after one that closes', head('HTTP/1.1 103', 'connection: close') + SIZED],
    ['has more than its length', `${SIZED}abc`],
    ['has more than none', `${head('HTTP/1.1 204')}a`],
    ['has another one behind it', `${IN_CHUNKS}0\r\n\r\n${SIZED}ab`],
    ['is too large', `${head(OK, 'content-length: 101')}${'a'.repeat(101)}`],
    ['is too large in chunks', `${IN_CHUNKS}${`32\r\n${'a'.repeat(50)}\r\n`.repeat(3)}`],
    ['is too large up to the end', `${head(OK)}${'a'.repeat(101)}`],
  ])('that %s', (_what, text) => {
    for (const pieces of cuts(text)) expect(() => read(pieces)).toThrow(/answered|sent|wants/)
  })

  it.each([
    ['headers', `${OK}\r\nx-a: ${LONG}`],
    ['headers that end', head(OK, `x-a: ${LONG}`, 'content-length: 0')],
    ['of a chunk', `${IN_CHUNKS}1;${LONG}`],
    ['trailers', `${IN_CHUNKS}0\r\n${`x-a: ${'a'.repeat(100)}\r\n`.repeat(200)}`],
  ])('that has too many bytes of %s', (_what, text) => {
    expect(() => read([text])).toThrow('more than 16384 bytes')
    expect(() => read([text.slice(0, 10), text.slice(10)])).toThrow('more than 16384 bytes')
    expect(() => read(text.split(''))).toThrow('more than 16384 bytes')
  })
})

it('is not over, an answer that is cut off anywhere', () => {
  const answers = [`${SIZED}ab`, `${IN_CHUNKS}1\r\na\r\n0\r\nx-a: b\r\n\r\n`]
  for (const text of answers)
    for (const at of text.split('').keys()) {
      expect(read([text.slice(0, at)]).isOver).toBe(false)
      expect(() => read([text.slice(0, at)], true)).toThrow('closed the connection')
    }
})

describe('after an answer its connection', () => {
  it.each([
    ['is kept a while', OK, '', 4000],
    ['is kept, when it says so', 'HTTP/1.0 200 OK', 'connection: Keep-Alive', 4000],
    ['is kept less than is announced', OK, 'keep-alive: timeout=5', 3000],
    ['is kept less than is announced', OK, 'Keep-Alive: max=100, Timeout=5', 3000],
    ['is not kept longer than ten minutes', OK, 'keep-alive: timeout=86400', 600_000],
    ['is not kept when it would hardly be', OK, 'keep-alive: timeout=2', 0],
    ['is not kept when it would hardly be', OK, 'keep-alive: timeout=1', 0],
    ['is kept when nothing readable is announced', OK, 'keep-alive: soon', 4000],
    ['is not kept when it is closed', OK, 'connection: close', 0],
    ['is not kept when it is closed', OK, 'connection: x-a,\tCLOSE', 0],
    ['is not kept when it is closed', OK, 'connection: keep-alive\r\nconnection: close', 0],
    ['is kept when something else is', OK, 'connection: closed', 4000],
    ['is not kept when it is also closed', 'HTTP/1.0 200 OK', 'connection: keep-alive, close', 0],
    ['is not kept when it is also closed', 'HTTP/1.0 200 OK', 'connection: close, keep-alive', 0],
    ['is not kept by HTTP/1.0', 'HTTP/1.0 200 OK', '', 0],
    ['is not kept by HTTP/1.0', 'HTTP/1.0 200 OK', 'connection: x-a', 0],
  ])('%s (%s, %s)', (_what, first, line, idleMs) => {
    const lines = [first, 'content-length: 0', line].filter((text) => text !== '')
    expect(read([head(...lines)])).toMatchObject({ isOver: true, idleMs })
  })
})
