import type { Environment } from '@takeoff/kit/config'
import { readConfig } from '../../src/operate/config.ts'
import { operate } from '../../src/operate/operate.ts'

/** Runs `npm run webhooks -- …` in this process. */
export async function callOperate(
  args: readonly string[],
  env: Environment,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = ''
  let err = ''
  const code = await operate(args, {
    readConfig: () => readConfig(env),
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}
