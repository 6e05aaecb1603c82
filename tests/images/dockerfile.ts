/** A line of a Dockerfile, such as `COPY gateway gateway`. */
export interface Instruction {
  readonly name: string
  readonly words: readonly string[]
}

/** A stage of a Dockerfile. The last one is the image. */
export interface Stage {
  /** `image` for one without a name. */
  readonly name: string
  /** Another stage, or an image. */
  readonly from: string
  readonly instructions: readonly Instruction[]
}

export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => line.trim().split(/\s+/))
  const stages: { name: string; from: string; instructions: Instruction[] }[] = []
  for (const [name = '', ...words] of lines) {
    const [from = '', , alias = 'image'] = words
    if (name === 'FROM') stages.push({ name: alias, from, instructions: [] })
    else stages.at(-1)?.instructions.push({ name, words })
  }
  return stages
}

/** The command of an image: the program and its arguments. */
export function commandOf({ instructions }: Stage): string[] {
  const command = instructions.findLast(({ name }) => name === 'CMD')
  return JSON.parse(command?.words.join(' ') ?? '[]') as string[]
}

/** The packages whose dependencies `npm ci --workspace …` installs; undefined for another command. */
export function installedWorkspaces(words: readonly string[]): string[] | undefined {
  if (words[0] !== 'npm' || words[1] !== 'ci') return undefined
  return words.filter((_word, index) => words[index - 1] === '--workspace')
}
