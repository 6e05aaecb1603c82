import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
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
  readonly #atGateway = new Set<unknown>()

  private constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** @throws Error that says what is wrong with the file */
  static async read(file: string): Promise<Documents> {
    const texts = manifest.parse(JSON.parse(await readFile(file, 'utf8')))
    for (const [id, text] of Object.entries(texts))
      if (id !== `sha256:${hash('sha256', text, 'hex')}`)
        throw new Error(`${file}: ${id} is not the SHA-256 of its text`)
    return new Documents(new Map(Object.entries(texts)))
  }

  /** Whether the gateway has served a document by its id. */
  isAtGateway(id: unknown): boolean {
    return this.#atGateway.has(id)
  }

  foundAtGateway(id: unknown): void {
    this.#atGateway.add(id)
  }

  /** @throws UnknownDocumentError */
  textOf(id: unknown): string {
    const text = typeof id === 'string' ? this.#texts.get(id) : undefined
    if (text === undefined) throw new UnknownDocumentError()
    return text
  }
}
