import { BadUserInputError } from '@takeoff/kit/values/errors'
import { describe, expect, test } from 'vitest'
import { parseTargetUrl } from './target-url.ts'

const strict = { allowLoopback: false }

describe('the url of a subscription', () => {
  test.each([
    ['https://hooks.roofer.com/takeoff?tenant=1', 'https://hooks.roofer.com/takeoff?tenant=1'],
    ['HTTPS://Hooks.Roofer.com', 'https://hooks.roofer.com/'],
    ['https://hooks.roofer.com:8443/a', 'https://hooks.roofer.com:8443/a'],
    ['https://8.8.8.8/a', 'https://8.8.8.8/a'],
    ['https://[2606:4700:4700::1111]/a', 'https://[2606:4700:4700::1111]/a'],
  ])('%s is accepted', (text, url) => {
    expect(parseTargetUrl(text, strict)).toBe(url)
  })

  test.each([
    ['hooks.roofer.com', 'absolute URL'],
    ['', 'absolute URL'],
    ['http://hooks.roofer.com', 'https://'],
    ['ftp://hooks.roofer.com', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['https://me:secret@hooks.roofer.com', 'password'],
    ['https://me@hooks.roofer.com', 'password'],
    ['https://hooks.roofer.com/#a', 'fragment'],
    ['https://hooks.roofer.com:0/', 'port'],
    ['https://localhost/a', 'public host'],
    ['https://intranet/a', 'public host'],
    ['https://127.0.0.1/a', 'public address'],
    ['https://[::1]/a', 'public address'],
    [`https://hooks.roofer.com/${'a'.repeat(2048)}`, '2048'],
  ])('%.60s is refused', (text, why) => {
    const parse = (): string => parseTargetUrl(text, strict)
    expect(parse).toThrow(BadUserInputError)
    expect(parse).toThrow(why)
    expect(parse).toThrow(expect.objectContaining({ extensions: { argument: 'url' } }))
  })

  test('in development http and loopback are accepted, other private addresses are not', () => {
    const open = { allowLoopback: true }
    expect(parseTargetUrl('http://127.0.0.1:9000/a', open)).toBe('http://127.0.0.1:9000/a')
    expect(parseTargetUrl('http://localhost:9000/a', open)).toBe('http://localhost:9000/a')
    expect(() => parseTargetUrl('http://10.0.0.1/a', open)).toThrow('public address')
  })
})
