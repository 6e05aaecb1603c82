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

interface Document {
  readonly text: string
  readonly sha256Hash: string
}

/** The GraphQL documents that pages may send: those that were built with them, and no others. */
export class Documents {
  readonly #byId: ReadonlyMap<string, Document>

  private constructor(byId: ReadonlyMap<string, Document>) {
    this.#byId = byId
  }

  /** @throws ConfigError that says what is wrong with the file */
  static async read(file: string): Promise<Documents> {
    try {
      const texts = Object.entries(manifest.parse(JSON.parse(await readFile(file, 'utf8'))))
      return new Documents(new Map(texts.map(([id, text]) => [id, documentOf(id, text)])))
    } catch (error) {
      const advice = 'Name the file that was built with this version of the console.'
      throw new ConfigError([
        `CONSOLE_DOCUMENTS names ${file}, which cannot be used: ${errorMessage(error)}. ${advice}`,
      ])
    }
  }

  /** @throws UnknownDocumentError */
  find(id: unknown): Document {
    const document = typeof id === 'string' ? this.#byId.get(id) : undefined
    if (document === undefined) throw new UnknownDocumentError()
    return document
  }
}

/** @throws Error unless the id is the hash */
function documentOf(id: string, text: string): Document {
  const sha256Hash = hash('sha256', text, 'hex')
  if (id !== `sha256:${sha256Hash}`) throw new Error(`${id} is not the SHA-256 of its text`)
  return { text, sha256Hash }
}
