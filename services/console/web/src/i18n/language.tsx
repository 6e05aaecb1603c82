import { createContext, use, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { writeSetting } from '../settings.ts'
import { en } from './en.ts'
import type { Messages } from './en.ts'
import { formatOf } from './format.ts'
import type { Format } from './format.ts'
import { initialLanguage } from './initial-language.ts'
import type { Language } from './initial-language.ts'

interface LanguageValue {
  readonly language: Language
  readonly messages: Messages
  readonly format: Format
  /**
   * Changes and remembers the language, when its words are loaded.
   * @throws TakeoffError when they cannot be loaded
   */
  readonly setLanguage: (language: Language) => Promise<void>
}

const LanguageContext = createContext<LanguageValue | undefined>(undefined)

type Words = Pick<LanguageValue, 'language' | 'messages'>

const ENGLISH: Words = { language: 'en', messages: en }

/**
 * Gives all parts the words and formats of the person's language. One that is chosen is remembered in this browser.
 * @param loadSpanish loads the words that are not part of the application
 */
export function LanguageProvider({
  loadSpanish,
  children,
}: {
  readonly loadSpanish: () => Promise<Messages>
  readonly children: ReactNode
}): ReactNode {
  const [words, setWords] = useState(initialLanguage() === 'en' ? ENGLISH : undefined)
  const chosen = useRef<Language>(undefined)
  useEffect(() => {
    // A page in English is of more use than an empty one; its menu offers Spanish, and says why it is not loaded.
    if (initialLanguage() === 'es')
      loadSpanish().then(
        (messages) => setWords({ language: 'es', messages }),
        () => setWords(ENGLISH),
      )
  }, [loadSpanish])
  useEffect(() => {
    if (words) document.documentElement.lang = words.language
  }, [words])
  const value = useMemo(() => {
    const setLanguage = async (language: Language): Promise<void> => {
      chosen.current = language
      try {
        const messages = language === 'en' ? en : await loadSpanish()
        if (chosen.current !== language) return
        writeSetting('language', language)
        setWords({ language, messages })
      } catch (error) {
        // Another one was chosen meanwhile, so that it does not matter.
        if (chosen.current === language) throw error
      }
    }
    return words && { ...words, format: formatOf(words.language), setLanguage }
  }, [words, loadSpanish])
  return value && <LanguageContext value={value}>{children}</LanguageContext>
}

export function useLanguage(): LanguageValue {
  const value = use(LanguageContext)
  if (value === undefined) throw new Error('useLanguage is called outside of LanguageProvider')
  return value
}

export const useMessages = (): Messages => useLanguage().messages
export const useFormat = (): Format => useLanguage().format
