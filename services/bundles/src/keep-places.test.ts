import path from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { keepPlaces } from './keep-places.ts'
import { repositoryRoot } from './programs.ts'

const root = path.join(repositoryRoot, 'services/orders/src')
const dist = path.join(repositoryRoot, 'services/bundles/dist')

/** @returns file → code, of bundles of modules that are not on the disk */
async function bundle(modules: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  const idOf = (name: string): string => path.join(root, name)
  const built = await rolldown({
    input: { orders: idOf('main.ts') },
    platform: 'node',
    plugins: [
      keepPlaces(dist),
      {
        name: 'modules',
        resolveId: (id) => (id.startsWith(root) ? id : null),
        load: (id) => modules[path.relative(root, id)] ?? null,
      },
    ],
  })
  const { output } = await built.generate({
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  })
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : '']))
}

test('a module finds files beside its source', async () => {
  const code = `
    export const schema = new URL('../schema.graphql', import.meta.url)
    export const folder = import.meta.dirname`
  const program = (await bundle({ 'main.ts': code })).get('orders.js')
  expect(program).toContain(
    'new URL("../schema.graphql", new URL("../../orders/src/main.ts", import.meta.url).href)',
  )
  expect(program).toContain('import.meta.dirname + "/../../orders/src"')
})

test('the program of a thread becomes a bundle itself', async () => {
  const bundles = await bundle({
    'main.ts': `export const entry = new URL('./rendering/worker.ts', import.meta.url)`,
    'rendering/worker.ts': `console.log('renders')`,
  })
  expect([...bundles.keys()].toSorted()).toEqual(['orders-worker.js', 'orders.js'])
  expect(bundles.get('orders.js')).toContain('new URL("orders-worker.js", import.meta.url)')
  expect(bundles.get('orders-worker.js')).toContain('renders')
})

test('a property that a bundle does not have is refused', async () => {
  await expect(bundle({ 'main.ts': 'export const is = import.meta.main' })).rejects.toThrow(
    'main.ts uses import.meta.main, which a bundle does not have',
  )
})
