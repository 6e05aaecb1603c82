import { parseArgs } from 'node:util'

export interface BenchArguments {
  /** The parts in the order of the command line; none means all. */
  readonly parts: readonly string[]
  readonly short: boolean
  readonly profile: string | undefined
  readonly peers: boolean
}

/**
 * Reads the command line of a bench. Ends the program for --help and for an unknown part.
 * @param options.hasPeers a bench that also measures other programs
 */
export function readArguments(
  command: string,
  known: readonly string[],
  { hasPeers = false } = {},
): BenchArguments {
  const peersLine = '\n  --no-peers        leaves out what npm would have to install first'
  const usage = `npm run ${command} -- [PART…] [--short] [--profile=FOLDER]

  PART              ${known.join(', ')}; all where none is named
  --short           measures briefly: for a quick check of a change, not for published figures
  --profile=FOLDER  leaves CPU profiles there${hasPeers ? peersLine : ''}`
  try {
    const { values, positionals: parts } = parseArgs({
      allowNegative: true,
      options: {
        short: { type: 'boolean', default: false },
        profile: { type: 'string' },
        peers: { type: 'boolean', default: true },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    if (!values.peers && !hasPeers) throw new Error('There is no option --no-peers.')
    const unknown = parts.filter((part) => !known.includes(part))
    if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}.`)
    return { parts, short: values.short, profile: values.profile, peers: values.peers }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}
