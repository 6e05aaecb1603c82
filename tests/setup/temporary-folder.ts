import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** Nearly four times what the tests use at most. */
const FREE_BYTES_MIN = 4 * 1024 ** 3

/**
 * For temporary files of tests with databases: in memory, where Linux has enough room there and runs programs from it.
 *
 * Each test database has hundreds of files. For minutes after many files were deleted, ext4 takes up to a millisecond to
 * create one, because it reuses their inodes only later and examines all of them before.
 */
export const temporaryFolder = findMemoryFolder() ?? tmpdir()

function findMemoryFolder(): string | undefined {
  if (!existsSync('/proc/mounts')) return undefined
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , type, options = ''] =
    mounts.find((line) => line.includes(` ${MEMORY} `))?.split(' ') ?? []
  if (
    type !== 'tmpfs' ||
    options.split(',').some((option) => option === 'noexec' || option === 'ro')
  )
    return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= FREE_BYTES_MIN ? MEMORY : undefined
}
