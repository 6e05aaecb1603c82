import type { ReactNode } from 'react'

/** Values beside their names; those without a value are left out. */
export function Facts({
  rows,
  className,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[]
  readonly className: string | undefined
}): ReactNode {
  return (
    <dl className={className}>
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
