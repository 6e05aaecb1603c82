import { expect, it } from 'vitest'
import { xmpPacket } from './xmp.ts'

const packet = (title: string): string =>
  Buffer.from(
    xmpPacket({
      title,
      author: 'Harbor Roofing & Siding',
      subject: 'Order document 1',
      language: 'es-US',
      creator: 'Takeoff',
      createdAt: new Date('2026-11-20T16:04:11.123Z'),
    }),
  ).toString()

it('escapes the special characters of XML', () => {
  expect(packet('Roof <"A" & B>')).toContain('Roof &lt;&quot;A&quot; &amp; B&gt;</rdf:li>')
  expect(packet('x')).toContain('<rdf:li>Harbor Roofing &amp; Siding</rdf:li>')
})

it('leaves out characters that XML does not allow', () => {
  expect(packet('a\u0000b\u001fc\uffffd\ud800e')).toContain('>abcd\ufffde<')
})

it('contains language and dates', () => {
  expect(packet('x')).toContain('<rdf:li>es-US</rdf:li>')
  expect(packet('x')).toContain('<xmp:CreateDate>2026-11-20T16:04:11Z</xmp:CreateDate>')
})
