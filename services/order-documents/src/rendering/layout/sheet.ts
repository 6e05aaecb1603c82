import { accentOf } from './accent.ts'
import type { OrderDocumentModel } from '../document-model.ts'
import { type Page, pageOf } from './page-style.ts'
import { wordsOf } from '../words/wording.ts'
import type { Words } from '../words/words.ts'

/** The size of a picture in pixels, as it is displayed. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Shared settings of all parts of one document. */
export interface Sheet {
  readonly model: OrderDocumentModel
  readonly words: Words
  readonly page: Page
  /** Of title and rule. */
  readonly accent: string
  readonly logo: PictureSize | undefined
}

export function sheetOf(model: OrderDocumentModel, logo?: PictureSize): Sheet {
  return {
    model,
    logo,
    words: wordsOf(model.language),
    page: pageOf(model.paper),
    accent: accentOf(model.organization.accentColor),
  }
}
