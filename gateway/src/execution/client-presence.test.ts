import { expect, it } from 'vitest'
import { ClientPresence } from './client-presence.ts'

it('tells all who listen that the client leaves, once', () => {
  const client = new ClientPresence()
  const heard: string[] = []
  client.onGone(() => heard.push('a'))
  client.onGone(() => heard.push('b'))
  expect(client.isGone).toBe(false)
  client.leave()
  client.leave()
  expect([client.isGone, heard]).toEqual([true, ['a', 'b']])
})

it('does not tell one that listens no more', () => {
  const client = new ClientPresence()
  const heard: string[] = []
  const forgotten = () => heard.push('a')
  client.onGone(forgotten)
  client.onGone(() => heard.push('b'))
  client.forget(forgotten)
  client.leave()
  expect(heard).toEqual(['b'])
})

it('tells all although one of them stops to listen meanwhile', () => {
  const client = new ClientPresence()
  const heard: string[] = []
  const first = () => {
    client.forget(first)
    heard.push('a')
  }
  client.onGone(first)
  client.onGone(() => heard.push('b'))
  client.leave()
  expect(heard).toEqual(['a', 'b'])
})
