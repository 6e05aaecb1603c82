import { TakeoffError } from './errors.ts'

/** What the server takes where a request names no size. */
const DEFAULT = 50

/** The argument of a refusal because the objects of a page have too many of these together. */
const MEMBERS = new Set([
  'listItems',
  'orderListItems',
  'rejectedLines',
  'lines',
  'priceWarnings',
  'missingMaterials',
  'measurements',
])

/** Pages of one size before a larger one is tried: where all lists are large, one page in nine is refused. */
const PAGES_OF_SIZE = 8

interface PageVariables {
  readonly first?: unknown
  readonly after?: unknown
}

/** The size of the pages of a connection: smaller where a page of full size has more members than a response may have. */
export class PageSize {
  readonly #largest: number
  #size: number
  /** Those that were read of this size. */
  #pages = 0

  /** A document without the variable `$first` has pages of one size. */
  constructor(text: string, { first }: PageVariables) {
    const wanted = typeof first === 'number' ? first : DEFAULT
    this.#largest = /\$first\b/.test(text) ? wanted : 1
    this.#size = this.#largest
  }

  /** Requests a page, of half the size as long as it is refused for its members. */
  async read<Page>(
    request: (smaller: { readonly first?: number }) => Promise<Page>,
  ): Promise<Page> {
    for (;;) {
      try {
        const page = await request(this.#size < this.#largest ? { first: this.#size } : {})
        this.#pages += 1
        if (this.#pages === PAGES_OF_SIZE) this.#resize(Math.min(this.#size * 2, this.#largest))
        return page
      } catch (error) {
        if (this.#size <= 1 || !hasTooManyMembers(error)) throw error
        this.#resize(Math.ceil(this.#size / 2))
      }
    }
  }

  #resize(size: number): void {
    this.#size = size
    this.#pages = 0
  }
}

const hasTooManyMembers = (error: unknown): boolean =>
  error instanceof TakeoffError &&
  error.code === 'BAD_USER_INPUT' &&
  MEMBERS.has(error.argument ?? '')
