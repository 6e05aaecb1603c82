import type { Vendor } from '../../../session/use-vendors.ts'
import { createContext, use } from 'react'
import type { KnownMeasure } from './template-draft.ts'

interface EditorTerms {
  readonly measures: readonly KnownMeasure[]
  readonly vendors: readonly Vendor[]
  readonly isEditable: boolean
  /** Without, saved lines keep costs that cannot be seen. */
  readonly seesCosts: boolean
  /** Per cent of waste of a line that says nothing. */
  readonly waste: string
}

/** What every line can be made of. */
export const EditorTermsContext = createContext<EditorTerms>({
  measures: [],
  vendors: [],
  isEditable: false,
  seesCosts: false,
  waste: '',
})

export const useEditorTerms = (): EditorTerms => use(EditorTermsContext)
