/** Sends requests as a browser does: it keeps cookies by host, and follows redirects when a test wants that. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #headers: () => Promise<Readonly<Record<string, string>>>

  /** @param headers of each request, besides those of a browser */
  constructor(headers: () => Promise<Readonly<Record<string, string>>>) {
    this.#headers = headers
  }

  /** The value of a cookie. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  async send(url: string, options: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      ...options,
      headers: {
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(await this.#headers()),
        ...(options.headers as Record<string, string>),
      },
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  /** Whether the console at an address has a session of this browser. */
  async isSignedInAt(url: string): Promise<boolean> {
    const response = await this.send(`${url}/session`)
    if (!response.ok) throw new Error(`The session could not be read (HTTP ${response.status}).`)
    return ((await response.json()) as { readonly user: object | null }).user !== null
  }

  /** Follows redirects, and forms that a page sends by itself, until the address is accepted. @returns it */
  async follow(url: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let next = new URL(url)
    let form: URLSearchParams | undefined
    for (let steps = 0; steps < 10; steps += 1) {
      if (isEnd(next)) return next
      const response = await this.send(next.href, form && { method: 'POST', body: form })
      const page = await response.text()
      const location = response.headers.get('location') ?? / action="([^"]+)"/.exec(page)?.[1]
      if (location === undefined) throw new Error(`${next.href} leads nowhere: ${page}`)
      const inputs = page.matchAll(/ name="([^"]+)" value="([^"]*)"/g)
      form = response.headers.has('location')
        ? undefined
        : new URLSearchParams([...inputs].map(([, name = '', value = '']) => [name, value]))
      next = new URL(location, next)
    }
    throw new Error(`${url} redirects more than ten times`)
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const split = pair.indexOf('=')
    const name = pair.slice(0, split)
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, pair.slice(split + 1))
  }
}
