/** Schemes of the URL of a Redis, or of the Sentinels that watch several. */
export const REDIS_PROTOCOLS = ['redis', 'rediss', 'redis+sentinel', 'rediss+sentinel'] as const

/** Whether a URL has the addresses of Sentinels, which know the address of the master, instead of that of a Redis. */
export function isSentinelUrl(url: string): boolean {
  return /^rediss?\+sentinel:/i.test(url)
}

/** What is wrong with the URLs of the hosts; continues the variable's name. */
export function redisUrlViolation([first, ...others]: readonly URL[]): string | undefined {
  if (first === undefined) return undefined
  if (isSentinelUrl(first.href))
    return /^\/[^/]+$/.test(first.pathname)
      ? undefined
      : 'must end with the name that the Sentinels give to the master, such as redis+sentinel://s1:26379,s2:26379/mymaster'
  return others.length === 0
    ? undefined
    : 'must have one host, or name Sentinels: redis+sentinel://s1:26379,s2:26379/mymaster'
}
