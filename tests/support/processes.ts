import { readFileSync } from 'node:fs'
import path from 'node:path'
import { variables as console } from '@takeoff/console/config'
import { variables as gateway } from '@takeoff/gateway/config'
import type { Variables } from '@takeoff/kit/service/config'
import { variables as orderDocuments } from '@takeoff/order-documents/config'
import { variables as providerSimulator } from '@takeoff/provider-simulator/config'
import { variables as productionLists } from '@takeoff/production-lists/config'
import { variables as webhooks } from '@takeoff/webhooks/config'
import { parse } from 'yaml'
import { instructionsOf, stagesOf, environmentOf } from '../images/dockerfile.ts'
import type { Instruction } from '../images/dockerfile.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The variables that each process reads, by the name of its service in docker-compose.yml. */
export const variablesOf: Readonly<Record<string, Variables>> = {
  webhooks,
  'production-lists': productionLists,
  'order-documents': orderDocuments,
  'provider-simulator': providerSimulator,
  console,
  gateway,
}

/** A service of docker-compose.yml. */
export interface ComposeService {
  readonly build?: {
    readonly context: string
    readonly dockerfile: string
    readonly target: string
  }
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: object
  readonly restart?: string
  readonly profiles?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly volumes?: readonly string[]
  readonly image?: string
  readonly user?: string
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly networks?: readonly string[]
  readonly network_mode?: string
  readonly ports?: readonly string[]
}

interface Compose {
  readonly name: string
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** A file of the repository. */
export function readRepositoryFile(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

/** docker-compose.yml. */
export function readCompose(): Compose {
  return parse(readRepositoryFile('docker-compose.yml'), { merge: true }) as Compose
}

/** What the Dockerfile says of the image of a service; nothing of an image of others. */
export function imageOf({ build }: ComposeService): Instruction[] {
  if (build === undefined) return []
  return instructionsOf(stagesOf(readRepositoryFile(build.dockerfile)), build.target)
}

/** The port on which an image listens. */
export function portOfImage(image: readonly Instruction[]): string | undefined {
  return environmentOf(image).get('PORT')
}
