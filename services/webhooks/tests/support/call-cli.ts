import type { Environment } from '@takeoff/kit/service/config'
import { runCli } from '@takeoff/webhooks-cli/cli'
import { readConfig } from '@takeoff/webhooks-cli/config'

/** Runs `npm run webhooks -- …` in this process. */
export async function callCli(
  args: readonly string[],
  env: Environment,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let out = ''
  let err = ''
  const code = await runCli(args, {
    stop: new AbortController().signal,
    readConfig: () => readConfig(env),
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}
