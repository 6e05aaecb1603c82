import { expect, it } from 'vitest'
import { sessionToken } from './file-routes.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  ['theme=dark', undefined],
  ['takeoff_session=', undefined],
  ['takeoff_session', undefined],
  ['takeoff_session=a.b-c_d', 'a.b-c_d'],
  ['theme=dark; takeoff_session=a.b.c; lang=en', 'a.b.c'],
  ['takeoff_session="a.b.c"', 'a.b.c'],
  ['not_takeoff_session=x; xtakeoff_session=y', undefined],
])('sessionToken(%j) is %j', (header, expected) => {
  expect(sessionToken(header)).toBe(expected)
})
