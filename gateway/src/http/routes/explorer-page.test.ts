import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { explorerHtml, renderExplorerPage } from './explorer-page.ts'

const options = {
  tabs: [{ query: 'query Books { books { id } }', variables: '{ "limit": 1 }' }],
  headers: { authorization: 'Bearer t' },
}

describe('the explorer page', () => {
  it('loads nothing from another site', () => {
    const html = explorerHtml(options)
    expect(
      html.match(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\/[^"]*"/g),
    ).toBeNull()
    expect(html.match(/url\(["']?(?!data:)(?:https?:)?\/\/[^)]*\)/g)).toBeNull()
    expect(html.match(/@import\s/g)).toBeNull()
    expect(
      html.match(/https?:\/\/[\w.-]*(?:cdn|unpkg|esm\.sh|googleapis|gstatic)[\w.-]*/g),
    ).toBeNull()
  })

  it('opens with the starter tabs and their headers', () => {
    const html = explorerHtml(options)
    expect(html).toContain('query Books { books { id } }')
    expect(html).toContain('\\"authorization\\": \\"Bearer t\\"')
  })

  it('opens the first tab with its variables, unless the browser remembers other tabs', () => {
    const [, script = ''] = /<script>\s*(.*)/.exec(explorerHtml(options)) ?? []
    const open = (stored: Record<string, string>) => {
      const localStorage = {
        getItem: (key: string) => stored[key] ?? null,
        setItem: (key: string, value: string) => (stored[key] = value),
      }
      runInNewContext(script, { localStorage })
      return stored
    }

    expect(open({})).toEqual({ 'graphiql:variables': '{ "limit": 1 }' })
    const remembered = { 'graphiql:tabState': '{}', 'graphiql:variables': '{"a":1}' }
    expect(open({ ...remembered })).toEqual(remembered)
    expect(() => runInNewContext(script, {})).not.toThrow()
  })

  it('permits only its own script', async () => {
    const { contentSecurityPolicy } = await renderExplorerPage(options)
    expect(contentSecurityPolicy).toMatch(/script-src 'sha256-[\w+/]{43}='; worker-src blob:/)
    expect(contentSecurityPolicy).toContain("default-src 'none'")
    expect(contentSecurityPolicy).toContain("connect-src 'self'")
  })
})
