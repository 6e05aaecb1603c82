import type { SenderUnderTest, Subscription } from './sender-under-test.ts'

export interface Person {
  print(text: string): void
  /** One line that the person types. */
  prompt(question: string): Promise<string>
}

interface NumberedSubscription extends Subscription {
  readonly url: string
}

/** A person subscribes URLs and triggers events as instructed. */
export function createByHand(person: Person): SenderUnderTest {
  return {
    manual: true,
    async subscribe(url, { eventTypes, beside }): Promise<NumberedSubscription> {
      const which = eventTypes === undefined ? 'all event types' : eventTypes.join(', ')
      const where = beside === undefined ? '' : ', in the same account and beside the one before'
      person.print(`\nSubscribe this URL to ${which}${where}:\n\n    ${url}\n`)
      const key = (await person.prompt('Its secret (whsec_…) or public key (whpk_…): ')).trim()
      return key.startsWith('whpk_') ? { url, publicKey: key } : { url, secret: key }
    },
    async trigger(subscription, count) {
      const events = count === 1 ? 'one event' : `${count} events`
      const { url } = subscription as NumberedSubscription
      person.print(`Trigger ${events} for ${url} now.`)
    },
    async rotateSecret(subscription) {
      const { url } = subscription as NumberedSubscription
      return (await person.prompt(`Rotate the secret of ${url}. The new one: `)).trim()
    },
    async unsubscribe(subscription) {
      person.print(
        `Remove ${(subscription as NumberedSubscription).url}: it is not needed any more.`,
      )
    },
  }
}
