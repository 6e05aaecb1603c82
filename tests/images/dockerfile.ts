/** A line of a Dockerfile, such as `COPY gateway gateway`. */
export interface Instruction {
  readonly name: string
  readonly words: readonly string[]
}

/** A named stage of a Dockerfile; an image is the stage of its name. */
export interface Stage {
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
    const [from = '', , alias = ''] = words
    if (name === 'FROM') stages.push({ name: alias, from, instructions: [] })
    else stages.at(-1)?.instructions.push({ name, words })
  }
  return stages
}

/** @throws Error when there is no such stage */
export function stageNamed(stages: readonly Stage[], name: string): Stage {
  const stage = stages.find((one) => one.name === name)
  if (stage === undefined) throw new Error(`the Dockerfile has no stage ${name}`)
  return stage
}

/** Instructions of a stage, after those of the stages that it begins with. */
export function instructionsOf(stages: readonly Stage[], name: string): Instruction[] {
  const { from, instructions } = stageNamed(stages, name)
  const isStage = stages.some((one) => one.name === from)
  return [...(isStage ? instructionsOf(stages, from) : []), ...instructions]
}

/** The words of the last instruction with this name, which is the one that counts. */
export function wordsOfLast(
  instructions: readonly Instruction[],
  name: string,
): readonly string[] | undefined {
  return instructions.findLast((one) => one.name === name)?.words
}

/** The variables that an image sets. */
export function environmentOf(instructions: readonly Instruction[]): ReadonlyMap<string, string> {
  const words = instructions.filter(({ name }) => name === 'ENV').flatMap((one) => one.words)
  return new Map(words.map((word) => word.split('=', 2) as [string, string]))
}

/** The command of an image: the program and its arguments. */
export function commandOf(instructions: readonly Instruction[]): string[] {
  return JSON.parse(wordsOfLast(instructions, 'CMD')?.join(' ') ?? '[]') as string[]
}

/** The stage that a `COPY` copies from; undefined where it copies files of the repository. */
export function sourceStageOf({ name, words }: Instruction): string | undefined {
  return name === 'COPY' ? /^--from=(.+)$/.exec(words[0] ?? '')?.[1] : undefined
}

/** The packages whose dependencies `npm ci --workspace …` installs; undefined for another command. */
export function installedWorkspaces(words: readonly string[]): string[] | undefined {
  if (words[0] !== 'npm' || words[1] !== 'ci') return undefined
  return words.filter((_word, index) => words[index - 1] === '--workspace')
}
