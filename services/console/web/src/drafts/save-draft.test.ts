import { TakeoffError } from '@takeoff/client'
import { expect, test } from 'vitest'
import { hasCode } from '../api/has-code.ts'
import { saveDraft } from './save-draft.ts'

const errorOf = (code: string) => new TakeoffError({ code, message: code })

/** Saves `new` after `first` and `second`, whose saves had no response. */
async function saveAfter(outcomes: Readonly<Record<string, TakeoffError>>) {
  const sent: string[] = []
  const refused: string[] = []
  const refusal = await saveDraft('new', ['first', 'second'], {
    save: (draft) => {
      sent.push(draft)
      return outcomes[draft] ? Promise.reject(outcomes[draft]) : Promise.resolve()
    },
    isConflict: (error) => hasCode(error, 'CONFLICT'),
    onRefused: (draft) => refused.push(draft),
  })
  return { sent, refused, refusal }
}

const conflict = errorOf('CONFLICT')
const lost = errorOf('NETWORK_ERROR')
const wrong = errorOf('BAD_USER_INPUT')

test('a draft that is saved is sent alone', async () => {
  expect(await saveAfter({})).toEqual({ sent: ['new'], refused: [], refusal: undefined })
})

test('of a conflict, the earlier draft that made the newer version is found', async () => {
  expect(await saveAfter({ new: conflict, first: conflict })).toEqual({
    sent: ['new', 'first', 'second'],
    refused: ['new', 'first'],
    refusal: undefined,
  })
})

test('a conflict remains when no earlier draft made the newer version', async () => {
  const { refused, refusal } = await saveAfter({ new: conflict, first: wrong, second: conflict })
  expect([refused, refusal]).toEqual([['new', 'first', 'second'], conflict])
})

test('no earlier draft is sent after another refusal', async () => {
  expect(await saveAfter({ new: wrong })).toEqual({
    sent: ['new'],
    refused: ['new'],
    refusal: wrong,
  })
})

test('a draft is not refused while its outcome is not known', async () => {
  expect(await saveAfter({ new: lost })).toEqual({ sent: ['new'], refused: [], refusal: lost })
  expect(await saveAfter({ new: conflict, first: lost })).toEqual({
    sent: ['new', 'first'],
    refused: ['new'],
    refusal: lost,
  })
})
