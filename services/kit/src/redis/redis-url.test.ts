import { expect, test } from 'vitest'
import { hostUrls } from '../service/host-list.ts'
import { redisUrlViolation } from './redis-url.ts'

const violationOf = (text: string) => redisUrlViolation(hostUrls(text).map((one) => new URL(one)))

test.each([
  'redis://redis:6379',
  'rediss://:password@redis:6379/3',
  'redis+sentinel://s1:26379,s2:26379,s3/mymaster',
  'rediss+sentinel://user:password@s1/mymaster',
])('%s is a Redis', (text) => {
  expect(violationOf(text)).toBeUndefined()
})

test.each([
  ['redis://a:6379,b:6379', 'must have one host'],
  ['redis+sentinel://s1:26379,s2:26379', 'must end with the name'],
  ['redis+sentinel://s1:26379/', 'must end with the name'],
])('%s is refused', (text, why) => {
  expect(violationOf(text)).toContain(why)
})
