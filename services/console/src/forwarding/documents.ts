import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ConfigError } from '@takeoff/kit/service/config'
import { errorMessage } from '@takeoff/kit/values/caught'
import { AppError } from '@takeoff/kit/values/errors'
import { z } from 'zod'

/** For so long a document goes to the gateway by its text alone: the gateway may be given the manifest at any time. */
const TEXT_ONLY_MS = 60_000

const manifest = z.record(z.string().regex(/^sha256:[\da-f]{64}$/), z.string())

class UnknownDocumentError extends AppError {
  override readonly code = 'PERSISTED_DOCUMENT_NOT_FOUND'

  constructor() {
    super('documentId is none of the documents of this version of the console. Reload the page.', {
      argument: 'documentId',
    })
  }
}

/** The GraphQL documents that pages may send: those that were built with them, and no others. */
export class Documents {
  readonly #texts: ReadonlyMap<string, string>
  readonly #atGateway = new Set<unknown>()
  /** Documents that the gateway runs by their text only, and until when that is assumed. */
  readonly #textOnly = new Map<unknown, number>()

  private constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** @throws ConfigError that says what is wrong with the file */
  static async read(file: string): Promise<Documents> {
    try {
      const texts = Object.entries(manifest.parse(JSON.parse(await readFile(file, 'utf8'))))
      for (const [id, text] of texts) requireOwnId(id, text)
      return new Documents(new Map(texts))
    } catch (error) {
      const advice = 'Name the file that was built with this version of the console.'
      throw new ConfigError([
        `CONSOLE_DOCUMENTS names ${file}, which cannot be used: ${errorMessage(error)}. ${advice}`,
      ])
    }
  }

  /** Whether the gateway has served a document by its id. */
  isAtGateway(id: unknown): boolean {
    return this.#atGateway.has(id)
  }

  foundAtGateway(id: unknown): void {
    this.#atGateway.add(id)
  }

  /** Whether the gateway has lately run a document by its text, because it does not know the id. */
  isTextOnly(id: unknown): boolean {
    return Date.now() < (this.#textOnly.get(id) ?? 0)
  }

  /** @param isRun whether the gateway has run the text; one with an allow-list does not, and may be given the id at any time */
  setTextOnly(id: unknown, isRun: boolean): void {
    if (!isRun) this.#textOnly.delete(id)
    else if (!this.isTextOnly(id)) this.#textOnly.set(id, Date.now() + TEXT_ONLY_MS)
  }

  /** @throws UnknownDocumentError */
  textOf(id: unknown): string {
    const text = typeof id === 'string' ? this.#texts.get(id) : undefined
    if (text === undefined) throw new UnknownDocumentError()
    return text
  }
}

function requireOwnId(id: string, text: string): void {
  if (id !== `sha256:${hash('sha256', text, 'hex')}`)
    throw new Error(`${id} is not the SHA-256 of its text`)
}
