import { expect, it } from 'vitest'
import { escapeXml } from './escape-xml.ts'

it('escapes the special characters of XML', () => {
  expect(escapeXml('Roof <"A" & B>')).toBe('Roof &lt;&quot;A&quot; &amp; B&gt;')
})

it('leaves out characters that XML does not allow', () => {
  expect(escapeXml('a\u0000b\u001fc\uffffd\ud800e')).toBe('abcd\ufffde')
})
