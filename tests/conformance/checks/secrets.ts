import { seriesOf } from '../lab.ts'
import type { Lab, Stage } from '../lab.ts'
import type { Attempt } from '../receiver.ts'
import { timestampOf } from './headers.ts'
import { librarySigns, verifiesWithPublicKey, verifyingSecrets } from './signature.ts'

const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const PUBLIC_KEY = /^whpk_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const SECRET_BYTES_MIN = 24
const SECRET_BYTES_MAX = 64
const PUBLIC_KEY_BYTES = 32

/** The secrets of the sender, and the signatures that it makes with them. */
export function checkSecrets(lab: Lab): void {
  for (const stage of lab.stages) {
    for (const secret of stage.secrets) checkSecret(lab, secret)
    checkPublicKey(lab, stage.subscription.publicKey)
    for (const attempts of seriesOf(stage))
      attempts.forEach((attempt, nth) => checkSignature(lab, stage, attempt, nth))
  }
  checkUniqueness(lab)
  checkScheme(lab)
}

function checkSecret({ findings }: Lab, secret: string): void {
  if (!SECRET.test(secret))
    return findings.fail('secret-format', 'a secret is not whsec_ and base64')
  findings.pass('secret-format', 'whsec_ and base64')
  const { length } = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const fine = length >= SECRET_BYTES_MIN && length <= SECRET_BYTES_MAX
  findings[fine ? 'pass' : 'fail']('secret-size', `${length} bytes`)
}

function checkPublicKey({ findings }: Lab, publicKey: string | undefined): void {
  if (publicKey === undefined) return
  if (!PUBLIC_KEY.test(publicKey))
    return findings.fail('secret-format', 'a public key is not whpk_ and base64')
  findings.pass('secret-format', 'whpk_ and base64')
  const { length } = Buffer.from(publicKey.slice('whpk_'.length), 'base64')
  findings[length === PUBLIC_KEY_BYTES ? 'pass' : 'fail']('secret-size', `${length} bytes`)
}

function checkSignature({ findings }: Lab, stage: Stage, attempt: Attempt, nth: number): void {
  const rule = nth === 0 ? 'signature-verifies' : 'signature-resigned'
  const { publicKey } = stage.subscription
  if (stage.secrets.length === 0 && publicKey === undefined)
    return findings.skip(rule, 'no secret was given')
  const verified = verifyingSecrets(attempt, stage.secrets)
  if (verified === undefined) return findings.skip(rule, 'there is no signature to read')
  const [secret] = verified
  if (publicKey !== undefined && verifiesWithPublicKey(attempt, publicKey) === true)
    findings.pass(rule, 'v1a verified over the received bytes')
  else if (secret === undefined)
    findings.fail(rule, `no signature of ${nth === 0 ? 'a first attempt' : 'a retry'} verifies`)
  else if (timestampOf(attempt) === undefined)
    findings.pass(rule, 'v1 verified over the received bytes')
  else if (librarySigns(attempt, secret))
    findings.pass(rule, 'v1 verified over the received bytes, by the library standardwebhooks too')
  else
    findings.fail(
      rule,
      'the library standardwebhooks does not verify a signature that this suite computed too',
    )
}

function checkUniqueness({ findings, stages }: Lab): void {
  const endpoints = new Map(stages.map(({ endpoint, subscription }) => [endpoint, subscription]))
  const secrets = [...endpoints.values()].map(({ secret }) => secret).filter(Boolean)
  if (secrets.length < 2) return findings.skip('secret-unique', 'fewer than two secrets were seen')
  const distinct = new Set(secrets).size
  findings[distinct === secrets.length ? 'pass' : 'fail'](
    'secret-unique',
    `${secrets.length} endpoints, ${distinct} secrets`,
  )
}

function checkScheme({ findings, stages }: Lab): void {
  const asymmetric = stages.some(({ subscription }) => subscription.publicKey !== undefined)
  findings[asymmetric ? 'pass' : 'fail']('asymmetric', asymmetric ? 'v1a' : 'symmetric only')
}
