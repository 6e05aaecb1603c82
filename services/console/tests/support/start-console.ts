import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startIssuer } from '@takeoff/dev-env/issuer/issuer'
import { SERVICE_AUTHORIZATION } from '@takeoff/kit/http/service-tokens'
import { createLogger } from '@takeoff/kit/service/logger'
import type { RunningService } from '@takeoff/kit/service/run'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import type { LocalServer } from '@takeoff/kit/testing/local-server'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { TestBrowser } from './test-browser.ts'

export const SECRET = 'the service secret of the console'
export const QUERY = 'query Jobs { jobs(orgId: 1) { nodes { id } } }'
export const DOCUMENT_ID = `sha256:${hash('sha256', QUERY, 'hex')}`
export const PEOPLE = [
  { label: 'Olivia', description: 'owner', loginHint: 'olivia@example.com' },
  { label: 'Esther', description: 'estimator', loginHint: 'esther@example.com' },
]

/** A request that the gateway has received. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface TestConsole extends AsyncDisposable {
  readonly url: string
  readonly issuerUrl: string
  /** Name of the session cookie. */
  readonly cookieName: string
  readonly received: Received[]
  /** What the gateway responds; a GraphQL response by default. */
  respond: (request: Received, response: ServerResponse) => void
  /** Folder of the built application. */
  readonly folder: string
  /** Headers that the gateway adds. */
  gatewayHeaders(): Promise<Readonly<Record<string, string>>>
  browser(): TestBrowser
  /** Starts a second process, as far as the configuration decides that. */
  another(): Promise<RunningService>
  /** A browser that has signed in. */
  signedIn(loginHint?: string): Promise<TestBrowser>
  /** A request as a page sends it. */
  post(browser: TestBrowser, target: string, body: object): Promise<Response>
}

/** The real console and the real development issuer; the gateway records what it receives. */
export async function startConsole(
  env: Readonly<Record<string, string>> = {},
): Promise<TestConsole> {
  await using stack = new AsyncDisposableStack()
  const { path: home } = stack.use(await openTemporaryFolder('takeoff-console'))
  const issuer = stack.use(await startIssuer(path.join(home, 'issuer.json')))
  const received: Received[] = []
  const gateway = stack.use(
    await startRecorder((request, response) => {
      received.push(request)
      console_.respond(request, response)
    }),
  )
  const documents = path.join(home, 'documents.json')
  await writeFile(documents, JSON.stringify({ [DOCUMENT_ID]: QUERY }))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const folder = path.join(home, 'dist')
  const config = readConfig({
    PORT: String(port),
    AUTH_ISSUER: issuer.url,
    SERVICE_SECRET: SECRET,
    PUBLIC_URL: url,
    GATEWAY_URL: `${gateway.url}/behind/`,
    SIGN_IN_CLIENT_ID: 'takeoff-console',
    SIGN_IN_PARAMETERS: JSON.stringify({ prompt: 'login consent' }),
    SIGN_IN_PEOPLE: JSON.stringify(PEOPLE),
    CONSOLE_FOLDER: folder,
    CONSOLE_DOCUMENTS: documents,
    ...env,
  })
  const logger = createLogger('console', 'silent')
  stack.use(await startService(config, logger))
  // Made anew for each request: the clock is moved.
  const gatewayHeaders = async () => ({
    [SERVICE_AUTHORIZATION]: await serviceToken('console', SECRET),
  })
  const opened = stack.move()
  const console_: TestConsole = {
    url,
    issuerUrl: issuer.url,
    cookieName: `takeoff-session-${port}`,
    received,
    respond: (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"data":{"jobs":{"nodes":[]}}}')
    },
    folder,
    gatewayHeaders,
    browser: () => new TestBrowser(gatewayHeaders),
    async signedIn(loginHint = 'olivia@example.com') {
      const browser = console_.browser()
      await browser.follow(signInUrl(url, loginHint), ({ pathname }) => pathname === '/jobs')
      return browser
    },
    post: (browser, target, body) =>
      browser.send(`${url}${target}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-takeoff-console': '1', origin: url },
        body: JSON.stringify(body),
      }),
    another: () => startService({ ...config, port: 0 }, logger),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
  return console_
}

/** Begins a sign-in that returns to `/jobs`. */
export function signInUrl(url: string, loginHint: string): string {
  return `${url}/session/sign-in?${new URLSearchParams({ return: '/jobs', login_hint: loginHint })}`
}

function startRecorder(
  listener: (request: Received, response: ServerResponse) => void,
): Promise<LocalServer> {
  return startLocalServer((request, response) => {
    const { method = '', url = '', headers } = request
    void text(request).then(
      (body) => listener({ method, url, headers, body }, response),
      () => undefined,
    )
  })
}
