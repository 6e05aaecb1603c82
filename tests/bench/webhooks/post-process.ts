import { Agent } from 'undici'
import { newSigningSecret, signingKey } from '@takeoff/webhooks/messages/signing'
import { atPace } from './at-pace.ts'
import { serveMethods } from '../methods.ts'
import { nowMs } from './now-ms.ts'
import { postSigned } from './post-signed.ts'

/** The limit of any sender on Node: undici posts bodies that are signed with HMAC, without other work. */
export interface PostOptions {
  readonly urls: readonly string[]
  readonly underWay: number
  readonly first: number
}

export interface PostInTimeOptions {
  readonly urls: readonly string[]
  readonly first: number
  readonly perSecond: number
  readonly count: number
}

const state = { stopped: false, done: Promise.resolve(0) }

const methods = {
  post(options: PostOptions): void {
    state.done = post(options)
  },
  stop(): Promise<number> {
    state.stopped = true
    return state.done
  },
  postInTime,
}

export type PostMethods = typeof methods

serveMethods(methods)

/** Returns the number of POSTs. */
async function post({ urls, underWay, first }: PostOptions): Promise<number> {
  const agent = new Agent()
  const key = signingKey(newSigningSecret())
  let posted = 0
  const worker = async (): Promise<void> => {
    while (!state.stopped) {
      const index = posted
      posted += 1
      await postSigned(agent, {
        url: urls[index % urls.length] ?? '',
        key,
        listId: first + index,
      })
    }
  }
  await Promise.all(Array.from({ length: underWay }, worker))
  return posted
}

/** When each POST started. */
async function postInTime({
  urls,
  first,
  perSecond,
  count,
}: PostInTimeOptions): Promise<Float64Array> {
  const agent = new Agent()
  const key = signingKey(newSigningSecret())
  const sentMs = new Float64Array(count)
  const posts: Promise<void>[] = []
  await atPace({ perSecond, count }, (index) => {
    sentMs[index] = nowMs()
    posts.push(
      postSigned(agent, { url: urls[index % urls.length] ?? '', key, listId: first + index }),
    )
  })
  await Promise.all(posts)
  return sentMs
}
