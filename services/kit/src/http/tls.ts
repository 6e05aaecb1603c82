import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { StatsListener } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Server } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../service/config.ts'
import { tlsViolations } from '../service/joint-violations.ts'
import type { TlsVariables } from '../service/joint-violations.ts'
import type { Logger } from '../service/logger.ts'
import { errorMessage } from '../values/caught.ts'

/** Polling interval for changes of the files. */
const WATCH_MS = 1_000

/** The files of a server's certificate and of its key, in PEM. */
export interface TlsFiles {
  readonly certificateFile: string
  readonly keyFile: string
}

/**
 * The files that a configuration names; undefined for plain HTTP.
 * @throws ConfigError for one file without the other, and for files that are no certificate with its key
 */
export function tlsFilesOf(config: TlsVariables): TlsFiles | undefined {
  const { tlsCertFile: certificateFile, tlsKeyFile: keyFile } = config
  const violations = tlsViolations(config)
  if (violations.length > 0) throw new ConfigError(violations)
  if (certificateFile === undefined || keyFile === undefined) return undefined
  try {
    readFiles({ certificateFile, keyFile })
  } catch (error) {
    throw new ConfigError([`TLS_CERT_FILE and TLS_KEY_FILE: ${errorMessage(error)}`])
  }
  return { certificateFile, keyFile }
}

/** Certificate and key, as options of a server. */
export function readFiles({ certificateFile, keyFile }: TlsFiles) {
  const options = { cert: readFileSync(certificateFile), key: readFileSync(keyFile) }
  // Throws where they do not belong together.
  createSecureContext(options)
  return options
}

/**
 * Uses the new certificate for new connections soon after the files were replaced. While they cannot be used, as between
 * the replacement of one and of the other, the previous certificate stays.
 */
export function followFiles(app: FastifyInstance, files: TlsFiles, logger: Logger): void {
  const onChange: StatsListener = () => {
    try {
      const server = app.server as unknown as Server
      server.setSecureContext(readFiles(files))
      logger.info('the certificate was replaced')
    } catch (error) {
      logger.warn({ err: error }, 'the new certificate cannot be used')
    }
  }
  const paths = [files.certificateFile, files.keyFile]
  for (const path of paths) watchFile(path, { interval: WATCH_MS, persistent: false }, onChange)
  app.addHook('onClose', (_app, done) => {
    for (const path of paths) unwatchFile(path, onChange)
    done()
  })
}
