import type { ReactNode } from 'react'
import { useEffect } from 'react'
import icon from '../../icon.svg'
import { useMessages } from '../../i18n/language.tsx'
import { signInAddress } from '../../session/session.ts'
import type { DevelopmentPerson } from '../../session/read-session.ts'
import { buttonLook } from '../../ui/button.tsx'
import styles from './sign-in-page.module.css'

/** What a person sees who is not signed in. In development, each person of the issuer is one click. */
export function SignInPage({
  people,
}: {
  readonly people: readonly DevelopmentPerson[]
}): ReactNode {
  const messages = useMessages()
  useEffect(() => {
    document.title = messages.signIn.title
  }, [messages])
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img src={icon} alt="" width="56" height="56" />
        <h1>{messages.signIn.title}</h1>
        <p className={styles['lead']}>{messages.signIn.lead}</p>
        <a {...buttonLook('primary')} href={signInAddress()}>
          {messages.signIn.button}
        </a>
        {people.length > 0 && (
          <section className={styles['people']}>
            <h2>{messages.signIn.development}</h2>
            <ul>
              {people.map(({ label, description, loginHint }) => (
                <li key={loginHint}>
                  <a href={signInAddress(loginHint)}>
                    <strong>{label}</strong>
                    <span>{description}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </main>
  )
}
