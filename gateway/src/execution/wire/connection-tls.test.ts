import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { CERTIFICATE } from './testing/certificate.ts'
import { answer, ask, askAnew, connect, message } from './testing/told-connection.ts'
import { startToldTlsServer } from './testing/told-server.ts'

describe('over TLS', () => {
  async function startTls() {
    const names: unknown[] = []
    const told = await startToldTlsServer({
      ...CERTIFICATE,
      ALPNProtocols: ['h2', 'http/1.1'],
      SNICallback: (name, done) => {
        names.push(name)
        done(null)
      },
    })
    return { ...told, names, url: (host: string) => new URL(`https://${host}:${told.port}`) }
  }

  function trusting() {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, CERTIFICATE.cert])
    return { [Symbol.dispose]: () => setDefaultCACertificates(before) }
  }

  it('a server is asked that proves its name', async () => {
    using _trust = trusting()
    await using server = await startTls()
    await using connection = connect(server, { url: server.url('localhost') })
    const asked = ask(connection)
    const peer = await server.accept()
    expect(await peer.request()).toBe(message('a'))
    peer.socket.write(answer('a'))
    expect(await asked).toBe('a')
    const second = ask(connection, 'b'.repeat(100_000))
    expect(await peer.request()).toBe(message('b'.repeat(100_000)))
    peer.socket.write(answer('c'.repeat(100_000)))
    expect(await second).toBe('c'.repeat(100_000))
    expect(server.names).toEqual(['localhost'])
    expect(peer.socket).toHaveProperty('alpnProtocol', 'http/1.1')
    peer.socket.end()
    await peer.closed
    expect(await askAnew(server, connection)).toBe('again')
  })

  it('a server that answers before it is known to have been asked is asked again', async () => {
    using _trust = trusting()
    await using server = await startTls()
    await using connection = connect(server, { url: server.url('localhost') })
    const first = ask(connection)
    const peer = await server.accept()
    await peer.request()
    peer.socket.write(answer('a'))
    await first
    const second = ask(connection)
    // Right behind what is written: TLS says one turn later that it was.
    setImmediate(setImmediate, () => peer.socket.write(answer('b')))
    expect(await second).toBe('b')
    await peer.request()
    const third = ask(connection, 'c')
    expect(await peer.request()).toBe(message('c'))
    peer.socket.write(answer('c'))
    expect(await third).toBe('c')
  })

  it('a server is not asked whose certificate is of another name', async () => {
    using _trust = trusting()
    await using server = await startTls()
    await using connection = connect(server, { url: server.url('127.0.0.1') })
    await expect(ask(connection)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  it('a server is not asked whose certificate nobody knows', async () => {
    await using server = await startTls()
    await using connection = connect(server, { url: server.url('localhost') })
    await expect(ask(connection)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })
})
