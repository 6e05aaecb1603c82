import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ConfigError } from '@takeoff/kit/service/config'
import { errorMessage } from '@takeoff/kit/values/caught'
import { AppError } from '@takeoff/kit/values/errors'
import { z } from 'zod'

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
