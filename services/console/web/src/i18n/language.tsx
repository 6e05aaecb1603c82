import { createContext, use, useEffect, useMemo, useState } from 'react'
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
  readonly setLanguage: (language: Language) => void
}

const LanguageContext = createContext<LanguageValue | undefined>(undefined)

/** Gives all parts the words and formats of the person's language, which is remembered in this browser. */
export function LanguageProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, setLanguage] = useState(initialLanguage)
  const [messages, setMessages] = useState<Messages | undefined>(language === 'en' ? en : undefined)
  useEffect(() => {
    document.documentElement.lang = language
    writeSetting('language', language)
    let isCurrent = true
    const load = async (): Promise<void> => {
      const loaded = await loadMessages(language)
      if (isCurrent) setMessages(loaded)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [language])
  const value = useMemo(
    () => messages && { language, messages, format: formatOf(language), setLanguage },
    [language, messages],
  )
  return value && <LanguageContext value={value}>{children}</LanguageContext>
}

export function useLanguage(): LanguageValue {
  const value = use(LanguageContext)
  if (value === undefined) throw new Error('useLanguage is called outside of LanguageProvider')
  return value
}

export const useMessages = (): Messages => useLanguage().messages
export const useFormat = (): Format => useLanguage().format

async function loadMessages(language: Language): Promise<Messages> {
  return language === 'es' ? (await import('./es.ts')).es : en
}
