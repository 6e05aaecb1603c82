import type { DevEnv } from '@takeoff/dev-env/dev-env'
import type { ProcessName } from '@takeoff/dev-env/service-name'

/** Runs the body while a process is down: one that was only killed may serve again before the body's request arrives. */
export async function whileAway<Result>(
  devEnv: Pick<DevEnv, 'takeAway' | 'bringBack'>,
  name: ProcessName,
  body: () => Promise<Result>,
): Promise<Result> {
  await devEnv.takeAway(name)
  try {
    return await body()
  } finally {
    await devEnv.bringBack(name)
  }
}
