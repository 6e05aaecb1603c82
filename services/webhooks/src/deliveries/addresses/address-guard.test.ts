import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Lookup } from './resolve-name.ts'
import { createSender } from '../send/sender.ts'
import type { Sender } from '../send/sender.ts'
import { isAllowedAddress } from './target-address.ts'
import { parseTargetUrl } from './target-url.ts'

const strict = { allowLoopback: false }

/** Addresses that a webhook must never reach. */
const addresses: readonly (readonly [address: string, what: string])[] = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.254', 'carrier-grade NAT'],
  ['100.100.100.200', 'metadata of Alibaba'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'agent service of Azure'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'metadata of AWS, GCP, Azure, Oracle and others'],
  ['169.254.170.2', 'credentials of AWS ECS'],
  ['169.254.170.23', 'credentials of AWS EKS'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'protocol assignments'],
  ['192.0.0.192', 'metadata of Oracle, of old'],
  ['192.0.2.1', 'documentation'],
  ['192.31.196.1', 'AS112'],
  ['192.52.193.1', 'AMT'],
  ['192.88.99.1', '6to4 relays'],
  ['192.168.0.1', 'private'],
  ['192.175.48.1', 'AS112'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::7f00:1', 'IPv4-compatible'],
  ['::8.8.8.8', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:10.0.0.1', 'IPv4-mapped'],
  ['::ffff:a9fe:a9fe', 'IPv4-mapped'],
  ['::ffff:8.8.8.8', 'IPv4-mapped'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b::a9fe:a9fe', 'NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:3::1', 'AMT'],
  ['2001:4:112::1', 'AS112'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHID'],
  ['2001:30::1', 'drones'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4'],
  ['2002:a9fe:a9fe::1', '6to4'],
  ['2606:4700::5efe:7f00:1', 'ISATAP'],
  ['2606:4700::200:5efe:a00:1', 'ISATAP'],
  ['2620:4f:8000::1', 'AS112'],
  ['3ffe::1', 'the old test network'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'not given out'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd00:c1::a9fe:a9fe', 'metadata of Oracle'],
  ['fd00:ec2::23', 'credentials of AWS EKS'],
  ['fd00:ec2::254', 'metadata of AWS'],
  ['fd20:ce::254', 'metadata of GCP'],
  ['fe80::1', 'link-local'],
  ['fe80::a9fe:a9fe', 'metadata of OpenStack'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
]

/** URLs that reach such an address indirectly; names resolve to 10.0.0.1. */
const urls = [
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7F.1/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://0300.0250.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://192.168.257/',
  'https://0/',
  'https://3232235777/',
  'https://127.000.000.001/',
  'https://127.0x0.0.01/',
  'https://127.0.0.1./',
  'https://169.254.169.254./latest/meta-data',
  'https://127.0.0.256/',
  'https://0xffffffffff/',
  'https://1.2.3.4.5/',
  'https://１２７.０.０.１/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://127．0．0．1/',
  'https://127%2e0%2e0%2e1/',
  'https://127.0.\n0.1/',
  'https:127.0.0.1/',
  'https:////127.0.0.1/',
  'https:\\\\127.0.0.1\\',
  'https://127.0.0.1\\@hooks.roofer.com/',
  'https://hooks.roofer.com@127.0.0.1/',
  'https://hooks.roofer.com:443@169.254.169.254/',
  'https://hooks.roofer.com%2f@10.0.0.1/',
  'https://@127.0.0.1/',
  'https://127.0.0.1?@hooks.roofer.com/',
  'https://127.0.0.1#@hooks.roofer.com/',
  'https://127.0.0.1%00.hooks.roofer.com/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[0000::0001]/',
  'https://[::FFFF:7F00:1]/',
  'https://[0:0:0:0:0:ffff:169.254.169.254]/',
  'https://[::1]:8443/',
  'https://[fe80::1%25eth0]/',
  'https://[::1%25lo]/',
  'https://[::ffff:127.1]/',
  'https://localhost/',
  'https://LocalHost/',
  'https://localhost./',
  'https://localho%73t/',
  'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'https://local\u00ADhost/',
  'https://hooks.localhost/',
  'https://ip6-localhost/',
  'https://localhost.localdomain/',
  'https://printer.local/',
  'https://router.home.arpa/',
  'https://intranet/',
  'https://wiki.corp/',
  'https://metadata/computeMetadata/v1/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://Metadata.Google.Internal./',
  'https://instance-data.ec2.internal/',
  'https://host.docker.internal/',
  'https://kubernetes.default.svc/',
  'https://kubernetes.default.svc.cluster.local/',
  'https://./',
  'https://../',
  'https://hooks..roofer/',
]

/** Names that anyone may register and that still resolve to this machine. */
const names = ['127.0.0.1.nip.io', 'localtest.me', 'hooks.roofer.com', 'hooks.roofer.com.']

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '168.63.129.15',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2606:4700::5eff:7f00:1',
  '2a00:1450:4001:81b::200e',
]

const opened: Sender[] = []
afterEach(async () => {
  for (const sender of opened.splice(0)) await sender[Symbol.asyncDispose]()
})

const resolvingTo =
  (...found: string[]): Lookup =>
  (_hostname, _options, done) =>
    done(
      null,
      found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
    )

function open(lookup: Lookup, rules = strict): Sender {
  const sender = createSender({
    ...rules,
    connectTimeoutMs: 10_000,
    attemptTimeoutMs: 10_000,
    lookup,
  })
  opened.push(sender)
  return sender
}

const post = (sender: Sender, url: string) =>
  sender.send({ url, headers: {}, body: Buffer.from('{}') })

const urlOf = (address: string): string =>
  isIPv6(address) ? `https://[${address}]/` : `https://${address}/`

const refused = { kind: 'error', error: 'address not allowed' }

function expectRefusedAsInput(url: string): void {
  const parse = (): string => parseTargetUrl(url, strict)
  expect(parse).toThrow(BadUserInputError)
  expect(parse).toThrow(expect.objectContaining({ extensions: { argument: 'url' } }))
}

describe.each(addresses)('%s (%s) is refused', (address) => {
  test('as an address', () => {
    expect(isAllowedAddress(address, strict)).toBe(false)
  })

  test('as the host of a url, and again when connecting', async () => {
    expectRefusedAsInput(urlOf(address))
    expect(await post(open(resolvingTo('8.8.8.8')), urlOf(address))).toMatchObject(refused)
  })

  test('as the resolution of a name, alone and among public ones', async () => {
    for (const found of [[address], ['8.8.8.8', address], [address, '2606:4700::1']]) {
      const sender = open(resolvingTo(...found))
      expect(await post(sender, 'https://hooks.roofer.com/')).toMatchObject(refused)
    }
  })
})

describe('indirect addresses', () => {
  test.each(urls)('%j is refused as input, and again when connecting', async (url) => {
    expectRefusedAsInput(url)
    const response = await post(open(resolvingTo('10.0.0.1')), url)
    expect(response).toMatchObject(
      URL.canParse(url) ? refused : { kind: 'error', error: 'network error' },
    )
  })

  test.each(names)('%s may be subscribed, and is refused when connecting', async (name) => {
    expect(parseTargetUrl(`https://${name}/`, strict)).toBe(`https://${name}/`)
    const sender = open(resolvingTo('127.0.0.1'))
    expect(await post(sender, `https://${name}/`)).toMatchObject(refused)
  })

  test.each([
    '',
    'localhost',
    '8.8',
    '010.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8.8',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111%eth0',
    'fe80::1%eth0',
  ])('%j, which no resolver returns, is refused', (address) => {
    expect(isAllowedAddress(address, strict)).toBe(false)
  })

  test('a name without an address is refused', async () => {
    expect(await post(open(resolvingTo()), 'https://hooks.roofer.com/')).toMatchObject(refused)
  })
})

test.each(publicAddresses)('%s is public', (address) => {
  expect(isAllowedAddress(address, strict)).toBe(true)
  expect(parseTargetUrl(urlOf(address), strict)).toBe(urlOf(address))
})

test('the development switch allows loopback and nothing else', () => {
  const development = { allowLoopback: true }
  const open = addresses.map(([address]) => address).filter((a) => isAllowedAddress(a, development))
  expect(open).toEqual(['127.0.0.1', '127.255.255.254', '::1'])
})

describe('a reachable receiver', () => {
  const development = { allowLoopback: true }
  const seen: { readonly host: string | undefined; readonly socket: unknown }[] = []
  let location = ''
  let status = 204
  let connection = 'keep-alive'
  const server = createServer((request, response) => {
    seen.push({ host: request.headers.host, socket: request.socket })
    response.writeHead(status, { location, connection }).end()
  })
  let port = 0

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterEach(() => {
    seen.length = 0
    status = 204
    connection = 'keep-alive'
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('a name with a changed resolution is refused at the next connection', async () => {
    connection = 'close'
    const resolutions = ['127.0.0.1', '10.0.0.1']
    const sender = open(
      (hostname, options, done) =>
        resolvingTo(resolutions.shift() ?? '127.0.0.1')(hostname, options, done),
      development,
    )
    const url = `http://hooks.roofer.com:${port}/`
    expect(await post(sender, url)).toMatchObject({ statusCode: 204 })
    expect(await post(sender, url)).toMatchObject(refused)
    expect(seen).toHaveLength(1)
  })

  test('a reused socket serves its own name only, even if another resolves to the same address', async () => {
    const resolved: string[] = []
    const sender = open((hostname, options, done) => {
      resolved.push(hostname)
      resolvingTo(hostname === 'evil.com' ? '10.0.0.1' : '127.0.0.1')(hostname, options, done)
    }, development)
    for (const name of ['a.com', 'b.com', 'a.com'])
      expect(await post(sender, `http://${name}:${port}/`)).toMatchObject({ statusCode: 204 })
    expect(await post(sender, `http://evil.com:${port}/`)).toMatchObject(refused)
    expect(resolved).toEqual(['a.com', 'b.com', 'evil.com'])
    const [first, second, third] = seen
    expect(third).toEqual(first)
    expect(second?.socket).not.toBe(first?.socket)
  })

  test.each([301, 302, 303, 307, 308])('its %i redirect is not followed', async (code) => {
    status = code
    for (const target of ['http://169.254.169.254/', `http://127.0.0.1:${port}/`, '//[::1]/']) {
      location = target
      const sender = open(resolvingTo('127.0.0.1'), development)
      expect(await post(sender, `http://a.com:${port}/`)).toMatchObject({ statusCode: code })
    }
    expect(seen).toHaveLength(3)
  })
})
